import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { buildAabbTree } from "./build-aabb.ts";
import type { AabbTree } from "./layout.ts";

/** A function that returns the tree of a mesh, built at the first call for that mesh. */
export function createTrees(): (mesh: TriangleMesh) => AabbTree {
  const trees = new WeakMap<TriangleMesh, AabbTree>();
  return (mesh) => {
    let tree = trees.get(mesh);
    if (tree === undefined) {
      tree = buildAabbTree(mesh);
      trees.set(mesh, tree);
    }
    return tree;
  };
}
