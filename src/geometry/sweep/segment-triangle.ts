import { nearestOnTriangle, ON_POINT, onTriangle } from "../distance/point-triangle.ts";
import type { Vector } from "../vector.ts";

// The closest points of a segment and a triangle, in plain f64. Both points lie on their shapes, so their distance is below
// the true one by no more than rounding.

const candidate = new Float64Array(6);

/**
 * Writes the closest points to out[0…2] (on the segment from segment[0…2] to segment[0…2] + segment[3…5]) and out[3…5] (on the triangle
 * of nine numbers at corners[at]).
 */
export function closestSegmentTriangle(
  segment: Float64Array,
  corners: Float64Array,
  at: number,
  out: Float64Array,
): void {
  let best = Infinity;
  for (let last = 0; last < 2; last++) {
    for (let k = 0; k < 3; k++) candidate[k] = segment[k] + last * segment[3 + k];
    dropFoot(corners, at);
    best = keepNearer(best, out);
  }
  for (let i = 0; i < 3; i++) {
    closestOfSegments(segment, corners, at + 3 * i, at + 3 * ((i + 1) % 3));
    best = keepNearer(best, out);
  }
  if (crossing(segment, corners, at)) keepNearer(best, out);
}

/** Copies the candidate to `out` if its two points are nearer than the best so far; returns the new best. */
function keepNearer(best: number, out: Float64Array): number {
  const x = candidate[0] - candidate[3];
  const y = candidate[1] - candidate[4];
  const z = candidate[2] - candidate[5];
  const squared = x * x + y * y + z * z;
  if (!(squared < best)) return best;
  for (let k = 0; k < 6; k++) out[k] = candidate[k];
  return squared;
}

/** Completes the candidate with the point of the triangle nearest to its point on the segment. */
function dropFoot(corners: Float64Array, at: number): void {
  nearestOnTriangle(candidate, 0, corners, at);
  for (let k = 0; k < 3; k++) candidate[3 + k] = onTriangle[ON_POINT + k];
}

/** Writes the closest points of the segment and an edge to `candidate`. */
function closestOfSegments(segment: Float64Array, corners: Float64Array, from: number, to: number): void {
  const [ex, ey, ez] = minus(corners, to, corners, from);
  const [wx, wy, wz] = minus(segment, 0, corners, from);
  const [dx, dy, dz] = [segment[3], segment[4], segment[5]];
  const dd = dx * dx + dy * dy + dz * dz;
  const ee = ex * ex + ey * ey + ez * ez;
  const de = dx * ex + dy * ey + dz * ez;
  const wd = wx * dx + wy * dy + wz * dz;
  const we = wx * ex + wy * ey + wz * ez;
  let t = clamp((de * we - ee * wd) / (dd * ee - de * de));
  const s = clamp((we + t * de) / ee);
  t = clamp((s * de - wd) / dd);
  for (let k = 0; k < 3; k++) {
    candidate[k] = segment[k] + t * segment[3 + k];
    candidate[3 + k] = corners[from + k] + s * (corners[to + k] - corners[from + k]);
  }
}

/** If the segment crosses the triangle, writes that point to both sides of `candidate`. */
function crossing(segment: Float64Array, corners: Float64Array, at: number): boolean {
  const [ux, uy, uz] = minus(corners, at + 3, corners, at);
  const [vx, vy, vz] = minus(corners, at + 6, corners, at);
  const [wx, wy, wz] = minus(segment, 0, corners, at);
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const t = -(wx * nx + wy * ny + wz * nz) / (segment[3] * nx + segment[4] * ny + segment[5] * nz);
  if (!(t >= 0 && t <= 1)) return false;
  for (let k = 0; k < 3; k++) candidate[k] = segment[k] + t * segment[3 + k];
  dropFoot(corners, at);
  return true;
}

/** Clamps to 0 … 1; 0 / 0, from a segment without length, becomes 0. */
function clamp(x: number): number {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

function minus(a: Float64Array, i: number, b: Float64Array, j: number): Vector {
  return [a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]];
}
