import {
  CORNER_OF_A,
  CORNER_OF_B,
  cornerFace,
  edgeEdge,
  FOUND_SEPARATION,
  FOUND_SQUARE,
  found,
  gapAlongSeparation,
  setCertain,
  UNDERFLOW,
} from "./triangle-distance.ts";

// The distance of two triangles for a search that already has a near pair: a gap along one of three lines rules most pairs
// out, and most of the others are nearest at two corners.

/** Allows for the rounding of a square and a product. */
const FAR = 1 - 2 ** -40;

/**
 * The error of a gap times the length D of its direction, as a share of S² (triangle-distance.ts): at most 32ε·D·S, and D ≤
 * S.
 */
const GAP_ERROR = 2 ** -48;
/**
 * If the gap along a candidate's separation falls short of it by at most this share of S², the search ends: no other
 * candidate is nearer by more.
 */
const PROVEN = 2 ** -47;

// State of the search: the squared size σ² of the triangles; the gap along the best candidate's separation, times its
// length; what has been proven.
const SIZE = 0;
const GAP = 1;
const VERDICT = 2;
const OPEN = 0;
const NEAREST = 1;
const BEYOND = 2;
const scratch = new Float64Array(16);

// A limit: the squared distance beyond which a pair is irrelevant; the error of a projection, as a length; a direction,
// which is a unit vector or zero; the length beyond which a gap along it exceeds the limit.
const LIMIT_SQUARE = 0;
export const LIMIT_ROUNDING = 1;
export const LIMIT_DIRECTION = 2;
export const LIMIT_ROOT = 5;

/**
 * Writes the squared distance of two triangles that do not meet to `found`, like `triangleDistance`; or returns false if
 * they are certainly beyond the limit.
 *
 * After the gaps along two lines it examines the two corners nearest to each other. If no other corner is nearer along the
 * vector between them, they are the answer, as is usual for triangles that are farther apart than they are long; and the
 * gap along that vector may exceed the limit.
 */
export function triangleDistanceWithin(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  limit: Float64Array,
): boolean {
  if (areFarApart(a, i, b, j, limit)) return false;
  let least = Infinity;
  let p = i;
  let q = j;
  for (let k = i; k < i + 9; k += 3) {
    const x = a[k];
    const y = a[k + 1];
    const z = a[k + 2];
    for (let l = j; l < j + 9; l += 3) {
      const dx = b[l] - x;
      const dy = b[l + 1] - y;
      const dz = b[l + 2] - z;
      const d2 = dx * dx + dy * dy + dz * dz;
      if (d2 < least) {
        least = d2;
        p = k;
        q = l;
      }
    }
  }
  // biome-ignore format: vectors read in rows
  const px = a[p], py = a[p + 1], pz = a[p + 2],
    qx = b[q], qy = b[q + 1], qz = b[q + 2],
    x = qx - px, y = qy - py, z = qz - pz;
  let most = 0; // how far a's corners extend beyond p; `before`: how far b's corners lie before q
  let size = 0;
  for (let k = i; k < i + 9; k += 3) {
    const ux = a[k] - px;
    const uy = a[k + 1] - py;
    const uz = a[k + 2] - pz;
    const along = ux * x + uy * y + uz * z;
    if (along > most) most = along;
    size += ux * ux + uy * uy + uz * uz;
  }
  let before = 0;
  for (let l = j; l < j + 9; l += 3) {
    const vx = qx - b[l];
    const vy = qy - b[l + 1];
    const vz = qz - b[l + 2];
    const along = vx * x + vy * y + vz * z;
    if (along > before) before = along;
    size += vx * vx + vy * vy + vz * vz;
  }
  const error = GAP_ERROR * (least + size) + UNDERFLOW;
  const gap = least - most - before - error;
  if (gap > 0 && gap * gap * FAR > limit[LIMIT_SQUARE] * least) return false;
  if (most === 0 && before === 0) {
    found[FOUND_SQUARE] = least;
    found[FOUND_SEPARATION] = x;
    found[FOUND_SEPARATION + 1] = y;
    found[FOUND_SEPARATION + 2] = z;
    setCertain(least, size, found);
    return true;
  }
  found[FOUND_SQUARE] = Infinity;
  scratch[SIZE] = size;
  scratch[GAP] = 0;
  if (!searchFeatures(a, i, p - i, b, j, q - j, limit)) return false;
  setCertain(scratch[GAP], size, found);
  return true;
}

/**
 * Tries the candidates of `triangleDistance`, starting with the edges at the nearest corners, until the gap along a
 * candidate's separation proves that it is the answer, or that the pair is beyond the limit. Returns false in the latter
 * case.
 */
function searchFeatures(
  a: Float64Array,
  i: number,
  p: number,
  b: Float64Array,
  j: number,
  q: number,
  limit: Float64Array,
): boolean {
  let least = Infinity;
  for (let e = 0; e < 9; e += 3) {
    const start = before(p, e);
    for (let f = 0; f < 9; f += 3) {
      const other = before(q, f);
      edgeEdge(a, i + start, i + after(start), b, j + other, j + after(other), start + other / 3, found);
      if (!(found[FOUND_SQUARE] < least)) continue;
      least = found[FOUND_SQUARE];
      setGap(a, i, b, j, limit);
      if (scratch[VERDICT] !== OPEN) return scratch[VERDICT] === NEAREST;
    }
  }
  for (let corner = 0; corner < 3; corner++) {
    cornerFace(a, i + 3 * corner, b, j, CORNER_OF_A + corner);
    cornerFace(b, j + 3 * corner, a, i, CORNER_OF_B + corner);
    if (!(found[FOUND_SQUARE] < least)) continue;
    least = found[FOUND_SQUARE];
    setGap(a, i, b, j, limit);
    if (scratch[VERDICT] !== OPEN) return scratch[VERDICT] === NEAREST;
  }
  return true;
}

/**
 * The k-th edge to try, by its start (corners are offsets 0, 3, 6): the edge from p, then the one before it, then the
 * third.
 */
function before(p: number, k: number): number {
  return p >= k ? p - k : p - k + 9;
}

function after(p: number): number {
  return p === 6 ? 0 : p + 3;
}

/** Computes the gap between the triangles along the best candidate's separation, and records what it proves. */
function setGap(a: Float64Array, i: number, b: Float64Array, j: number, limit: Float64Array): void {
  const square = found[FOUND_SQUARE];
  const gap = gapAlongSeparation(a, i, b, j);
  const sizes = square + scratch[SIZE];
  const certain = gap - (GAP_ERROR * sizes + UNDERFLOW);
  scratch[GAP] = gap;
  if (certain > 0 && certain * certain * FAR > limit[LIMIT_SQUARE] * square) scratch[VERDICT] = BEYOND;
  else scratch[VERDICT] = gap >= square - PROVEN * sizes ? NEAREST : OPEN;
}

/**
 * Whether the triangles at a[i] and b[j] are certainly beyond the limit, by a gap along the line between their centres or
 * along the limit's direction.
 */
function areFarApart(a: Float64Array, i: number, b: Float64Array, j: number, limit: Float64Array): boolean {
  // biome-ignore format: vectors read in rows
  const p0x = a[i], p0y = a[i + 1], p0z = a[i + 2],
    q0x = b[j], q0y = b[j + 1], q0z = b[j + 2],
    u1x = a[i + 3] - p0x, u1y = a[i + 4] - p0y, u1z = a[i + 5] - p0z,
    u2x = a[i + 6] - p0x, u2y = a[i + 7] - p0y, u2z = a[i + 8] - p0z,
    v1x = b[j + 3] - q0x, v1y = b[j + 4] - q0y, v1z = b[j + 5] - q0z,
    v2x = b[j + 6] - q0x, v2y = b[j + 7] - q0y, v2z = b[j + 8] - q0z,
    wx = q0x - p0x, wy = q0y - p0y, wz = q0z - p0z,
    x = 3 * wx + v1x + v2x - u1x - u2x,
    y = 3 * wy + v1y + v2y - u1y - u2y,
    z = 3 * wz + v1z + v2z - u1z - u2z,
    u1 = x * u1x + y * u1y + z * u1z,
    u2 = x * u2x + y * u2y + z * u2z,
    v1 = x * v1x + y * v1y + z * v1z,
    v2 = x * v2x + y * v2y + z * v2z;
  let most = 0;
  if (u1 > most) most = u1;
  if (u2 > most) most = u2;
  let least = 0;
  if (v1 < least) least = v1;
  if (v2 < least) least = v2;
  const length = x * x + y * y + z * z;
  const slack = limit[LIMIT_ROUNDING] * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const gap = x * wx + y * wy + z * wz - most + least - slack;
  if (gap > 0 && gap * gap * FAR > limit[LIMIT_SQUARE] * length) return true;

  // the gap along the limit's direction, which connects the nearest points so far biome-ignore format: vectors read in rows
  const dx = limit[LIMIT_DIRECTION],
    dy = limit[LIMIT_DIRECTION + 1],
    dz = limit[LIMIT_DIRECTION + 2],
    s1 = dx * u1x + dy * u1y + dz * u1z,
    s2 = dx * u2x + dy * u2y + dz * u2z,
    t1 = dx * v1x + dy * v1y + dz * v1z,
    t2 = dx * v2x + dy * v2y + dz * v2z;
  most = 0;
  if (s1 > most) most = s1;
  if (s2 > most) most = s2;
  least = 0;
  if (t1 < least) least = t1;
  if (t2 < least) least = t2;
  return dx * wx + dy * wy + dz * wz - most + least > limit[LIMIT_ROOT];
}
