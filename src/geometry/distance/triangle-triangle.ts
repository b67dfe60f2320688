// How far apart are two triangles that do not meet? The distance is attained between two edges or between a corner of
// one and the face of the other: nine and six candidates. Each candidate is a point of one triangle and a point of the
// other, so rounding can make a candidate too long, hardly ever too short.
//
// This file is the filter stage: plain f64, squared distances, and a bound on what they are wrong by. The pairs that
// come first within that bound go to triangle-triangle-exact.ts.

/**
 * A squared distance found here differs from the true one by less than this times S², where S² is the sum of the squares
 * of the distance and of two edges of either triangle. Points on the triangles are found with parameters that can be
 * off by much where edges are nearly parallel or a triangle is a needle; but there the distance hardly depends on
 * them. In all, such a slip changes the squared distance by some units in the last place (2^-53) of S²; 256 are granted.
 */
export const SQUARE_ERROR = 2 ** -45;
/** What underflow can do: squared distances as small as this say nothing. */
export const UNDERFLOW = 2 ** -480;

/** What `triangleDistance` found: squared distance, error bound, and which candidate it was. */
export const FOUND_SQUARE = 0;
export const FOUND_ERROR = 1;
export const FOUND_FEATURE = 2;
export const FOUND_S = 3; // first parameter of the candidate
export const FOUND_T = 4;
export const FOUND_WAY = 5; // from a's point to b's
export const found = new Float64Array(16);

/** The squared distances of all candidates in the last test, Infinity where a candidate does not exist. */
export const candidates = new Float64Array(16);

// Features: 3·e + f for edge e of a (from corner e to the next) and edge f of b; CORNER_OF_A + i for corner i of a on
// b's face; CORNER_OF_B + j for corner j of b on a's face.
export const CORNER_OF_A = 9;
export const CORNER_OF_B = 12;
export const FEATURES = 15;

/** Writes the squared distance of the triangles at a[i…i+8] and b[j…j+8], which do not meet, to `found`. */
export function triangleDistance(a: Float64Array, i: number, b: Float64Array, j: number): void {
  found[FOUND_SQUARE] = Infinity;
  for (let e = 0; e < 3; e++) {
    const p = i + 3 * e;
    const pNext = e === 2 ? i : p + 3;
    for (let f = 0; f < 3; f++) {
      const q = j + 3 * f;
      edgeEdge(a, p, pNext, b, q, f === 2 ? j : q + 3, 3 * e + f);
    }
  }
  for (let corner = 0; corner < 3; corner++) {
    cornerFace(a, i + 3 * corner, b, j, CORNER_OF_A + corner);
    cornerFace(b, j + 3 * corner, a, i, CORNER_OF_B + corner);
  }
  const size =
    square(a, i, a, i + 3) + square(a, i, a, i + 6) + square(b, j, b, j + 3) + square(b, j, b, j + 6);
  found[FOUND_ERROR] = SQUARE_ERROR * (found[FOUND_SQUARE]! + size) + UNDERFLOW;
}

function offer(feature: number, s: number, t: number, x: number, y: number, z: number): void {
  const d2 = x * x + y * y + z * z;
  candidates[feature] = d2;
  if (d2 < found[FOUND_SQUARE]!) {
    found[FOUND_SQUARE] = d2;
    found[FOUND_WAY] = x;
    found[FOUND_WAY + 1] = y;
    found[FOUND_WAY + 2] = z;
    found[FOUND_FEATURE] = feature;
    found[FOUND_S] = s;
    found[FOUND_T] = t;
  }
}

/** Segments p0 p1 of a and q0 q1 of b: the points p0 + s·(p1 − p0) and q0 + t·(q1 − q0), s and t within 0 … 1. */
export function edgeEdge(
  a: Float64Array,
  p0: number,
  p1: number,
  b: Float64Array,
  q0: number,
  q1: number,
  feature: number,
): void {
  // biome-ignore format: vectors read in rows
  const x = a[p0]!, y = a[p0 + 1]!, z = a[p0 + 2]!,
    ux = a[p1]! - x, uy = a[p1 + 1]! - y, uz = a[p1 + 2]! - z,
    vx = b[q1]! - b[q0]!, vy = b[q1 + 1]! - b[q0 + 1]!, vz = b[q1 + 2]! - b[q0 + 2]!,
    wx = b[q0]! - x, wy = b[q0 + 1]! - y, wz = b[q0 + 2]! - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    det = uu * vv - uv * uv;
  // the lines' closest points; parallel lines, and points, have s = 0
  let s = det > 0 ? (uw * vv - uv * vw) / det : 0;
  if (!(s > 0)) s = 0;
  else if (s > 1) s = 1;
  let t = (uv * s - vw) / vv; // NaN where the second segment is a point
  if (!(t >= 0 && t <= 1)) {
    t = t > 1 ? 1 : 0;
    s = uu > 0 ? (uw + uv * t) / uu : 0;
    if (!(s > 0)) s = 0;
    else if (s > 1) s = 1;
  }
  const dx = wx + t * vx - s * ux;
  const dy = wy + t * vy - s * uy;
  const dz = wz + t * vz - s * uz;
  offer(feature, s, t, dx, dy, dz);
}

/** The point at p[at] and the face of the triangle at b[j], if the point's projection lies in it: q0 + s·u + t·v. */
export function cornerFace(p: Float64Array, at: number, b: Float64Array, j: number, feature: number): void {
  // biome-ignore format: vectors read in rows
  const x = b[j]!, y = b[j + 1]!, z = b[j + 2]!,
    ux = b[j + 3]! - x, uy = b[j + 4]! - y, uz = b[j + 5]! - z,
    vx = b[j + 6]! - x, vy = b[j + 7]! - y, vz = b[j + 8]! - z,
    wx = p[at]! - x, wy = p[at + 1]! - y, wz = p[at + 2]! - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    det = uu * vv - uv * uv,
    s = vv * uw - uv * vw,
    t = uu * vw - uv * uw;
  candidates[feature] = Infinity;
  if (!(s > 0 && t > 0 && s + t < det)) return; // then an edge is as near
  // The second parameter follows from the first: both are off by much in a needle, and must be so together.
  const f = s / det;
  const g = (vw - f * uv) / vv;
  if (!(g >= 0 && f + g <= 1)) return;
  const dx = wx - f * ux - g * vx;
  const dy = wy - f * uy - g * vy;
  const dz = wz - f * uz - g * vz;
  const sign = feature < CORNER_OF_B ? -1 : 1;
  offer(feature, f, g, sign * dx, sign * dy, sign * dz);
}

function square(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = q[j]! - p[i]!;
  const y = q[j + 1]! - p[i + 1]!;
  const z = q[j + 2]! - p[i + 2]!;
  return x * x + y * y + z * z;
}
