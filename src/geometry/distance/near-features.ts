import { FOUND_ON_EDGE, FOUND_REGION, findEdgeEdge, findVertexFace, INSIDE } from "./feature-distance.ts";
import { refineDistance } from "./feature-distance-double.ts";
import { areWithinExactly, measureExactly } from "./feature-distance-exact.ts";
import {
  FOUND_ERROR,
  FOUND_EXCESS,
  FOUND_LEAST,
  FOUND_LENGTH,
  FOUND_MOST,
  FOUND_S,
  FOUND_SEPARATION,
  FOUND_SQUARE,
  FOUND_T,
} from "./triangle-distance.ts";

// Are two features no farther apart than a thickness? Three stages decide, f64, 106 bits and integers, each only what it can prove. These
// stages also measure the pairs that are near, each only if rounding is a small share of the distance: so the distance is 0 if and only if the
// features touch.

// When a stage may measure a pair. Let D be the length of the separation it found, and S and δ as in triangle-distance.ts. The features are at
// most D + δ apart, and at least D − excess / D − δ. FINE bounds S: in f64 it is at most 2^13·D, which makes δ = 2^-48·S at most 2^-35·D; in
// 106 bits it is at most 2^35·D, and δ is below 2^-60·D. FINE_EXCESS bounds the rest by 2^-34·D. So a distance is off by less than 2^-33 of
// itself, however small it is.
/** The share of a square that the allowance for rounding may have. */
const FINE = 2 ** -20;
/** The share of a square that its excess may have. */
const FINE_EXCESS = 2 ** -34;
/** Farther apart than any two points: coordinates are within ±2^100. Squares of it are f64 numbers. */
const FAR = 2 ** 110;

/** The thickness of a query, and the result of its last test. */
export interface FeatureTest {
  thickness: number;
  /** The squared thickness, rounded down and up. */
  squareDown: number;
  squareUp: number;
  /** Parameters and separation, laid out as feature-distance.ts says. */
  readonly found: Float64Array;
  /** The nearest points of a measured pair: of the first feature, then of the second. */
  readonly points: Float64Array;
  /** The corners of two features: a vertex and three corners, or two edges. */
  readonly corners: Float64Array;
  /** Tests that integers had to decide. */
  exactTests: number;
}

export function createFeatureTest(): FeatureTest {
  return {
    thickness: 0,
    squareDown: 0,
    squareUp: 0,
    found: new Float64Array(FOUND_LENGTH),
    points: new Float64Array(6),
    corners: new Float64Array(12),
    exactTests: 0,
  };
}

/** Begins a query with a thickness of at least 0. */
export function beginFeatureTest(test: FeatureTest, thickness: number): void {
  test.thickness = Math.min(thickness, FAR);
  const square = test.thickness * test.thickness;
  test.squareDown = square * (1 - 2 ** -52);
  test.squareUp = square * (1 + 2 ** -51) + 2 ** -1000; // exceeds what underflow takes from the square
  test.exactTests = 0;
}

/** Whether the vertex at p[v] is near the face with the corners at t[f0], t[f1] and t[f2]. */
export function isVertexNearFace(
  test: FeatureTest,
  p: Float64Array,
  v: number,
  t: Float64Array,
  f0: number,
  f1: number,
  f2: number,
): boolean {
  const { found } = test;
  findVertexFace(p, v, t, f0, f1, f2, found);
  if (found[FOUND_LEAST] > test.squareUp) return false;
  if (found[FOUND_MOST] <= test.squareDown) return true;
  setVertexFace(test.corners, p, v, t, f0, f1, f2);
  return isNearFinely(test, false);
}

/** Whether the edge from p[p0] to p[p1] is near the edge from q[q0] to q[q1]. */
export function isEdgeNearEdge(
  test: FeatureTest,
  p: Float64Array,
  p0: number,
  p1: number,
  q: Float64Array,
  q0: number,
  q1: number,
): boolean {
  const { found } = test;
  findEdgeEdge(p, p0, p1, q, q0, q1, found);
  if (found[FOUND_LEAST] > test.squareUp) return false;
  if (found[FOUND_MOST] <= test.squareDown) return true;
  setEdges(test.corners, p, p0, p1, q, q0, q1);
  return isNearFinely(test, true);
}

function isNearFinely(test: FeatureTest, isEdges: boolean): boolean {
  const { found, corners, thickness } = test;
  if (touchAtCorners(corners, isEdges, found)) return true;
  refineDistance(corners, isEdges, thickness, found);
  if (found[FOUND_LEAST] > 0) return false;
  if (found[FOUND_MOST] <= 0) return true;
  test.exactTests++;
  return areWithinExactly(corners, isEdges, thickness);
}

/** Measures a vertex and a face that are near each other: writes `found` and `points`, and returns the distance. */
export function measureVertexFace(
  test: FeatureTest,
  p: Float64Array,
  v: number,
  t: Float64Array,
  f0: number,
  f1: number,
  f2: number,
): number {
  const { found, corners, points } = test;
  findVertexFace(p, v, t, f0, f1, f2, found);
  setVertexFace(corners, p, v, t, f0, f1, f2);
  if (!isFine(found)) {
    if (touchAtCorners(corners, false, found)) return setTouching(test, 0);
    refineDistance(corners, false, 0, found);
    if (!isFine(found)) return measureExactly(corners, false, found, points);
  }
  const region = found[FOUND_REGION];
  if (region === INSIDE) setPointInside(corners, found, points);
  else
    setPointOnEdge(
      corners,
      3 + 3 * region,
      region === 2 ? 3 : 6 + 3 * region,
      found[FOUND_ON_EDGE],
      points,
      3,
    );
  for (let axis = 0; axis < 3; axis++) points[axis] = corners[axis];
  return Math.min(Math.sqrt(found[FOUND_SQUARE]), test.thickness);
}

/** Measures two edges that are near each other: writes `found` and `points`, and returns the distance. */
export function measureEdges(
  test: FeatureTest,
  p: Float64Array,
  p0: number,
  p1: number,
  q: Float64Array,
  q0: number,
  q1: number,
): number {
  const { found, corners, points } = test;
  findEdgeEdge(p, p0, p1, q, q0, q1, found);
  setEdges(corners, p, p0, p1, q, q0, q1);
  if (!isFine(found)) {
    if (touchAtCorners(corners, true, found)) return setTouching(test, 3 * found[FOUND_S]);
    refineDistance(corners, true, 0, found);
    if (!isFine(found)) return measureExactly(corners, true, found, points);
  }
  setPointOnEdge(corners, 0, 3, found[FOUND_S], points, 0);
  setPointOnEdge(corners, 6, 9, found[FOUND_T], points, 3);
  return Math.min(Math.sqrt(found[FOUND_SQUARE]), test.thickness);
}

/** Whether the points found are the nearest ones up to rounding, and rounding is a small share of their distance. */
function isFine(found: Float64Array): boolean {
  const excess = found[FOUND_EXCESS];
  const error = found[FOUND_ERROR];
  const square = found[FOUND_SQUARE];
  return excess <= error && excess <= FINE_EXCESS * square && error <= FINE * square;
}

/**
 * Whether a corner of one feature has the position of a corner of the other, as neighbours in a mesh that is not welded do. Then the
 * parameters are set to the first such pair of corners.
 */
function touchAtCorners(c: Float64Array, isEdges: boolean, found: Float64Array): boolean {
  const middle = isEdges ? 6 : 3;
  for (let a = 0; a < middle; a += 3)
    for (let b = middle; b < 12; b += 3) {
      if (c[a] !== c[b] || c[a + 1] !== c[b + 1] || c[a + 2] !== c[b + 2]) continue;
      found[FOUND_S] = isEdges ? a / 3 : b === 6 ? 1 : 0;
      found[FOUND_T] = b === 9 ? 1 : 0;
      return true;
    }
  return false;
}

/** Writes the result for features that touch at the corner c[corner]. */
function setTouching({ found, points, corners }: FeatureTest, corner: number): number {
  for (let axis = 0; axis < 3; axis++) {
    found[FOUND_SEPARATION + axis] = 0;
    points[axis] = corners[corner + axis];
    points[3 + axis] = corners[corner + axis];
  }
  return 0;
}

function setPointInside(c: Float64Array, found: Float64Array, points: Float64Array): void {
  const f = found[FOUND_S];
  const g = found[FOUND_T];
  for (let axis = 0; axis < 3; axis++) {
    const x = c[3 + axis];
    points[3 + axis] = x + f * (c[6 + axis] - x) + g * (c[9 + axis] - x);
  }
}

function setPointOnEdge(
  c: Float64Array,
  from: number,
  to: number,
  s: number,
  points: Float64Array,
  at: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const x = c[from + axis];
    const end = c[to + axis];
    points[at + axis] = s === 1 ? end : x + s * (end - x);
  }
}

function setVertexFace(
  c: Float64Array,
  p: Float64Array,
  v: number,
  t: Float64Array,
  f0: number,
  f1: number,
  f2: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    c[axis] = p[v + axis];
    c[3 + axis] = t[f0 + axis];
    c[6 + axis] = t[f1 + axis];
    c[9 + axis] = t[f2 + axis];
  }
}

function setEdges(
  c: Float64Array,
  p: Float64Array,
  p0: number,
  p1: number,
  q: Float64Array,
  q0: number,
  q1: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    c[axis] = p[p0 + axis];
    c[3 + axis] = p[p1 + axis];
    c[6 + axis] = q[q0 + axis];
    c[9 + axis] = q[q1 + axis];
  }
}
