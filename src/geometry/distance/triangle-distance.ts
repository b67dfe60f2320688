// The distance of two triangles that do not meet. It is attained between two edges or between a corner of one and the face
// of the other: nine and six candidates.
//
// This file is the filter stage: plain f64, squared distances. Like the kernels (kernels/assembly/distance-triangles.ts) it
// gives two certain bounds. The triangles are at most as far apart as the two points found, because these are points of the
// triangles whatever rounding did to their parameters s and t. And they are at least as far apart as the gap between them
// along any vector; here it is taken along the separation, the vector from one point to the other, where the gap equals the
// distance if the points are the nearest ones. So nothing depends on how well the points were found. Where they are badly
// placed, as next to needles and between nearly parallel edges, the bounds are far apart, and the pair goes to
// triangle-distance-exact.ts.
//
// Rounding. Let ε = 2^-53. Let D be the length of the separation; α and β the longest edges of the triangles; σ² the sum of
// the squares of two edges of either triangle, from any one corner of it; S² = D² + σ². A triangle's third edge is no
// longer than the other two together, so α + β ≤ 2σ and α, β ≤ √2·σ. Two corners of the triangles are at most D + α + β
// apart, wherever the base corner is and however far away: the far corner of a needle is no farther than an edge is long.
// To first order in ε:
// - A component of the separation is w + t·v − s·u. Each letter is a difference of two coordinates with relative error ε.
//   With products and sums the error of a component is 3ε|w| + 4ε|v| + 3ε|u|, that of the vector 4ε(|w| + |u| + |v|) ≤ 4ε(D
//   + 2α + 2β) ≤ 4ε(D + 4σ) ≤ 16.5ε·S. From a corner to a face it is w − f·u − g·v, with edges u and v of one triangle and
//   |w| ≤ D + β: 4ε(D + 3β); and as f + g ≤ 1 was rounded, the point may lie outside by ε·β: in all 4ε(D + 4.6σ) ≤ 19ε·S.
// - The error of a product of the separation n and a difference of two corners is 4ε|n| times the length of that
//   difference. The gap is one product minus another: 4ε|n|·α, 4ε|n|(D + α + β) and ε|n|(D + α + β) for their difference,
//   in all 5ε|n|(D + 2α + β) ≤ 5ε|n|(D + 4σ) ≤ 21ε|n|·S. The length |n| and the quotient add 3ε(D + α + β) ≤ 7ε·S.
// So the error of either length is below 28ε·S; let δ = 32ε·S, which covers the rounding of S and squares of ε. In squares,
// which need no root: with g the gap times D, the distance is at least x/D, x = g − δ·D, and as x²/D² ≥ 2x − D² for any x,
// its square is at least 2g − D² − 2δ·D; it is at most D² + 2δ·D + δ². As D ≤ S, 2δ·D ≤ 64ε·S². SQUARE_ERROR allows
// 128ε·S², which covers the rounding of these sums as well.

/** δ: the error of a length, as a share of S. */
export const LENGTH_ERROR = 2 ** -48;
/** The error of the two squares, as a share of S². */
export const SQUARE_ERROR = 2 ** -46;
/**
 * Squared distances this small say nothing, because of underflow. A product that underflows has an error of 2^-1075, a gap
 * one of 2^-1070, both far below UNDERFLOW.
 */
export const UNDERFLOW = 2 ** -480;

/** Layout of `found`: a squared distance, certain bounds of the true one, and the candidate it belongs to. */
export const FOUND_SQUARE = 0;
export const FOUND_LEAST = 1; // a certain lower bound of the squared distance; NaN if a corner is not finite
export const FOUND_FEATURE = 2;
export const FOUND_S = 3; // first parameter of the candidate
export const FOUND_T = 4;
export const FOUND_SEPARATION = 5; // from a's point to b's
export const FOUND_MOST = 8; // a certain upper bound of the squared distance
export const FOUND_EXCESS = 9; // how much larger the square is than the gap times the length of the separation
export const FOUND_ERROR = 10; // what the bounds allow for rounding
/** From here on, feature-distance.ts has room of its own. */
export const FOUND_OTHER = 11;
export const FOUND_LENGTH = 16;
export const found = new Float64Array(FOUND_LENGTH);

// Features: 3·e + f for edge e of a (from corner e to the next) and edge f of b; CORNER_OF_A + i for corner i of a on
// b's face; CORNER_OF_B + j for corner j of b on a's face.
export const CORNER_OF_A = 9;
export const CORNER_OF_B = 12;

/** Writes the squared distance of the triangles at a[i…i+8] and b[j…j+8], which do not meet, to `found`. */
export function triangleDistance(a: Float64Array, i: number, b: Float64Array, j: number): void {
  found[FOUND_SQUARE] = Infinity;
  for (let e = 0; e < 3; e++) {
    const p = i + 3 * e;
    const pNext = e === 2 ? i : p + 3;
    for (let f = 0; f < 3; f++) {
      const q = j + 3 * f;
      edgeEdge(a, p, pNext, b, q, f === 2 ? j : q + 3, 3 * e + f, found);
    }
  }
  for (let corner = 0; corner < 3; corner++) {
    cornerFace(a, i + 3 * corner, b, j, CORNER_OF_A + corner);
    cornerFace(b, j + 3 * corner, a, i, CORNER_OF_B + corner);
  }
  const size =
    square(a, i, a, i + 3) + square(a, i, a, i + 6) + square(b, j, b, j + 3) + square(b, j, b, j + 6);
  setCertain(gapAlongSeparation(a, i, b, j), size, found);
}

/** The gap between the triangles along the best candidate's separation, times its length. */
export function gapAlongSeparation(a: Float64Array, i: number, b: Float64Array, j: number): number {
  // biome-ignore format: vectors read in rows
  const x = found[FOUND_SEPARATION], y = found[FOUND_SEPARATION + 1], z = found[FOUND_SEPARATION + 2],
    px = a[i], py = a[i + 1], pz = a[i + 2],
    u1 = x * (a[i + 3] - px) + y * (a[i + 4] - py) + z * (a[i + 5] - pz),
    u2 = x * (a[i + 6] - px) + y * (a[i + 7] - py) + z * (a[i + 8] - pz),
    v1 = x * (b[j + 3] - px) + y * (b[j + 4] - py) + z * (b[j + 5] - pz),
    v2 = x * (b[j + 6] - px) + y * (b[j + 7] - py) + z * (b[j + 8] - pz);
  let most = 0;
  if (u1 > most) most = u1;
  if (u2 > most) most = u2;
  let least = x * (b[j] - px) + y * (b[j + 1] - py) + z * (b[j + 2] - pz);
  if (v1 < least) least = v1;
  if (v2 < least) least = v2;
  return least - most;
}

/** Writes certain bounds of the squared distance, from the gap along the separation times its length, and σ². */
export function setCertain(gap: number, size: number, found: Float64Array): void {
  const square = found[FOUND_SQUARE];
  const error = SQUARE_ERROR * (square + size) + UNDERFLOW;
  // Infinity − Infinity or NaN if a corner is not finite
  found[FOUND_LEAST] = error < Infinity ? 2 * gap - square - error : Number.NaN;
  found[FOUND_MOST] = square + error;
  found[FOUND_EXCESS] = square - gap;
  found[FOUND_ERROR] = error;
}

function offer(
  feature: number,
  s: number,
  t: number,
  x: number,
  y: number,
  z: number,
  found: Float64Array,
): void {
  const d2 = x * x + y * y + z * z;
  if (d2 < found[FOUND_SQUARE]) {
    found[FOUND_SQUARE] = d2;
    found[FOUND_SEPARATION] = x;
    found[FOUND_SEPARATION + 1] = y;
    found[FOUND_SEPARATION + 2] = z;
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
  found: Float64Array,
): void {
  // biome-ignore format: vectors read in rows
  const x = a[p0], y = a[p0 + 1], z = a[p0 + 2],
    ux = a[p1] - x, uy = a[p1 + 1] - y, uz = a[p1 + 2] - z,
    vx = b[q1] - b[q0], vy = b[q1 + 1] - b[q0 + 1], vz = b[q1 + 2] - b[q0 + 2],
    wx = b[q0] - x, wy = b[q0 + 1] - y, wz = b[q0 + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    det = uu * vv - uv * uv;
  // the closest points of the lines; parallel lines, and points, get s = 0
  let s = det > 0 ? (uw * vv - uv * vw) / det : 0;
  if (!(s > 0)) s = 0;
  else if (s > 1) s = 1;
  let t = (uv * s - vw) / vv; // NaN if the second segment is a point
  if (!(t >= 0 && t <= 1)) {
    t = t > 1 ? 1 : 0;
    s = uu > 0 ? (uw + uv * t) / uu : 0;
    if (!(s > 0)) s = 0;
    else if (s > 1) s = 1;
  }
  const dx = wx + t * vx - s * ux;
  const dy = wy + t * vy - s * uy;
  const dz = wz + t * vz - s * uz;
  offer(feature, s, t, dx, dy, dz, found);
}

/** The point at p[at] and the face of the triangle at b[j], if the point projects into it: q0 + s·u + t·v. */
export function cornerFace(p: Float64Array, at: number, b: Float64Array, j: number, feature: number): void {
  // biome-ignore format: vectors read in rows
  const x = b[j], y = b[j + 1], z = b[j + 2],
    ux = b[j + 3] - x, uy = b[j + 4] - y, uz = b[j + 5] - z,
    vx = b[j + 6] - x, vy = b[j + 7] - y, vz = b[j + 8] - z,
    wx = p[at] - x, wy = p[at + 1] - y, wz = p[at + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    det = uu * vv - uv * uv,
    s = vv * uw - uv * vw,
    t = uu * vw - uv * uw;
  if (!(s > 0 && t > 0 && s + t < det)) return; // an edge is as near
  // Compute the second parameter from the first: in a needle both have large errors, which must cancel.
  const f = s / det;
  const g = (vw - f * uv) / vv;
  if (!(g >= 0 && f + g <= 1)) return;
  const dx = wx - f * ux - g * vx;
  const dy = wy - f * uy - g * vy;
  const dz = wz - f * uz - g * vz;
  const sign = feature < CORNER_OF_B ? -1 : 1;
  offer(feature, f, g, sign * dx, sign * dy, sign * dz, found);
}

function square(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = q[j] - p[i];
  const y = q[j + 1] - p[i + 1];
  const z = q[j + 2] - p[i + 2];
  return x * x + y * y + z * z;
}
