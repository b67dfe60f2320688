import { LENGTH_ERROR, SQUARE_ERROR, UNDERFLOW } from "./triangle-distance.ts";

// The point of a triangle nearest to a query point: plain f64, for any triangle, degenerate ones included. Two bounds of
// its distance are certain, as in triangle-distance.ts with a triangle that is one point: the distance to the point found,
// and the gap along the separation, the vector between the two points.

/** Layout of `onTriangle`: the squared distance, certain bounds of it below and above, the point. */
export const ON_SQUARE = 0;
export const ON_LEAST = 1; // NaN if a coordinate is not finite
export const ON_POINT = 2;
export const ON_MOST = 5;
const ON_SEPARATION = 6; // from the point found to the query point
const ON_GAP = 9; // the gap along the separation, times its length
const ON_SIZE = 10; // the sum of the squares of two edges
export const onTriangle = new Float64Array(16);

/** Finds the point of the triangle at t[i…i+8] nearest to p[at…at+2] and writes it to `onTriangle`. */
export function nearestOnTriangle(p: Float64Array, at: number, t: Float64Array, i: number): void {
  // biome-ignore format: vectors read in rows
  const x = t[i], y = t[i + 1], z = t[i + 2],
    ux = t[i + 3] - x, uy = t[i + 4] - y, uz = t[i + 5] - z,
    vx = t[i + 6] - x, vy = t[i + 7] - y, vz = t[i + 8] - z,
    wx = p[at] - x, wy = p[at + 1] - y, wz = p[at + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    det = uu * vv - uv * uv,
    s = vv * uw - uv * vw,
    r = uu * vw - uv * uw;
  onTriangle[ON_SQUARE] = Infinity;
  // Compute the second parameter from the first: in a needle both have large errors, which must cancel.
  const f = s / det;
  const g = (vw - f * uv) / vv;
  if (s > 0 && r > 0 && s + r < det && g >= 0 && f + g <= 1) {
    const dx = wx - f * ux - g * vx;
    const dy = wy - f * uy - g * vy;
    const dz = wz - f * uz - g * vz;
    onTriangle[ON_SQUARE] = dx * dx + dy * dy + dz * dz;
    onTriangle[ON_SEPARATION] = dx;
    onTriangle[ON_SEPARATION + 1] = dy;
    onTriangle[ON_SEPARATION + 2] = dz;
    onTriangle[ON_POINT] = x + f * ux + g * vx;
    onTriangle[ON_POINT + 1] = y + f * uy + g * vy;
    onTriangle[ON_POINT + 2] = z + f * uz + g * vz;
  } else {
    nearestOnEdge(p, at, t, i, i + 3);
    nearestOnEdge(p, at, t, i + 3, i + 6);
    nearestOnEdge(p, at, t, i + 6, i);
  }
  // the gap along the separation, times its length: up to the first corner in that direction biome-ignore format: vectors
  // read in rows
  const nx = onTriangle[ON_SEPARATION],
    ny = onTriangle[ON_SEPARATION + 1],
    nz = onTriangle[ON_SEPARATION + 2],
    square = onTriangle[ON_SQUARE],
    along1 = nx * ux + ny * uy + nz * uz,
    along2 = nx * vx + ny * vy + nz * vz;
  let far = 0;
  if (along1 > far) far = along1;
  if (along2 > far) far = along2;
  const gap = nx * wx + ny * wy + nz * wz - far;
  onTriangle[ON_GAP] = gap;
  onTriangle[ON_SIZE] = uu + vv;
  const error = SQUARE_ERROR * (square + uu + vv) + UNDERFLOW;
  onTriangle[ON_LEAST] = error < Infinity ? 2 * gap - square - error : Number.NaN;
  onTriangle[ON_MOST] = square + error;
}

/**
 * A certain lower bound of the distance of the last `nearestOnTriangle`. It costs a root and a quotient and is finer than
 * the root of ON_LEAST for large triangles: its error is δ (triangle-distance.ts) instead of δ·S/D.
 */
export function leastOnTriangle(): number {
  const square = onTriangle[ON_SQUARE];
  const root = Math.sqrt(square);
  return root > 2 ** -400
    ? onTriangle[ON_GAP] / root - LENGTH_ERROR * Math.sqrt(square + onTriangle[ON_SIZE])
    : 0;
}

function nearestOnEdge(p: Float64Array, at: number, t: Float64Array, from: number, to: number): void {
  // biome-ignore format: vectors read in rows
  const x = t[from], y = t[from + 1], z = t[from + 2],
    ux = t[to] - x, uy = t[to + 1] - y, uz = t[to + 2] - z,
    wx = p[at] - x, wy = p[at + 1] - y, wz = p[at + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uw = ux * wx + uy * wy + uz * wz;
  const s = !(uw > 0) ? 0 : uw >= uu ? 1 : uw / uu;
  const dx = wx - s * ux;
  const dy = wy - s * uy;
  const dz = wz - s * uz;
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square < onTriangle[ON_SQUARE])) return;
  onTriangle[ON_SQUARE] = square;
  onTriangle[ON_SEPARATION] = dx;
  onTriangle[ON_SEPARATION + 1] = dy;
  onTriangle[ON_SEPARATION + 2] = dz;
  onTriangle[ON_POINT] = s === 1 ? t[to] : x + s * ux;
  onTriangle[ON_POINT + 1] = s === 1 ? t[to + 1] : y + s * uy;
  onTriangle[ON_POINT + 2] = s === 1 ? t[to + 2] : z + s * uz;
}
