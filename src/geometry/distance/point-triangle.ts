import { SQUARE_ERROR, UNDERFLOW } from "./triangle-triangle.ts";

// The point of a triangle that is nearest to a point: plain f64, any triangle, degenerate ones included. The error bound
// is that of triangle-triangle.ts, for a triangle that is one point.

/** What `nearestOnTriangle` found: the square of the distance, a bound of its error, the point. */
export const ON_SQUARE = 0;
export const ON_ERROR = 1;
export const ON_POINT = 2;
export const onTriangle = new Float64Array(16);

/** Writes the point of the triangle at t[i…i+8] that is nearest to p[at…at+2] to `onTriangle`. */
export function nearestOnTriangle(p: Float64Array, at: number, t: Float64Array, i: number): void {
  // biome-ignore format: vectors read in rows
  const x = t[i]!, y = t[i + 1]!, z = t[i + 2]!,
    ux = t[i + 3]! - x, uy = t[i + 4]! - y, uz = t[i + 5]! - z,
    vx = t[i + 6]! - x, vy = t[i + 7]! - y, vz = t[i + 8]! - z,
    wx = p[at]! - x, wy = p[at + 1]! - y, wz = p[at + 2]! - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    det = uu * vv - uv * uv,
    s = vv * uw - uv * vw,
    r = uu * vw - uv * uw;
  onTriangle[ON_SQUARE] = Infinity;
  // The second parameter follows from the first: both are off by much in a needle, and must be so together.
  const f = s / det;
  const g = (vw - f * uv) / vv;
  if (s > 0 && r > 0 && s + r < det && g >= 0 && f + g <= 1) {
    const dx = wx - f * ux - g * vx;
    const dy = wy - f * uy - g * vy;
    const dz = wz - f * uz - g * vz;
    onTriangle[ON_SQUARE] = dx * dx + dy * dy + dz * dz;
    onTriangle[ON_POINT] = x + f * ux + g * vx;
    onTriangle[ON_POINT + 1] = y + f * uy + g * vy;
    onTriangle[ON_POINT + 2] = z + f * uz + g * vz;
  } else {
    nearestOnEdge(p, at, t, i, i + 3);
    nearestOnEdge(p, at, t, i + 3, i + 6);
    nearestOnEdge(p, at, t, i + 6, i);
  }
  onTriangle[ON_ERROR] = SQUARE_ERROR * (onTriangle[ON_SQUARE]! + uu + vv) + UNDERFLOW;
}

function nearestOnEdge(p: Float64Array, at: number, t: Float64Array, from: number, to: number): void {
  // biome-ignore format: vectors read in rows
  const x = t[from]!, y = t[from + 1]!, z = t[from + 2]!,
    ux = t[to]! - x, uy = t[to + 1]! - y, uz = t[to + 2]! - z,
    wx = p[at]! - x, wy = p[at + 1]! - y, wz = p[at + 2]! - z,
    uu = ux * ux + uy * uy + uz * uz,
    uw = ux * wx + uy * wy + uz * wz;
  const s = !(uw > 0) ? 0 : uw >= uu ? 1 : uw / uu;
  const dx = wx - s * ux;
  const dy = wy - s * uy;
  const dz = wz - s * uz;
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square < onTriangle[ON_SQUARE]!)) return;
  onTriangle[ON_SQUARE] = square;
  onTriangle[ON_POINT] = s === 1 ? t[to]! : x + s * ux;
  onTriangle[ON_POINT + 1] = s === 1 ? t[to + 1]! : y + s * uy;
  onTriangle[ON_POINT + 2] = s === 1 ? t[to + 2]! : z + s * uz;
}
