import { rationalDistance } from "./rational-distance.ts";
import {
  CORNER_OF_A,
  CORNER_OF_B,
  FOUND_FEATURE,
  FOUND_S,
  FOUND_SQUARE,
  FOUND_T,
  found,
  triangleDistance,
} from "./triangle-triangle.ts";

// The distance of two triangles as a number to return: within a few units in the last place of the true one, and the
// same whichever triangle comes first and wherever its corners begin, because corners and triangles are put in order
// before anything is computed.
//
// f64 decides where it can prove its answer: the nearest points found give an upper bound, and the gap between the
// triangles along the way from one to the other a lower bound. Where they differ by more than CERTAIN, integers decide.

export const CERTAIN = 1 - 2 ** -44;
/** Nearer than this share of their size, triangles are measured in integers: f64 points are not fine enough. */
export const NEAR = 2 ** -6;
export const ROUNDING = 2 ** -51; // of a dot product of differences: 4 units of 2^-53

/** What was measured: distance, nearest point of a, nearest point of b. */
export const MEASURED_A = 1;
export const MEASURED_B = 4;
export const measured = new Float64Array(16);

const pair = new Float64Array(18);
const way = new Float64Array(3);
let rationalTests = 0;

/** How many distances more than f64 had to decide, since the module was loaded. Queries report the difference. */
export function rationalTestCount(): number {
  return rationalTests;
}

/** For one that was decided elsewhere. */
export function countExactTest(): void {
  rationalTests++;
}

/** Measures the triangles at a[i…i+8] and b[j…j+8], which do not meet, and returns their distance. */
export function measureTriangles(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const exchange = setPair(a, i, b, j);
  triangleDistance(pair, 0, pair, 9);
  if (!measureInFloats()) {
    rationalTests++;
    rationalDistance(pair, measured);
  }
  if (exchange) exchangePoints();
  return measured[0]!;
}

/** Two triangles as 18 numbers, corners and triangles in the order of their coordinates. */
export function sortedPair(a: Float64Array, i: number, b: Float64Array, j: number): Float64Array {
  setPair(a, i, b, j);
  return pair;
}

/** Copies both triangles, corners and triangles in the order of their coordinates; returns whether b comes first. */
function setPair(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  copySorted(a, i, 0);
  copySorted(b, j, 9);
  if (compare(pair, 0, pair, 9, 9) <= 0) return false;
  for (let k = 0; k < 9; k++) exchangeNumbers(pair, k, k + 9);
  return true;
}

function copySorted(from: Float64Array, i: number, to: number): void {
  for (let k = 0; k < 9; k++) pair[to + k] = from[i + k]! + 0; // no −0
  if (compare(pair, to, pair, to + 3, 3) > 0) exchangeCorners(to, to + 3);
  if (compare(pair, to + 3, pair, to + 6, 3) > 0) exchangeCorners(to + 3, to + 6);
  if (compare(pair, to, pair, to + 3, 3) > 0) exchangeCorners(to, to + 3);
}

/** Negative, zero or positive as the numbers at p[i] come before, equal or come after those at q[j]. */
export function compare(p: Float64Array, i: number, q: Float64Array, j: number, count: number): number {
  for (let k = 0; k < count; k++) if (p[i + k] !== q[j + k]) return p[i + k]! < q[j + k]! ? -1 : 1;
  return 0;
}

function exchangeCorners(i: number, j: number): void {
  for (let k = 0; k < 3; k++) exchangeNumbers(pair, i + k, j + k);
}

function exchangePoints(): void {
  for (let k = 0; k < 3; k++) exchangeNumbers(measured, MEASURED_A + k, MEASURED_B + k);
}

function exchangeNumbers(p: Float64Array, i: number, j: number): void {
  const number = p[i]!;
  p[i] = p[j]!;
  p[j] = number;
}

/** Writes what f64 found to `measured`, if it can be proven. */
function measureInFloats(): boolean {
  const distance = Math.sqrt(found[FOUND_SQUARE]!);
  if (!(distance >= NEAR * extent())) return false;
  setPoints(found[FOUND_FEATURE]!, found[FOUND_S]!, found[FOUND_T]!);
  measured[0] = distance;
  return gapAlong() >= distance * CERTAIN;
}

/** The sum of the lengths, in the L1 norm, of two edges of either triangle: what rounding is measured against. */
function extent(): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const p = pair[k]!;
    const q = pair[9 + k]!;
    sum += Math.abs(pair[3 + k]! - p) + Math.abs(pair[6 + k]! - p);
    sum += Math.abs(pair[12 + k]! - q) + Math.abs(pair[15 + k]! - q);
  }
  return sum;
}

/** The two points of a candidate, and the way from one to the other. */
function setPoints(feature: number, s: number, t: number): void {
  if (feature < CORNER_OF_A) {
    const e = Math.trunc(feature / 3);
    const f = feature % 3;
    setPoint(MEASURED_A, 3 * e, 3 * ((e + 1) % 3), s, 3 * e, 0, -1);
    setPoint(MEASURED_B, 9 + 3 * f, 9 + 3 * ((f + 1) % 3), t, 9 + 3 * f, 0, 1);
    addWay(3 * e, 9 + 3 * f);
  } else if (feature < CORNER_OF_B) {
    const corner = 3 * (feature - CORNER_OF_A);
    setPoint(MEASURED_A, corner, corner, 0, corner, 0, -1);
    setPoint(MEASURED_B, 9, 12, s, 15, t, 1);
    addWay(corner, 9);
  } else {
    const corner = 9 + 3 * (feature - CORNER_OF_B);
    setPoint(MEASURED_A, 0, 3, s, 6, t, -1);
    setPoint(MEASURED_B, corner, corner, 0, corner, 0, 1);
    addWay(0, corner);
  }
}

/** The point p + s·(q − p) + t·(r − p), and q itself for s = 1; its share of the way. */
function setPoint(to: number, p: number, q: number, s: number, r: number, t: number, sign: number): void {
  for (let k = 0; k < 3; k++) {
    const from = pair[p + k]!;
    const offset = s * (pair[q + k]! - from) + t * (pair[r + k]! - from);
    measured[to + k] = s === 1 ? pair[q + k]! : from + offset;
    way[k] = sign < 0 ? -offset : way[k]! + offset; // a's point comes first
  }
}

/** The way between the corners p and q: a difference of coordinates, so that it is exact however far they are from zero. */
function addWay(p: number, q: number): void {
  for (let k = 0; k < 3; k++) way[k]! += pair[q + k]! - pair[p + k]!;
}

/** A lower bound of the distance: the gap between the triangles along `way`. */
function gapAlong(): number {
  const x = way[0]!;
  const y = way[1]!;
  const z = way[2]!;
  let gap = Infinity;
  for (let i = 0; i < 9; i += 3) {
    for (let j = 9; j < 18; j += 3) {
      const px = x * (pair[j]! - pair[i]!);
      const py = y * (pair[j + 1]! - pair[i + 1]!);
      const pz = z * (pair[j + 2]! - pair[i + 2]!);
      const least = px + py + pz - ROUNDING * (Math.abs(px) + Math.abs(py) + Math.abs(pz));
      if (least < gap) gap = least;
    }
  }
  return gap / Math.sqrt(x * x + y * y + z * z);
}
