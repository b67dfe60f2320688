import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { buildAabbTree } from "./build-aabb.ts";
import type { AabbTree } from "./layout.ts";

/** Gives each mesh its tree, made when it is first asked for. */
export function createTrees(): (mesh: TriangleMesh) => AabbTree {
  const trees = new Map<TriangleMesh, AabbTree>();
  return (mesh) => {
    let tree = trees.get(mesh);
    if (tree === undefined) {
      tree = buildAabbTree(mesh);
      trees.set(mesh, tree);
    }
    return tree;
  };
}
