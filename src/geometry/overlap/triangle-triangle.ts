import { trianglesMeetExactly } from "./triangle-triangle-exact.ts";

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

/** Whether the triangle at a[i…i+8] meets the one at b[j…j+8]: exact, touching counts. */
export function trianglesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const a0x = a[i]!;
  const a0y = a[i + 1]!;
  const a0z = a[i + 2]!;
  const b0x = b[j]!;
  const b0y = b[j + 1]!;
  const b0z = b[j + 2]!;

  // the corners of b against the plane of a
  let ux = a[i + 3]! - a0x;
  let uy = a[i + 4]! - a0y;
  let uz = a[i + 5]! - a0z;
  let vx = a[i + 6]! - a0x;
  let vy = a[i + 7]! - a0y;
  let vz = a[i + 8]! - a0z;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  let px = b0x - a0x;
  let py = b0y - a0y;
  let pz = b0z - a0z;
  let qx = b[j + 3]! - a0x;
  let qy = b[j + 4]! - a0y;
  let qz = b[j + 5]! - a0z;
  let rx = b[j + 6]! - a0x;
  let ry = b[j + 7]! - a0y;
  let rz = b[j + 8]! - a0z;
  const sideB0 = nx * px + ny * py + nz * pz;
  const sideB1 = nx * qx + ny * qy + nz * qz;
  const sideB2 = nx * rx + ny * ry + nz * rz;
  let edges = (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
  let reach = Math.abs(px) + Math.abs(py) + Math.abs(pz) + Math.abs(qx) + Math.abs(qy) + Math.abs(qz);
  reach += Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
  const boundB = RELATIVE_ERROR * edges * reach + UNDERFLOW;
  if (sideB0 > boundB && sideB1 > boundB && sideB2 > boundB) return false;
  if (sideB0 < -boundB && sideB1 < -boundB && sideB2 < -boundB) return false;

  // the corners of a against the plane of b
  ux = b[j + 3]! - b0x;
  uy = b[j + 4]! - b0y;
  uz = b[j + 5]! - b0z;
  vx = b[j + 6]! - b0x;
  vy = b[j + 7]! - b0y;
  vz = b[j + 8]! - b0z;
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
  px = -px;
  py = -py;
  pz = -pz;
  qx = a[i + 3]! - b0x;
  qy = a[i + 4]! - b0y;
  qz = a[i + 5]! - b0z;
  rx = a[i + 6]! - b0x;
  ry = a[i + 7]! - b0y;
  rz = a[i + 8]! - b0z;
  const sideA0 = nx * px + ny * py + nz * pz;
  const sideA1 = nx * qx + ny * qy + nz * qz;
  const sideA2 = nx * rx + ny * ry + nz * rz;
  edges = (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
  reach = Math.abs(px) + Math.abs(py) + Math.abs(pz) + Math.abs(qx) + Math.abs(qy) + Math.abs(qz);
  reach += Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
  const boundA = RELATIVE_ERROR * edges * reach + UNDERFLOW;
  if (sideA0 > boundA && sideA1 > boundA && sideA2 > boundA) return false;
  if (sideA0 < -boundA && sideA1 < -boundA && sideA2 < -boundA) return false;

  const certain =
    Math.abs(sideB0) > boundB &&
    Math.abs(sideB1) > boundB &&
    Math.abs(sideB2) > boundB &&
    Math.abs(sideA0) > boundA &&
    Math.abs(sideA1) > boundA &&
    Math.abs(sideA2) > boundA;
  if (!certain) return trianglesMeetExactly(a, i, b, j);

  // Turn each triangle so that corner 0 is alone on its side of the other's plane.
  let i0 = i;
  let i1 = i + 3;
  let i2 = i + 6;
  let aloneA = sideA0;
  if (sideA0 > 0 === sideA1 > 0) {
    i0 = i + 6;
    i1 = i;
    i2 = i + 3;
    aloneA = sideA2;
  } else if (sideA0 > 0 === sideA2 > 0) {
    i0 = i + 3;
    i1 = i + 6;
    i2 = i;
    aloneA = sideA1;
  }
  let j0 = j;
  let j1 = j + 3;
  let j2 = j + 6;
  let aloneB = sideB0;
  if (sideB0 > 0 === sideB1 > 0) {
    j0 = j + 6;
    j1 = j;
    j2 = j + 3;
    aloneB = sideB2;
  } else if (sideB0 > 0 === sideB2 > 0) {
    j0 = j + 3;
    j1 = j + 6;
    j2 = j;
    aloneB = sideB1;
  }
  // Then turn it over, if need be, so that corner 0 is on the positive side.
  if (aloneA < 0) {
    const swap = j1;
    j1 = j2;
    j2 = swap;
  }
  if (aloneB < 0) {
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
  const x = a[i0]!;
  const y = a[i0 + 1]!;
  const z = a[i0 + 2]!;
  const ux = a[i1]! - x;
  const uy = a[i1 + 1]! - y;
  const uz = a[i1 + 2]! - z;
  const vx = b[j0]! - x;
  const vy = b[j0 + 1]! - y;
  const vz = b[j0 + 2]! - z;
  const wx = b[j1]! - x;
  const wy = b[j1 + 1]! - y;
  const wz = b[j1 + 2]! - z;
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const reach =
    (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) *
    (Math.abs(vx) + Math.abs(vy) + Math.abs(vz)) *
    (Math.abs(wx) + Math.abs(wy) + Math.abs(wz));
  const bound = RELATIVE_ERROR * reach + UNDERFLOW;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}
