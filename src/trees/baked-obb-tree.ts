import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { meshWithVertices } from "./baked-tree.ts";
import { buildObbTree } from "./build-obb.ts";
import { OBB_CENTRE, OBB_HALF, OBB_STRIDE, type ObbTree } from "./layout.ts";

/** Like `withVertices` of baked-tree.ts, for an OBB tree, which is built anew. */
export function obbTreeWithVertices({ mesh }: ObbTree, positions: Float64Array): ObbTree {
  return plainObbTree(meshWithVertices(mesh, positions));
}

/**
 * A tree whose boxes fit the mesh itself, however small. Boxes that were fitted to a scaled mesh are scaled back, which is
 * exact except for subnormal numbers: there a centre moves by half of the smallest number along each axis, and so does a
 * half extent.
 */
function plainObbTree(mesh: TriangleMesh): ObbTree {
  const tree = buildObbTree(mesh);
  const factor = 2 ** -tree.exponent[0];
  if (factor === 1) return tree;
  tree.exponent[0] = 0;
  for (let node = 0; node < tree.nodes.length; node += OBB_STRIDE)
    for (let axis = 0; axis < 3; axis++) {
      tree.nodes[node + OBB_CENTRE + axis] *= factor;
      const half = node + OBB_HALF + axis;
      tree.nodes[half] = tree.nodes[half] * factor + 2 * Number.MIN_VALUE;
    }
  return tree;
}
