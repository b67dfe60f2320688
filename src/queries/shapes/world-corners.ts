import { movePoint } from "../../geometry/affine.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { placement, toWorld } from "./tree-frame.ts";

/** Writes the nine world coordinates of the triangle in `slot` to `out`, for the query that has begun. */
export function writeWorldCorners(tree: AabbTree, slot: number, out: Float64Array): void {
  const { positions } = tree.mesh;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * tree.corners[3 * slot + corner]!;
    if (placement.moves)
      movePoint(toWorld, positions[v]!, positions[v + 1]!, positions[v + 2]!, out, 3 * corner);
    else for (let axis = 0; axis < 3; axis++) out[3 * corner + axis] = positions[v + axis]!;
  }
}
