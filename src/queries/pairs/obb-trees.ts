import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { obbTreeWithVertices } from "../../trees/baked-obb-tree.ts";
import { buildObbTree as buildTree, type ObbTreeOptions } from "../../trees/build-obb.ts";
import type { ObbTree } from "../../trees/layout.ts";
import { descendObb } from "./descend-obb.ts";
import { supportTrees } from "./tree-support.ts";

/**
 * Builds a tree of oriented boxes over the mesh's triangles, as RAPID does (Gottschalk, Lin, Manocha 1996): boxes along the
 * principal axes of the surface, split at its mean. Deterministic: equal mesh and options give an equal tree. The boxes
 * cannot be refitted: build again when the mesh deforms.
 */
export function buildObbTree(mesh: TriangleMesh, options: ObbTreeOptions = {}): ObbTree {
  supportObbTrees();
  return buildTree(mesh, options);
}

export function supportObbTrees(): void {
  supportTrees("obb", { descend: descendObb, withVertices: obbTreeWithVertices });
}
