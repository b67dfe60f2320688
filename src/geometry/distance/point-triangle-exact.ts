import { measureCorner, measureEdge, measureFace } from "./point-triangle-double.ts";
import { SQUARE_ERROR, UNDERFLOW } from "./triangle-distance.ts";
import { LEAST_SCALED, MEASURED_A, measured, measureInIntegers, unitOf } from "./triangle-distance-exact.ts";

// The distance of a point from a triangle as returned to callers: the true value rounded once to the nearest f64, and the
// nearest point with each coordinate rounded once. Sorting the corners by their coordinates makes the result independent of
// their order.
//
// f64 finds which corner, edge or face is nearest. 106 bits prove it and measure (point-triangle-double.ts); otherwise
// integers do.

/**
 * The triangle's corners sorted by their coordinates, followed by the point; and the point as a triangle of three equal
 * corners.
 */
const sorted = new Float64Array(16);
const P = 9;
const pointCorners = new Float64Array(16);
/**
 * The best candidate: its squared distance, its parameter on the edge, and its corners as offsets into `sorted` (a third
 * for a face).
 */
const best = new Float64Array(16);
const SQUARE = 0;
const S = 1;
const FROM = 2;
const TO = 3;
const THIRD = 4;
const SEPARATION = 5; // from the nearest point to the query point

/** The nearest point of the triangle found by `measurePoint`. */
export const measuredPoint = new Float64Array(16);

/**
 * The distance of the point at p[0…2] from the triangle at t[0…8]. Infinity if its square certainly exceeds limit[0]; NaN
 * if a coordinate is not finite.
 */
export function measurePoint(p: Float64Array, t: Float64Array, limit: Float64Array): number {
  setSorted(p, t);
  const unit = unitOf(sorted, 12);
  if (!(unit > 0)) return Number.NaN;
  if (unit !== 1) for (let k = 0; k < 12; k++) sorted[k] /= unit;
  best[SQUARE] = Infinity;
  if (!edge(0, 3) || !edge(3, 6) || !edge(6, 0)) return inIntegers(p, t);
  face();
  if (leastSquare() * unit * unit > limit[0]) return Infinity;
  const distance = measureDouble();
  if (!(distance === 0 || distance * unit >= LEAST_SCALED)) return inIntegers(p, t);
  if (unit !== 1) for (let k = 0; k < 3; k++) measuredPoint[k] *= unit;
  return distance * unit;
}

/** Measures with 106 bits; −1 where these are not enough. */
function measureDouble(): number {
  const s = best[S];
  const from = best[FROM];
  const to = best[TO];
  if (best[THIRD] !== from) return measureFace(sorted, measuredPoint);
  if (s === 0) return measureCorner(sorted, from, measuredPoint);
  if (s === 1) return measureCorner(sorted, to, measuredPoint);
  return measureEdge(sorted, Math.min(from, to), Math.max(from, to), measuredPoint);
}

function inIntegers(p: Float64Array, t: Float64Array): number {
  for (let k = 0; k < 9; k++) pointCorners[k] = p[k % 3];
  const distance = measureInIntegers(t, 0, pointCorners, 0);
  for (let k = 0; k < 3; k++) measuredPoint[k] = measured[MEASURED_A + k];
  return distance;
}

function setSorted(p: Float64Array, t: Float64Array): void {
  for (let k = 0; k < 3; k++) sorted[P + k] = p[k] + 0; // no −0
  const second = comesBefore(t, 3, 0) ? 0 : 3;
  const first = 3 - second;
  const isLast = !comesBefore(t, 6, second);
  const isFirst = !isLast && comesBefore(t, 6, first);
  const middle = isLast ? second : isFirst ? first : 6;
  const least = isFirst ? 6 : first;
  const last = isLast ? 6 : second;
  for (let k = 0; k < 3; k++) {
    sorted[k] = t[least + k] + 0;
    sorted[3 + k] = t[middle + k] + 0;
    sorted[6 + k] = t[last + k] + 0;
  }
}

function comesBefore(t: Float64Array, i: number, j: number): boolean {
  if (t[i] !== t[j]) return t[i] < t[j];
  if (t[i + 1] !== t[j + 1]) return t[i + 1] < t[j + 1];
  return t[i + 2] < t[j + 2];
}

/** The point from + s·(to − from) of an edge. False if the edge is so short that its square underflows. */
function edge(from: number, to: number): boolean {
  // biome-ignore format: vectors read in rows
  const x = sorted[from], y = sorted[from + 1], z = sorted[from + 2],
    ux = sorted[to] - x, uy = sorted[to + 1] - y, uz = sorted[to + 2] - z,
    wx = sorted[P] - x, wy = sorted[P + 1] - y, wz = sorted[P + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uw = ux * wx + uy * wy + uz * wz;
  if (uu === 0 && (ux !== 0 || uy !== 0 || uz !== 0)) return false;
  let s = uu > 0 ? uw / uu : 0;
  if (!(s > 0)) s = 0;
  else if (s > 1) s = 1;
  const dx = wx - s * ux;
  const dy = wy - s * uy;
  const dz = wz - s * uz;
  const square = dx * dx + dy * dy + dz * dz;
  if (square < best[SQUARE]) {
    setBest(square, s, from, to, from);
    best[SEPARATION] = dx;
    best[SEPARATION + 1] = dy;
    best[SEPARATION + 2] = dz;
  }
  return true;
}

/** The point corner + f·u + g·v of the face, if the query point projects into it. */
function face(): void {
  // biome-ignore format: vectors read in rows
  const x = sorted[0], y = sorted[1], z = sorted[2],
    ux = sorted[3] - x, uy = sorted[4] - y, uz = sorted[5] - z,
    vx = sorted[6] - x, vy = sorted[7] - y, vz = sorted[8] - z,
    wx = sorted[P] - x, wy = sorted[P + 1] - y, wz = sorted[P + 2] - z,
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    det = uu * vv - uv * uv,
    s = vv * uw - uv * vw,
    t = uu * vw - uv * uw;
  if (!(s > 0 && t > 0 && s + t < det)) return;
  const f = s / det;
  const g = (vw - f * uv) / vv;
  if (!(g >= 0 && f + g <= 1)) return;
  const dx = wx - f * ux - g * vx;
  const dy = wy - f * uy - g * vy;
  const dz = wz - f * uz - g * vz;
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square < best[SQUARE])) return;
  setBest(square, f, 0, 3, 6);
  best[SEPARATION] = dx;
  best[SEPARATION + 1] = dy;
  best[SEPARATION + 2] = dz;
}

/** A lower bound of the squared distance, as in point-triangle.ts: by the gap along the separation. */
function leastSquare(): number {
  // biome-ignore format: vectors read in rows
  const x = sorted[0], y = sorted[1], z = sorted[2],
    ux = sorted[3] - x, uy = sorted[4] - y, uz = sorted[5] - z,
    vx = sorted[6] - x, vy = sorted[7] - y, vz = sorted[8] - z,
    nx = best[SEPARATION], ny = best[SEPARATION + 1], nz = best[SEPARATION + 2],
    along1 = nx * ux + ny * uy + nz * uz,
    along2 = nx * vx + ny * vy + nz * vz,
    square = best[SQUARE],
    size = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz;
  let far = 0;
  if (along1 > far) far = along1;
  if (along2 > far) far = along2;
  const gap = nx * (sorted[P] - x) + ny * (sorted[P + 1] - y) + nz * (sorted[P + 2] - z) - far;
  return 2 * gap - square - (SQUARE_ERROR * (square + size) + UNDERFLOW);
}

function setBest(square: number, s: number, from: number, to: number, third: number): void {
  best[SQUARE] = square;
  best[S] = s;
  best[FROM] = from;
  best[TO] = to;
  best[THIRD] = third;
}
