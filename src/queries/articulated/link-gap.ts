import { OBB_AXES as AXES, OBB_HALF as HALF } from "../../trees/layout.ts";

/** Removes what rounding may have added to a gap, including axes of boxes that are not quite unit length. */
export const SHORTER = 1 - 2 ** -40;
const MARGIN = 2 ** -43; // as in world-obb-obb.ts

/** The widest gap between two oriented boxes, measured across a face of either; 0 if no face separates them. */
export function orientedGap(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = b[j] - a[i];
  const y = b[j + 1] - a[i + 1];
  const z = b[j + 2] - a[i + 2];
  let size = 0;
  for (let k = 0; k < 6; k++) size += Math.abs(a[i + k]) + Math.abs(b[j + k]);
  let widest = 0;
  for (let axis = 0; axis < 3; axis++) {
    // across a's faces
    const of = i + AXES + 3 * axis;
    const gap = Math.abs(a[of] * x + a[of + 1] * y + a[of + 2] * z) - a[i + HALF + axis];
    if (gap > widest) widest = Math.max(widest, gap - radius(b, j, a[of], a[of + 1], a[of + 2]));
  }
  for (let axis = 0; axis < 3; axis++) {
    // across b's faces
    const of = j + AXES + 3 * axis;
    const gap = Math.abs(b[of] * x + b[of + 1] * y + b[of + 2] * z) - b[j + HALF + axis];
    if (gap > widest) widest = Math.max(widest, gap - radius(a, i, b[of], b[of + 1], b[of + 2]));
  }
  return Math.max(0, SHORTER * (widest - MARGIN * size));
}

/** How far the box reaches from its centre along a unit vector. */
function radius(box: Float64Array, at: number, x: number, y: number, z: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const from = at + AXES + 3 * axis;
    sum += box[at + HALF + axis] * Math.abs(x * box[from] + y * box[from + 1] + z * box[from + 2]);
  }
  return sum;
}
