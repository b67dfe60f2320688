import { movePoint } from "../../geometry/affine.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { placement, toWorld } from "./tree-frame.ts";

/**
 * Writes the nine world coordinates of the triangle in `slot` to `out`, for the query that has begun. In the mesh's order of corners: that
 * of the slot depends on the tree, and points, times and normals are rounded in the order of corners.
 */
export function writeWorldCorners(tree: AabbTree, slot: number, out: Float64Array): void {
  const { positions, indices } = tree.mesh;
  const begin = 3 * tree.triangles[slot];
  const { moves } = placement;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * (indices === null ? begin + corner : indices[begin + corner]);
    const at = 3 * corner;
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    if (moves) movePoint(toWorld, x, y, z, out, at);
    else {
      out[at] = x;
      out[at + 1] = y;
      out[at + 2] = z;
    }
  }
}
