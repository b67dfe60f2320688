import { SQUARE_ERROR, UNDERFLOW } from "./triangle-distance.ts";

// How far apart are two features: a vertex and a closed face, or two closed edges? Plain f64. What is certain are two numbers, as for
// triangles (triangle-distance.ts has the proof; a vertex and an edge are triangles that are a point and a segment): the features
// are at most as far apart as the two points found, and at least as far as the gap between them along the way from one to the other.

// What was found. Parameters: of a vertex and a face, the weights of the face's corners 1 and 2; of two edges, where the points are,
// 0 at the first end and 1 at the second.
export const SQUARE = 0;
export const LEAST = 1; // the square of the distance is certainly not less than this; NaN where a corner is not finite
export const MOST = 2; // and not more than this
export const WAY = 3; // from the first feature's point to the second's, 3 numbers
export const FIRST = 6;
export const SECOND = 7;
/** Of a vertex and a face: 3 for the inside of the face, or the edge, 0 to 2, from that corner to the next. */
export const REGION = 8;
/** Where on that edge the point is. */
export const ON_EDGE = 9;
/** How much larger the square is than the gap times the length of the way: zero, but for rounding, where the points are the nearest ones. */
export const EXCESS = 10;
/** What LEAST and MOST allow for rounding. */
export const ERROR = 11;
export const FOUND_LENGTH = 16;

export const INSIDE = 3;

/** The vertex at p[v] and the face with the corners at t[f0], t[f1] and t[f2]. */
export function findVertexFace(
  p: Float64Array,
  v: number,
  t: Float64Array,
  f0: number,
  f1: number,
  f2: number,
  found: Float64Array,
): void {
  // biome-ignore format: vectors read in rows
  const x = t[f0], y = t[f0 + 1], z = t[f0 + 2],
    ux = t[f1] - x, uy = t[f1 + 1] - y, uz = t[f1 + 2] - z,
    vx = t[f2] - x, vy = t[f2 + 1] - y, vz = t[f2 + 2] - z,
    wx = p[v] - x, wy = p[v + 1] - y, wz = p[v + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    det = uu * vv - uv * uv,
    s = vv * uw - uv * vw,
    r = uu * vw - uv * uw;
  // The second parameter follows from the first: both are off by much in a needle, and must be so together.
  const f = s / det;
  const g = (vw - f * uv) / vv;
  if (s > 0 && r > 0 && s + r < det && g >= 0 && f + g <= 1) {
    const dx = f * ux + g * vx - wx;
    const dy = f * uy + g * vy - wy;
    const dz = f * uz + g * vz - wz;
    found[SQUARE] = dx * dx + dy * dy + dz * dz;
    found[WAY] = dx;
    found[WAY + 1] = dy;
    found[WAY + 2] = dz;
    found[FIRST] = f;
    found[SECOND] = g;
    found[REGION] = INSIDE;
  } else {
    found[SQUARE] = Infinity;
    offerEdge(p, v, t, f0, f1, 0, found);
    offerEdge(p, v, t, f1, f2, 1, found);
    offerEdge(p, v, t, f2, f0, 2, found);
    setCornerWeights(found);
  }
  // the gap along the way, times its length: to the corner that comes first along it
  // biome-ignore format: vectors read in rows
  const nx = found[WAY], ny = found[WAY + 1], nz = found[WAY + 2],
    along1 = nx * ux + ny * uy + nz * uz,
    along2 = nx * vx + ny * vy + nz * vz;
  let near = 0;
  if (along1 < near) near = along1;
  if (along2 < near) near = along2;
  setCertain(near - (nx * wx + ny * wy + nz * wz), uu + vv, found);
}

/** The edges from p[p0] to p[p1] and from q[q0] to q[q1]. */
export function findEdgeEdge(
  p: Float64Array,
  p0: number,
  p1: number,
  q: Float64Array,
  q0: number,
  q1: number,
  found: Float64Array,
): void {
  // biome-ignore format: vectors read in rows
  const x = p[p0], y = p[p0 + 1], z = p[p0 + 2],
    ux = p[p1] - x, uy = p[p1 + 1] - y, uz = p[p1 + 2] - z,
    vx = q[q1] - q[q0], vy = q[q1 + 1] - q[q0 + 1], vz = q[q1 + 2] - q[q0 + 2],
    wx = q[q0] - x, wy = q[q0 + 1] - y, wz = q[q0 + 2] - z,
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
  let t = (uv * s - vw) / vv; // NaN where the second edge is a point
  if (!(t >= 0 && t <= 1)) {
    t = t > 1 ? 1 : 0;
    s = uu > 0 ? (uw + uv * t) / uu : 0;
    if (!(s > 0)) s = 0;
    else if (s > 1) s = 1;
  }
  const dx = wx + t * vx - s * ux;
  const dy = wy + t * vy - s * uy;
  const dz = wz + t * vz - s * uz;
  found[SQUARE] = dx * dx + dy * dy + dz * dz;
  found[WAY] = dx;
  found[WAY + 1] = dy;
  found[WAY + 2] = dz;
  found[FIRST] = s;
  found[SECOND] = t;
  const alongU = dx * ux + dy * uy + dz * uz;
  const alongV = dx * vx + dy * vy + dz * vz;
  let gap = dx * wx + dy * wy + dz * wz;
  if (alongU > 0) gap -= alongU;
  if (alongV < 0) gap += alongV;
  setCertain(gap, uu + vv, found);
}

function setCertain(gap: number, size: number, found: Float64Array): void {
  const square = found[SQUARE];
  const error = SQUARE_ERROR * (square + size) + UNDERFLOW;
  // Infinity − Infinity, or NaN, where a corner is not finite
  found[LEAST] = error < Infinity ? 2 * gap - square - error : Number.NaN;
  found[MOST] = square + error;
  found[EXCESS] = square - gap;
  found[ERROR] = error;
}

/** The vertex and the edge of a face from t[from] to t[to], if nothing nearer was found. */
function offerEdge(
  p: Float64Array,
  v: number,
  t: Float64Array,
  from: number,
  to: number,
  edge: number,
  found: Float64Array,
): void {
  // biome-ignore format: vectors read in rows
  const x = t[from], y = t[from + 1], z = t[from + 2],
    ux = t[to] - x, uy = t[to + 1] - y, uz = t[to + 2] - z,
    wx = p[v] - x, wy = p[v + 1] - y, wz = p[v + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uw = ux * wx + uy * wy + uz * wz;
  const s = !(uw > 0) ? 0 : uw >= uu ? 1 : uw / uu;
  const dx = s * ux - wx;
  const dy = s * uy - wy;
  const dz = s * uz - wz;
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square < found[SQUARE])) return;
  found[SQUARE] = square;
  found[WAY] = dx;
  found[WAY + 1] = dy;
  found[WAY + 2] = dz;
  found[REGION] = edge;
  found[ON_EDGE] = s;
}

/** The weights of the face's corners 1 and 2, for a point on an edge of it. */
export function setCornerWeights(found: Float64Array): void {
  const s = found[ON_EDGE];
  const region = found[REGION];
  found[FIRST] = region === 0 ? s : region === 1 ? 1 - s : 0;
  found[SECOND] = region === 1 ? s : region === 2 ? 1 - s : 0;
}
