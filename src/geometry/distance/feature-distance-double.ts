import { add, difference, divide, dotProduct, multiply } from "../../numerics/double-double.ts";
import { FOUND_ON_EDGE, FOUND_REGION, INSIDE, setCornerWeights } from "./feature-distance.ts";
import {
  FOUND_ERROR,
  FOUND_EXCESS,
  FOUND_LEAST,
  FOUND_MOST,
  FOUND_S,
  FOUND_SEPARATION,
  FOUND_SQUARE,
  FOUND_T,
  UNDERFLOW,
} from "./triangle-distance.ts";

// The second stage of feature-distance.ts, with 106 bits. f64 has found on which parts the nearest points lie (inside a face or an edge, or
// at an end); this stage computes them again there. The result does not rely on f64 being right: the points prove how far apart the features
// are at most, and the gap along the separation proves how far they are at least.
//
// Rounding is that of the f64 stage with 2^-102 in place of ε = 2^-53: differences are exact, sums are off by 2^-104 of the terms'
// magnitudes, products by 2^-103. The f64 stage allows 128ε·S² for rounding; SHARE is 32 times the equivalent here. Products that underflow
// lose less than 2^-900, times other numbers below 2^400: less than UNDERFLOW.

const SHARE = 2 ** -90;

// Offsets in `d` of numbers, two f64 each, and of vectors of three such numbers.
const U = 0;
const V = 6;
const W = 12;
const N = 18; // the separation
const PARTS = 24;
const UU = 30;
const UV = 32;
const VV = 34;
const UW = 36;
const VW = 38;
const DET = 40;
const S = 42;
const T = 44;
const ONE = 46;
const GAP = 48;
const RESULT = 50;
const LIMIT = 52;
const SPARE = 54;
const d = new Float64Array(128).fill(1, ONE, ONE + 1);

/**
 * Improves what f64 has found of two features. The corners are c[0…11]: a vertex and three corners, or two edges. FOUND_LEAST and
 * FOUND_MOST become bounds of the squared distance minus the squared `limit`; NaN where 106 bits prove nothing.
 */
export function refineDistance(c: Float64Array, isEdges: boolean, limit: number, found: Float64Array): void {
  const isPlaced = isEdges ? placeOnEdges(c, found) : placeOnFace(c, found);
  if (!isPlaced) {
    found[FOUND_LEAST] = Number.NaN;
    found[FOUND_MOST] = Number.NaN;
    found[FOUND_EXCESS] = Number.NaN;
    return;
  }
  dotProduct(d, N, N, RESULT, SPARE);
  let size = 0;
  d[GAP] = Infinity;
  const middle = isEdges ? 6 : 3;
  for (let b = middle; b < 12; b += 3)
    for (let a = 0; a < middle; a += 3) {
      setVector(c, b, a, PARTS);
      dotProduct(d, N, PARTS, S, SPARE);
      if (d[S] < d[GAP] || (d[S] === d[GAP] && d[S + 1] < d[GAP + 1])) copy(S, GAP);
    }
  for (let k = 3; k < 12; k += 3)
    for (let axis = 0; axis < 3; axis++) size += (c[k + axis] - c[k - 3 + axis]) ** 2;
  d[LIMIT] = limit;
  d[LIMIT + 1] = 0;
  multiply(d, LIMIT, LIMIT, LIMIT);
  const error = SHARE * (d[RESULT] + size + d[LIMIT]) + UNDERFLOW;
  found[FOUND_SQUARE] = d[RESULT];
  for (let axis = 0; axis < 3; axis++) found[FOUND_SEPARATION + axis] = d[N + 2 * axis];
  add(d, RESULT, -1, LIMIT, S);
  found[FOUND_MOST] = d[S] + error;
  // 2 · gap − square − limit²
  add(d, GAP, -1, RESULT, S);
  found[FOUND_EXCESS] = -d[S];
  found[FOUND_ERROR] = error;
  add(d, GAP, 1, S, GAP);
  add(d, GAP, -1, LIMIT, GAP);
  found[FOUND_LEAST] = d[GAP] - error;
}

/** Sets the separation from the vertex to the point of the face. */
function placeOnFace(c: Float64Array, found: Float64Array): boolean {
  if (found[FOUND_REGION] !== INSIDE) {
    const from = 3 + 3 * found[FOUND_REGION];
    const to = from === 9 ? 3 : from + 3;
    const s = found[FOUND_ON_EDGE];
    setVector(c, to, from, U);
    setVector(c, 0, from, W);
    setNumber(S, s);
    if (s > 0 && s < 1) {
      dotProduct(d, U, W, UW, SPARE);
      dotProduct(d, U, U, UU, SPARE);
      divide(d, UW, UU, S, SPARE);
      if (!isWithinUnit(S)) return false;
    }
    for (let k = 0; k < 6; k += 2) {
      multiply(d, S, U + k, N + k);
      add(d, N + k, -1, W + k, N + k);
    }
    found[FOUND_ON_EDGE] = d[S];
    setCornerWeights(found);
    return true;
  }
  setVector(c, 6, 3, U);
  setVector(c, 9, 3, V);
  setVector(c, 0, 3, W);
  setProducts();
  // s = (vv·uw − uv·vw) / det, t = (vw − s·uv) / vv
  multiply(d, VV, UW, S);
  multiply(d, UV, VW, T);
  add(d, S, -1, T, S);
  divide(d, S, DET, S, SPARE);
  multiply(d, S, UV, T);
  add(d, VW, -1, T, T);
  divide(d, T, VV, T, SPARE);
  add(d, S, 1, T, PARTS);
  if (!(isWithinUnit(S) && isWithinUnit(T) && isWithinUnit(PARTS))) return false;
  setSeparation(1, -1);
  found[FOUND_S] = d[S];
  found[FOUND_T] = d[T];
  return true;
}

/** Sets the separation from the point of the first edge to that of the second. */
function placeOnEdges(c: Float64Array, found: Float64Array): boolean {
  const s = found[FOUND_S];
  const t = found[FOUND_T];
  setVector(c, 3, 0, U);
  setVector(c, 9, 6, V);
  setVector(c, 6, 0, W);
  setProducts();
  setNumber(S, s);
  setNumber(T, t);
  const isInnerS = s > 0 && s < 1;
  if (isInnerS && t > 0 && t < 1) {
    // s = (uw·vv − uv·vw) / det
    multiply(d, UW, VV, S);
    multiply(d, UV, VW, T);
    add(d, S, -1, T, S);
    divide(d, S, DET, S, SPARE);
  } else if (isInnerS) {
    // s = (uw + uv·t) / uu
    multiply(d, UV, T, S);
    add(d, UW, 1, S, S);
    divide(d, S, UU, S, SPARE);
  }
  if (t > 0 && t < 1) {
    // t = (uv·s − vw) / vv
    multiply(d, UV, S, T);
    add(d, T, -1, VW, T);
    divide(d, T, VV, T, SPARE);
  }
  if (!(isWithinUnit(S) && isWithinUnit(T))) return false;
  setSeparation(-1, 1);
  found[FOUND_S] = d[S];
  found[FOUND_T] = d[T];
  return true;
}

/** The separation is w + t·v − s·u for edges, and s·u + t·v − w for a face: `signU` and `signW` are the signs of the terms. */
function setSeparation(signU: 1 | -1, signW: 1 | -1): void {
  for (let k = 0; k < 6; k += 2) {
    multiply(d, T, V + k, N + k);
    multiply(d, S, U + k, PARTS);
    add(d, N + k, signU, PARTS, N + k);
    add(d, N + k, signW, W + k, N + k);
  }
}

function setProducts(): void {
  dotProduct(d, U, U, UU, SPARE);
  dotProduct(d, U, V, UV, SPARE);
  dotProduct(d, V, V, VV, SPARE);
  dotProduct(d, U, W, UW, SPARE);
  dotProduct(d, V, W, VW, SPARE);
  multiply(d, UU, VV, DET);
  multiply(d, UV, UV, SPARE);
  add(d, DET, -1, SPARE, DET);
}

/** The vector from the corner at c[from] to that at c[to]. */
function setVector(c: Float64Array, to: number, from: number, at: number): void {
  for (let axis = 0; axis < 3; axis++) difference(c, to + axis, c, from + axis, d, at + 2 * axis);
}

function setNumber(at: number, value: number): void {
  d[at] = value;
  d[at + 1] = 0;
}

function copy(from: number, to: number): void {
  d[to] = d[from];
  d[to + 1] = d[from + 1];
}

/** Whether a number is within 0 … 1; false for NaN. */
function isWithinUnit(i: number): boolean {
  return d[i] >= 0 && (d[i] < 1 || (d[i] === 1 && d[i + 1] <= 0));
}
