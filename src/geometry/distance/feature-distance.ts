import {
  edgeEdge,
  FOUND_FEATURE,
  FOUND_OTHER,
  FOUND_S,
  FOUND_SEPARATION,
  FOUND_SQUARE,
  FOUND_T,
  setCertain,
} from "./triangle-distance.ts";

// How far apart are two features: a vertex and a closed face, or two closed edges? Plain f64, with two certain bounds: the features are at
// most as far apart as the two points found, and at least as far as the gap between them along the vector from one point to the other.
// triangle-distance.ts has the proof: a vertex and an edge are degenerate triangles.

// What was found lies as triangle-distance.ts says. Parameters of a vertex and a face are the weights of the face's corners 1 and 2; of two
// edges, where the points are, 0 at the first end and 1 at the second. The separation leads from the first feature to the second.
/** Of a vertex and a face: 3 for the inside of the face, or the edge, 0 to 2, from that corner to the next. */
export const FOUND_REGION = FOUND_FEATURE;
/** Where on that edge the point is. */
export const FOUND_ON_EDGE = FOUND_OTHER;

export const INSIDE = 3;

/**
 * The vertex at p[v] and the face with the corners at t[f0], t[f1] and t[f2]. Calling `cornerFace`, as `findEdgeEdge` calls
 * `edgeEdge`, made this 12 % slower: the gap needs the same products again.
 */
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
  // Compute the second parameter from the first: in a needle both have large errors, which must cancel.
  const f = s / det;
  const g = (vw - f * uv) / vv;
  if (s > 0 && r > 0 && s + r < det && g >= 0 && f + g <= 1) {
    const dx = f * ux + g * vx - wx;
    const dy = f * uy + g * vy - wy;
    const dz = f * uz + g * vz - wz;
    found[FOUND_SQUARE] = dx * dx + dy * dy + dz * dz;
    found[FOUND_SEPARATION] = dx;
    found[FOUND_SEPARATION + 1] = dy;
    found[FOUND_SEPARATION + 2] = dz;
    found[FOUND_S] = f;
    found[FOUND_T] = g;
    found[FOUND_REGION] = INSIDE;
  } else {
    found[FOUND_SQUARE] = Infinity;
    offerEdge(p, v, t, f0, f1, 0, found);
    offerEdge(p, v, t, f1, f2, 1, found);
    offerEdge(p, v, t, f2, f0, 2, found);
    setCornerWeights(found);
  }
  // the gap along the separation, times its length: to the corner that comes first along it
  // biome-ignore format: vectors read in rows
  const nx = found[FOUND_SEPARATION], ny = found[FOUND_SEPARATION + 1], nz = found[FOUND_SEPARATION + 2],
    along1 = nx * ux + ny * uy + nz * uz,
    along2 = nx * vx + ny * vy + nz * vz;
  let nearest = 0;
  if (along1 < nearest) nearest = along1;
  if (along2 < nearest) nearest = along2;
  setCertain(nearest - (nx * wx + ny * wy + nz * wz), uu + vv, found);
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
  found[FOUND_SQUARE] = Infinity;
  edgeEdge(p, p0, p1, q, q0, q1, 0, found);
  // biome-ignore format: vectors read in rows
  const x = p[p0], y = p[p0 + 1], z = p[p0 + 2],
    ux = p[p1] - x, uy = p[p1 + 1] - y, uz = p[p1 + 2] - z,
    vx = q[q1] - q[q0], vy = q[q1 + 1] - q[q0 + 1], vz = q[q1 + 2] - q[q0 + 2],
    nx = found[FOUND_SEPARATION], ny = found[FOUND_SEPARATION + 1], nz = found[FOUND_SEPARATION + 2],
    alongU = nx * ux + ny * uy + nz * uz,
    alongV = nx * vx + ny * vy + nz * vz;
  let gap = nx * (q[q0] - x) + ny * (q[q0 + 1] - y) + nz * (q[q0 + 2] - z);
  if (alongU > 0) gap -= alongU;
  if (alongV < 0) gap += alongV;
  const size = ux * ux + uy * uy + uz * uz + (vx * vx + vy * vy + vz * vz);
  setCertain(gap, size, found);
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
  if (!(square < found[FOUND_SQUARE])) return;
  found[FOUND_SQUARE] = square;
  found[FOUND_SEPARATION] = dx;
  found[FOUND_SEPARATION + 1] = dy;
  found[FOUND_SEPARATION + 2] = dz;
  found[FOUND_REGION] = edge;
  found[FOUND_ON_EDGE] = s;
}

/** The weights of the face's corners 1 and 2, for a point on an edge of it. */
export function setCornerWeights(found: Float64Array): void {
  const s = found[FOUND_ON_EDGE];
  const region = found[FOUND_REGION];
  found[FOUND_S] = region === 0 ? s : region === 1 ? 1 - s : 0;
  found[FOUND_T] = region === 1 ? s : region === 2 ? 1 - s : 0;
}
