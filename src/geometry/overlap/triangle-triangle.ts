import { liesBeyondEdge } from "./certain-turn.ts";
import { BOUND, NORMAL, TRIANGLE } from "./triangle-layout.ts";
import { shareCorner, trianglesMeetExactly } from "./triangle-triangle-exact.ts";

export { TRIANGLE };

// Do two closed triangles share a point? Guigue and Devillers, "Fast and Robust Triangle-Triangle Overlap Test
// Using Orientation Predicates" (2003): the signs of each triangle's corners against the other's plane, then
// two more orientations that compare the two intervals on the line in which the planes meet.
//
// This file is the filter stage: plain f64 with an error bound on every sign. As soon as one sign is smaller
// than its bound, the pair goes to the exact twin, which repeats the test with exact signs.

// Every determinant here is u · (v × w) of rounded differences. Its error is below 9 units in the last place
// (2^-53) of |u|₁ |v|₁ |w|₁; 16 leaves room for the rounding of the bound. The absolute part covers underflow.
const RELATIVE_ERROR = 2 ** -49;
const UNDERFLOW = 2 ** -900;

/**
 * Completes the triangle at t[i], whose corners are set: its normal, and the error bound of a corner's signed distance from
 * its plane times the normal's length. `reach[0]` bounds |p − q|₁ for all corners p, q to be tested.
 */
export function setPlane(t: Float64Array, i: number, reach: Float64Array): void {
  const x = t[i];
  const y = t[i + 1];
  const z = t[i + 2];
  const ux = t[i + 3] - x;
  const uy = t[i + 4] - y;
  const uz = t[i + 5] - z;
  const vx = t[i + 6] - x;
  const vy = t[i + 7] - y;
  const vz = t[i + 8] - z;
  t[i + NORMAL] = uy * vz - uz * vy;
  t[i + NORMAL + 1] = uz * vx - ux * vz;
  t[i + NORMAL + 2] = ux * vy - uy * vx;
  const edges = (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
  t[i + BOUND] = RELATIVE_ERROR * edges * reach[0] + UNDERFLOW;
}

/** Whether the triangle at a[i] meets the one at b[j], both completed by `setPlane`: exact, touching counts. */
export function trianglesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  // the corners of b against the plane of a
  const a0x = a[i];
  const a0y = a[i + 1];
  const a0z = a[i + 2];
  let nx = a[i + NORMAL];
  let ny = a[i + NORMAL + 1];
  let nz = a[i + NORMAL + 2];
  const boundB = a[i + BOUND];
  const b0x = b[j];
  const b0y = b[j + 1];
  const b0z = b[j + 2];
  const sideB0 = nx * (b0x - a0x) + ny * (b0y - a0y) + nz * (b0z - a0z);
  const sideB1 = nx * (b[j + 3] - a0x) + ny * (b[j + 4] - a0y) + nz * (b[j + 5] - a0z);
  const sideB2 = nx * (b[j + 6] - a0x) + ny * (b[j + 7] - a0y) + nz * (b[j + 8] - a0z);
  if (sideB0 > boundB && sideB1 > boundB && sideB2 > boundB) return false;
  if (sideB0 < -boundB && sideB1 < -boundB && sideB2 < -boundB) return false;

  // the corners of a against the plane of b
  nx = b[j + NORMAL];
  ny = b[j + NORMAL + 1];
  nz = b[j + NORMAL + 2];
  const boundA = b[j + BOUND];
  const sideA0 = nx * (a0x - b0x) + ny * (a0y - b0y) + nz * (a0z - b0z);
  const sideA1 = nx * (a[i + 3] - b0x) + ny * (a[i + 4] - b0y) + nz * (a[i + 5] - b0z);
  const sideA2 = nx * (a[i + 6] - b0x) + ny * (a[i + 7] - b0y) + nz * (a[i + 8] - b0z);
  if (sideA0 > boundA && sideA1 > boundA && sideA2 > boundA) return false;
  if (sideA0 < -boundA && sideA1 < -boundA && sideA2 < -boundA) return false;

  const certain =
    Math.abs(sideB0) > boundB &&
    Math.abs(sideB1) > boundB &&
    Math.abs(sideB2) > boundB &&
    Math.abs(sideA0) > boundA &&
    Math.abs(sideA1) > boundA &&
    Math.abs(sideA2) > boundA;
  if (!certain) {
    // Coplanar or nearly so: most such pairs of flat meshes lie side by side. A projection does not see NaN on the axis it
    // omits, so triangles with NaN skip this step and are rejected later.
    if (shareCorner(a, i, b, j)) return true;
    const areNumbers = sideB0 + sideB1 + sideB2 + sideA0 + sideA1 + sideA2 < Infinity;
    if (areNumbers && (liesBeyondEdge(a, i, b, j) || liesBeyondEdge(b, j, a, i))) return false;
    return trianglesMeetExactly(a, i, b, j);
  }

  // Turn each triangle so that corner 0 is alone on its side of the other's plane.
  let i0 = i;
  let i1 = i + 3;
  let i2 = i + 6;
  let positiveA = sideA0 > 0;
  if (positiveA === sideA1 > 0) {
    i0 = i + 6;
    i1 = i;
    i2 = i + 3;
    positiveA = !positiveA;
  } else if (positiveA === sideA2 > 0) {
    i0 = i + 3;
    i1 = i + 6;
    i2 = i;
    positiveA = !positiveA;
  }
  let j0 = j;
  let j1 = j + 3;
  let j2 = j + 6;
  let positiveB = sideB0 > 0;
  if (positiveB === sideB1 > 0) {
    j0 = j + 6;
    j1 = j;
    j2 = j + 3;
    positiveB = !positiveB;
  } else if (positiveB === sideB2 > 0) {
    j0 = j + 3;
    j1 = j + 6;
    j2 = j;
    positiveB = !positiveB;
  }
  // Flip it, if necessary, so that corner 0 is on the positive side.
  if (!positiveA) {
    const swap = j1;
    j1 = j2;
    j2 = swap;
  }
  if (!positiveB) {
    const swap = i1;
    i1 = i2;
    i2 = swap;
  }

  // the interval of a must not end before that of b begins …
  const first = filteredOrient(a, i0, i1, b, j0, j1);
  if (first > 0) return false;
  // … nor begin after it ends
  const last = filteredOrient(a, i0, i2, b, j2, j0);
  if (last > 0) return false;
  return (first < 0 && last < 0) || trianglesMeetExactly(a, i, b, j);
}

/** The sign of orient3d(a[i0], a[i1], b[j0], b[j1]) as −1 or 1, or 0 where the filter cannot tell. */
function filteredOrient(
  a: Float64Array,
  i0: number,
  i1: number,
  b: Float64Array,
  j0: number,
  j1: number,
): number {
  const x = a[i0];
  const y = a[i0 + 1];
  const z = a[i0 + 2];
  const ux = a[i1] - x;
  const uy = a[i1 + 1] - y;
  const uz = a[i1 + 2] - z;
  const vx = b[j0] - x;
  const vy = b[j0 + 1] - y;
  const vz = b[j0 + 2] - z;
  const wx = b[j1] - x;
  const wy = b[j1 + 1] - y;
  const wz = b[j1 + 2] - z;
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const reach =
    (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) *
    (Math.abs(vx) + Math.abs(vy) + Math.abs(vz)) *
    (Math.abs(wx) + Math.abs(wy) + Math.abs(wz));
  const bound = RELATIVE_ERROR * reach + UNDERFLOW;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}
