import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { buildRTree as buildTree, type RTreeOptions } from "../../trees/build-r-tree.ts";
import type { RTree } from "../../trees/layout.ts";
import { rTreeWithVertices } from "../../trees/r-tree/baked-r-tree.ts";
import { collideRTrees } from "./collide-r-trees.ts";
import { R_TREE_ALGORITHMS } from "./r-tree-algorithms.ts";
import { supportTrees } from "./tree-support.ts";

/**
 * Builds an R-tree over the mesh's triangles. Deterministic: equal mesh and options give an equal tree. `insertTriangle`
 * and `removeTriangle` change it afterwards, however it was built.
 */
export function buildRTree(mesh: TriangleMesh, options: RTreeOptions = {}): RTree {
  supportRTrees();
  return buildTree(mesh, options);
}

export function supportRTrees(): void {
  supportTrees("r-tree", {
    descend: collideRTrees,
    withVertices: rTreeWithVertices,
    algorithms: R_TREE_ALGORITHMS,
  });
}
