import { rationalDistance } from "./rational-distance.ts";
import { FOUND_FEATURE, FOUND_S, FOUND_T, found, triangleDistance } from "./triangle-distance.ts";
import { measureNearestCorners, measurePair } from "./triangle-distance-double.ts";

// The distance of two triangles as returned to callers: the true value rounded once to the nearest f64. Sorting corners and
// triangles by their coordinates first makes the result independent of their order.
//
// f64 finds which edges, or which corner and face, are nearest. 106 bits then prove the distance
// (triangle-distance-double.ts); otherwise integers do.

/** Scaled distances above this are normal numbers, so they are rounded once. */
export const LEAST_SCALED = 2 ** -1000;

/** Layout of the result: distance, nearest point of a, nearest point of b. */
export const MEASURED_A = 1;
export const MEASURED_B = 4;
export const measured = new Float64Array(16);

const pair = new Float64Array(18);
let rationalTests = 0;

/** How many distances integers had to decide since the module was loaded. Queries report the difference. */
export function rationalTestCount(): number {
  return rationalTests;
}

/** Measures the triangles at a[i…i+8] and b[j…j+8], which do not meet, and returns their distance. */
export function measureTriangles(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const exchange = setPair(a, i, b, j);
  const unit = unitOf(pair, 18);
  if (!(unit > 0)) return Number.NaN;
  if (unit !== 1) for (let k = 0; k < 18; k++) pair[k] /= unit;
  measured[0] = measureNearestCorners(pair, measured, MEASURED_A);
  if (measured[0] < 0) {
    triangleDistance(pair, 0, pair, 9);
    const feature = found[FOUND_FEATURE];
    measured[0] = measurePair(pair, feature, found[FOUND_S], found[FOUND_T], measured, MEASURED_A);
  }
  if (!(measured[0] * unit >= LEAST_SCALED)) return measureInIntegers(a, i, b, j);
  if (unit !== 1) for (let k = 0; k < 7; k++) measured[k] *= unit;
  if (exchange) exchangePoints();
  return measured[0];
}

/**
 * The unit in which tiny coordinates are measured, so that no product underflows: a power of two, 1 for all other
 * coordinates. NaN if a coordinate is not finite.
 */
export function unitOf(coordinates: Float64Array, count: number): number {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += Math.abs(coordinates[k]);
  if (sum >= 2 ** -95 && sum < Infinity) return 1; // there are fewer than 32 of them
  if (!(sum < Infinity)) return Number.NaN;
  let largest = 0;
  for (let k = 0; k < count; k++) largest = Math.max(largest, Math.abs(coordinates[k]));
  // both this power of two and its inverse are f64
  return largest >= 2 ** -100 || largest === 0 ? 1 : 2 ** Math.max(Math.floor(Math.log2(largest)), -1000);
}

/** Measures a pair in integers directly, where 106 bits are known to prove nothing. */
export function measureInIntegers(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const exchange = setPair(a, i, b, j);
  rationalTests++;
  rationalDistance(pair, measured);
  if (exchange) exchangePoints();
  return measured[0];
}

/** Two triangles as 18 numbers, with corners and triangles sorted by their coordinates. */
export function sortedPair(a: Float64Array, i: number, b: Float64Array, j: number): Float64Array {
  setPair(a, i, b, j);
  return pair;
}

/** Copies both triangles with corners and triangles sorted by their coordinates; returns whether b comes first. */
function setPair(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  copySorted(a, i, 0);
  copySorted(b, j, 9);
  if (compare(pair, 0, pair, 9, 9) <= 0) return false;
  for (let k = 0; k < 9; k++) exchangeNumbers(pair, k, k + 9);
  return true;
}

function copySorted(from: Float64Array, i: number, to: number): void {
  for (let k = 0; k < 9; k++) pair[to + k] = from[i + k] + 0; // no −0
  if (compare(pair, to, pair, to + 3, 3) > 0) exchangeCorners(to, to + 3);
  if (compare(pair, to + 3, pair, to + 6, 3) > 0) exchangeCorners(to + 3, to + 6);
  if (compare(pair, to, pair, to + 3, 3) > 0) exchangeCorners(to, to + 3);
}

/** Negative, zero or positive if the `count` numbers at p[i] come before, equal or come after those at q[j]. */
export function compare(p: Float64Array, i: number, q: Float64Array, j: number, count: number): number {
  for (let k = 0; k < count; k++) if (p[i + k] !== q[j + k]) return p[i + k] < q[j + k] ? -1 : 1;
  return 0;
}

function exchangeCorners(i: number, j: number): void {
  for (let k = 0; k < 3; k++) exchangeNumbers(pair, i + k, j + k);
}

function exchangePoints(): void {
  for (let k = 0; k < 3; k++) exchangeNumbers(measured, MEASURED_A + k, MEASURED_B + k);
}

function exchangeNumbers(p: Float64Array, i: number, j: number): void {
  const number = p[i];
  p[i] = p[j];
  p[j] = number;
}
