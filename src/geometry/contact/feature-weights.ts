// Where a vertex and a face, or two edges, come nearest to each other, as weights of their vertices: plain f64, degenerate
// features included. For features that touch, the weights are those of the common point, to rounding.

/** Squares of distances are compared; a candidate that is not a number never wins. */
const best = { square: Infinity };

/** The weights of the corners at t[i…i+8] that give the point nearest to p[at…at+2]; three numbers to out[to]. */
export function setFaceWeights(
  p: Float64Array,
  at: number,
  t: Float64Array,
  i: number,
  out: Float64Array,
  to: number,
): void {
  // biome-ignore format: vectors read in rows
  const x = t[i], y = t[i + 1], z = t[i + 2],
    ux = t[i + 3] - x, uy = t[i + 4] - y, uz = t[i + 5] - z,
    vx = t[i + 6] - x, vy = t[i + 7] - y, vz = t[i + 8] - z,
    wx = p[at] - x, wy = p[at + 1] - y, wz = p[at + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz;
  // Compute the second parameter from the first: in a needle both have large errors, which must cancel.
  const f = (vv * uw - uv * vw) / (uu * vv - uv * uv);
  const g = (vw - f * uv) / vv;
  if (f >= 0 && g >= 0 && f + g <= 1) {
    out[to] = Math.max(0, 1 - f - g); // f + g may have been rounded down to 1
    out[to + 1] = f;
    out[to + 2] = g;
    return;
  }
  best.square = Infinity;
  for (let edge = 0; edge < 3; edge++) {
    const next = (edge + 1) % 3;
    const share = shareOfEdge(p, at, t, i + 3 * edge, i + 3 * next);
    const square = squareTo(p, at, t, i + 3 * edge, i + 3 * next, share);
    if (!(square < best.square)) continue;
    best.square = square;
    out[to] = out[to + 1] = out[to + 2] = 0;
    out[to + edge] = 1 - share;
    out[to + next] += share;
  }
}

/**
 * The weights of the ends of two edges, at p[0…5] and p[6…11], that give the points where they are nearest to each other; four
 * numbers to out[to].
 */
export function setEdgeWeights(p: Float64Array, out: Float64Array, to: number): void {
  // biome-ignore format: vectors read in rows
  const ux = p[3] - p[0], uy = p[4] - p[1], uz = p[5] - p[2],
    vx = p[9] - p[6], vy = p[10] - p[7], vz = p[11] - p[8],
    wx = p[6] - p[0], wy = p[7] - p[1], wz = p[8] - p[2],
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz;
  const s = (vv * uw - uv * vw) / (uu * vv - uv * uv);
  const t = (s * uv - vw) / vv;
  best.square = Infinity;
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) keepShares(p, s, t, out, to);
  // Try each end with the other edge: parallel edges, and edges that meet at an end, are nearest there.
  keepShares(p, 0, shareOfEdge(p, 0, p, 6, 9), out, to);
  keepShares(p, 1, shareOfEdge(p, 3, p, 6, 9), out, to);
  keepShares(p, shareOfEdge(p, 6, p, 0, 3), 0, out, to);
  keepShares(p, shareOfEdge(p, 9, p, 0, 3), 1, out, to);
}

function keepShares(p: Float64Array, s: number, t: number, out: Float64Array, to: number): void {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const difference = (1 - s) * p[axis] + s * p[3 + axis] - (1 - t) * p[6 + axis] - t * p[9 + axis];
    square += difference * difference;
  }
  if (!(square < best.square)) return;
  best.square = square;
  out[to] = 1 - s;
  out[to + 1] = s;
  out[to + 2] = 1 - t;
  out[to + 3] = t;
}

/** How far along the edge from e[i] to e[j] the point nearest to p[at] is, 0 to 1. */
function shareOfEdge(p: Float64Array, at: number, e: Float64Array, i: number, j: number): number {
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const way = e[j + axis] - e[i + axis];
    along += way * (p[at + axis] - e[i + axis]);
    square += way * way;
  }
  return along <= 0 ? 0 : along >= square ? 1 : along / square;
}

function squareTo(p: Float64Array, at: number, e: Float64Array, i: number, j: number, share: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const difference = (1 - share) * e[i + axis] + share * e[j + axis] - p[at + axis];
    square += difference * difference;
  }
  return square;
}
