import { edgeMeetsPlane, edgesMeet, gridOf, integersOf, roundPoint } from "./rational-point.ts";

// Coordinates of contact points in f64. An exact test has already decided that the point exists; this file only places it.
// Integers place crossings that are too shallow for f64.

// A crossing this much smaller than the terms of its determinant has lost about 8 of 53 bits: its position along the edge
// is good to 2^-43 of the edge. Below this, integers place it.
const WELL_PLACED = 2 ** -8;
// Below this, products may underflow.
const SMALLEST = 2 ** -900;

/** Writes the point where edge p[i] p[k] crosses triangle t[j…j+8] to out[at…at+2]. The ends lie strictly on opposite sides. */
export function placeEdgeInFace(
  p: Float64Array,
  i: number,
  k: number,
  j: number,
  out: Float64Array,
  at: number,
): void {
  const x = p[j];
  const y = p[j + 1];
  const z = p[j + 2];
  const ux = p[j + 3] - x;
  const uy = p[j + 4] - y;
  const uz = p[j + 5] - z;
  const vx = p[j + 6] - x;
  const vy = p[j + 7] - y;
  const vz = p[j + 8] - z;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const sizeX = Math.abs(uy * vz) + Math.abs(uz * vy);
  const sizeY = Math.abs(uz * vx) + Math.abs(ux * vz);
  const sizeZ = Math.abs(ux * vy) + Math.abs(uy * vx);
  const startX = p[i] - x;
  const startY = p[i + 1] - y;
  const startZ = p[i + 2] - z;
  const endX = p[k] - x;
  const endY = p[k + 1] - y;
  const endZ = p[k + 2] - z;
  const start = nx * startX + ny * startY + nz * startZ;
  const end = nx * endX + ny * endY + nz * endZ;
  const size =
    sizeX * (Math.abs(startX) + Math.abs(endX)) +
    sizeY * (Math.abs(startY) + Math.abs(endY)) +
    sizeZ * (Math.abs(startZ) + Math.abs(endZ));
  const whole = start - end;
  if (Math.abs(whole) > WELL_PLACED * size && size > SMALLEST) {
    placeAlong(p, i, k, start / whole, out, at);
    return;
  }
  const grid = gridOf(p.subarray(i, i + 3), p.subarray(k, k + 3), p.subarray(j, j + 9));
  const [from, to] = [integersOf(p, i, grid), integersOf(p, k, grid)];
  const [a, b, c] = [integersOf(p, j, grid), integersOf(p, j + 3, grid), integersOf(p, j + 6, grid)];
  roundPoint(edgeMeetsPlane(from, to, a, b, c), grid, out, at);
}

/** Writes the point where the coplanar edges p[i] p[k] and p[j] p[l] cross to out[at…at+2]. */
export function placeEdgeOnEdge(
  p: Float64Array,
  i: number,
  k: number,
  j: number,
  l: number,
  out: Float64Array,
  at: number,
): void {
  let whole = 0;
  let part = 0;
  let size = 0;
  // Choose the coordinate plane in which the edges' cross product is largest.
  for (let x = 0; x < 3; x++) {
    const y = x === 2 ? 0 : x + 1;
    const dx = p[k + x] - p[i + x];
    const dy = p[k + y] - p[i + y];
    const ex = p[l + x] - p[j + x];
    const ey = p[l + y] - p[j + y];
    const area = dx * ey - dy * ex;
    if (Math.abs(area) <= Math.abs(whole)) continue;
    const gx = p[j + x] - p[i + x];
    const gy = p[j + y] - p[i + y];
    whole = area;
    part = gx * ey - gy * ex;
    size = Math.abs(dx * ey) + Math.abs(dy * ex) + Math.abs(gx * ey) + Math.abs(gy * ex);
  }
  if (Math.abs(whole) > WELL_PLACED * size && size > SMALLEST) {
    placeAlong(p, i, k, part / whole, out, at);
    return;
  }
  const grid = gridOf(...[i, k, j, l].map((at) => p.subarray(at, at + 3)));
  const [from, to] = [integersOf(p, i, grid), integersOf(p, k, grid)];
  roundPoint(edgesMeet(from, to, integersOf(p, j, grid), integersOf(p, l, grid)), grid, out, at);
}

/** p[i] + t (p[k] − p[i]), never beyond either end. */
function placeAlong(p: Float64Array, i: number, k: number, t: number, out: Float64Array, at: number): void {
  const part = Math.min(Math.max(t, 0), 1);
  for (let axis = 0; axis < 3; axis++) {
    const start = p[i + axis];
    out[at + axis] = start + part * (p[k + axis] - start);
  }
}
