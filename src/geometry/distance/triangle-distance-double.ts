import { add, difference, divide, dotProduct, multiply, roundedRoot } from "../../numerics/double-double.ts";
import { CORNER_OF_A, CORNER_OF_B } from "./triangle-distance.ts";

// The distance of two triangles in 106 bits, rounded once to f64. Where the rounding cannot be proven the result is −1, and
// integers decide.
//
// f64 has found which edges, or which corner and face, are nearest; nothing relies on it. From there two points are
// computed in 106 bits, and with them the two bounds of triangle-distance.ts: the triangles are at most as far apart as
// these points, and at least as far as the gap along n, the separation of the points. Let η be the rounding error of n. Let
// the deficit be how far corners of a lie beyond a's point along n, plus how far corners of b lie before b's point, times
// |n|: zero if the points are the nearest ones. Then
// |n| − η − deficit/|n| ≤ distance ≤ |n| + η,   and so   n² − 2η|n| − 2·deficit ≤ distance² ≤ n² + 2η|n| + η².
// The distance is known where the roots of all these squares round to one f64.
//
// Rounding. With v = 2^-104, the error of a component of n, w + t·v − s·u, is 5v(|w| + |u| + |v|). The error of a product
// n·x is 8v|n|₁|x|₁. NEAR_ERROR and ALONG_ERROR are larger; they also cover that f + g ≤ 1 for a point on a face holds only
// to 2^-100.
//
// Ties. The distance of parallel axis-aligned faces is a difference of two coordinates and often lies halfway between two
// f64, where no interval can prove how it rounds. `measureAlongAxis` finds it by comparing coordinates.
//
// The deficit. Corners of the feature itself are off its point along n by at most |n·u|, and |n·v|, for edges u and v of
// it; that is zero except for rounding, and is computed in 106 bits. For the other corners f64 mostly proves that they add
// nothing.

const NEAR_ERROR = 2 ** -99;
const ALONG_ERROR = 2 ** -99;
/** The error of a dot product in f64, as a share of its terms: 8 units of 2^-53. */
const SIGN_ERROR = 2 ** -50;
/** Edges u and v with uu·vv − uv² of at least this share of uu·vv are not nearly parallel. */
const STEEP = 2 ** -20;
const PARAMETER_ERROR = 2 ** -70;
/** How far outside 0 … 1 a parameter of 106 bits may lie. */
const OUTSIDE = 2 ** -100;
/**
 * A component of a difference below LEAST_PART is set to zero, so that no product underflows: products of two components
 * are above 2^-500, and those with the low parts of others above 2^-1022. LEAST_SIZE is added to every length; its share
 * NEAR_ERROR exceeds three omitted components. Separations shorter than 2^-150 therefore prove nothing; all others may.
 */
const LEAST_PART = 2 ** -250;
const LEAST_SIZE = 2 ** -140;
const LEAST_SQUARE = 2 ** -300;

// Offsets of vectors (three numbers each) and numbers in `d`.
const d = new Float64Array(128);
const U = 0;
const V = 6;
const W = 12;
const SEPARATION = 18;
const X = 24;
const UU = 30;
const UV = 32;
const VV = 34;
const UW = 36;
const VW = 38;
const DET = 40;
const S = 42;
const T = 44;
const SQUARE = 46;
const ONE = 48;
const TWO = 50;
const SPARE = 52;

// The error of the separation due to rounding, and the deficit.
const ETA = 0;
const DEFICIT = 1;
/** Whether a component of a difference was omitted. */
const LEFT_OUT = 2;
// The feature found: its kind, and the corners that W connects.
const KIND = 3;
const FROM = 4;
const TO = 5;
const CORNERS = 0;
const EDGE = 1;
const EDGES = 2;
const FACE = 3;
const doubt = new Float64Array(16);

// Cache: the last vector measured between two corners, and its length.
const last = new Float64Array(16).fill(Number.NaN);
const DISTANCE = 6;

/**
 * The distance of the triangles at pair[0…8] and pair[9…17], or −1 where it is not proven. `feature`, `s` and `t` come from
 * `triangleDistance`. Writes the nearest points to out[at…at+5], each coordinate rounded from 106 bits.
 */
export function measurePair(
  pair: Float64Array,
  feature: number,
  s: number,
  t: number,
  out: Float64Array,
  at: number,
): number {
  doubt[DEFICIT] = 0;
  doubt[LEFT_OUT] = 0;
  if (feature >= CORNER_OF_B) measureFace(pair, 9 + 3 * (feature - CORNER_OF_B), 0, out, at + 3, at);
  else if (feature >= CORNER_OF_A) measureFace(pair, 3 * (feature - CORNER_OF_A), 9, out, at, at + 3);
  else {
    const e = Math.trunc(feature / 3);
    const f = feature - 3 * e;
    const p = 3 * e;
    const q = 9 + 3 * f;
    const pNext = e === 2 ? 0 : p + 3;
    const qNext = f === 2 ? 9 : q + 3;
    const isCornerA = s === 0 || s === 1;
    const isCornerB = t === 0 || t === 1;
    if (isCornerA && isCornerB) measureCorners(pair, s === 0 ? p : pNext, t === 0 ? q : qNext, out, at);
    else if (isCornerA) measureEdge(pair, s === 0 ? p : pNext, q, qNext, out, at, at + 3);
    else if (isCornerB) measureEdge(pair, t === 0 ? q : qNext, p, pNext, out, at + 3, at);
    else measureEdges(pair, p, pNext, q, qNext, out, at);
  }
  dotProduct(d, SEPARATION, SEPARATION, SQUARE, SPARE);
  const square = d[SQUARE];
  if (!(square >= LEAST_SQUARE)) return -1;
  const eta = doubt[ETA];
  const error = 3 * eta * (Math.sqrt(square) + eta) + 2 * doubt[DEFICIT] + NEAR_ERROR * square;
  const distance = roundedRoot(d, SQUARE, error, SPARE);
  return distance < 0 ? measureAlongAxis(pair) : distance;
}

/**
 * The distance of triangles whose nearest points, just found, differ on one axis only; −1 otherwise. W connects a corner of
 * one triangle to a corner of the other, each level with the nearest point on that axis. If no other corner is nearer on
 * the axis, the triangles are at least as far apart as these two corners; comparing coordinates decides that.
 */
function measureAlongAxis(pair: Float64Array): number {
  if (doubt[LEFT_OUT] !== 0) return -1;
  const from = doubt[FROM];
  const to = doubt[TO];
  const first = from < 9 ? 0 : 9;
  const other = 9 - first;
  for (let axis = 0; axis < 3; axis++) {
    if (!isAlong(2 * axis)) continue;
    const start = pair[from + axis];
    const end = pair[to + axis];
    const sign = end > start ? 1 : -1;
    for (let i = axis; i < 9; i += 3)
      if (sign * pair[first + i] > sign * start || sign * pair[other + i] < sign * end) return -1;
    return Math.abs(end - start); // the only rounding
  }
  return -1;
}

/**
 * Whether the nearest points differ on one axis only, exactly, and by the length of W. Two corners do if W has no other
 * component. So do a corner and a point of an edge that is parallel to a second axis, if W has no component on the third.
 * Edges, or a face, perpendicular to the axis have points above each other. The parameters must be clear of 0 and 1 by more
 * than their error: with det ≥ STEEP·uu·vv that is less than 2^-76·(1 + |w|/|u| + |w|/|v|).
 */
function isAlong(k: number): boolean {
  const i = k === 4 ? 0 : k + 2;
  const j = k === 0 ? 4 : k - 2;
  if (isZero(W + k)) return false;
  const kind = doubt[KIND];
  if (kind === CORNERS) return isZero(W + i) && isZero(W + j);
  if (!isZero(V + k)) return false;
  const w = sizeOf(W);
  let clear = PARAMETER_ERROR * (1 + w / Math.sqrt(d[VV]));
  if (kind === EDGE) {
    if (!(d[T] > clear && d[T] < 1 - clear)) return false;
    return isZero(V + i) ? isZero(W + i) : isZero(V + j) && isZero(W + j);
  }
  if (!isZero(U + k) || !(d[DET] >= STEEP * d[UU] * d[VV])) return false;
  clear += (PARAMETER_ERROR * w) / Math.sqrt(d[UU]);
  if (!(d[S] > clear && d[T] > clear)) return false;
  return (kind === FACE ? d[S] + d[T] : Math.max(d[S], d[T])) < 1 - 2 * clear;
}

/** Whether a component of u, v or w is zero, which is certain as long as no component was omitted. */
function isZero(k: number): boolean {
  return d[k] === 0 && d[k + 1] === 0;
}

/**
 * The distance of two corners, p of the first triangle and q of the second, if f64 proves that they are the nearest points;
 * otherwise −1. Tried first: most triangles are nearest at corners, and triangles around a vertex at that vertex.
 */
export function measureNearestCorners(pair: Float64Array, out: Float64Array, at: number): number {
  let least = Infinity;
  let p = 0;
  let q = 9;
  for (let i = 0; i < 9; i += 3)
    for (let j = 9; j < 18; j += 3) {
      const x = pair[j] - pair[i];
      const y = pair[j + 1] - pair[i + 1];
      const z = pair[j + 2] - pair[i + 2];
      const square = x * x + y * y + z * z;
      if (!(square < least)) continue;
      least = square;
      p = i;
      q = j;
    }
  doubt[LEFT_OUT] = 0;
  setVector(pair, p, q, SEPARATION);
  if (doubt[LEFT_OUT] !== 0) return -1;
  for (let i = 0; i < 9; i += 3) {
    if (i !== p && !isNotBeyond(pair, p, i, 1)) return -1;
    if (i + 9 !== q && !isNotBeyond(pair, q, i + 9, -1)) return -1;
  }
  setCorner(pair, p, out, at);
  setCorner(pair, q, out, at + 3);
  for (let k = 0; k < 6; k++) if (d[SEPARATION + k] !== last[k]) return measureSeparation();
  return last[DISTANCE];
}

/** The length of SEPARATION, which is exact; −1 where its rounding is not proven. */
function measureSeparation(): number {
  for (let k = 0; k < 6; k++) last[k] = d[SEPARATION + k];
  dotProduct(d, SEPARATION, SEPARATION, SQUARE, SPARE);
  const square = d[SQUARE];
  last[DISTANCE] = square >= LEAST_SQUARE ? roundedRoot(d, SQUARE, NEAR_ERROR * square, SPARE) : -1;
  if (last[DISTANCE] >= 0) return last[DISTANCE];
  // along one axis the high part of a difference is that difference, rounded once
  for (let k = 0; k < 6; k += 2)
    if (isZero(SEPARATION + ((k + 2) % 6)) && isZero(SEPARATION + ((k + 4) % 6)))
      last[DISTANCE] = Math.abs(d[SEPARATION + k]);
  return last[DISTANCE];
}

/** Two corners, p of a and q of b. */
function measureCorners(pair: Float64Array, p: number, q: number, out: Float64Array, at: number): void {
  setVector(pair, p, q, SEPARATION);
  setBase(pair, CORNERS, p, q);
  doubt[ETA] = NEAR_ERROR * LEAST_SIZE;
  for (let i = 0; i < 9; i += 3) {
    if (i !== p) addBeyond(pair, p, i, 1);
    if (i + 9 !== q) addBeyond(pair, q, i + 9, -1);
  }
  setCorner(pair, p, out, at);
  setCorner(pair, q, out, at + 3);
}

/** The corner c of one triangle, and the edge from q to r of the other: q + t·v. */
function measureEdge(
  pair: Float64Array,
  c: number,
  q: number,
  r: number,
  out: Float64Array,
  atCorner: number,
  atEdge: number,
): void {
  setVector(pair, q, r, V);
  setBase(pair, EDGE, c, q);
  dotProduct(d, V, V, VV, SPARE);
  dotProduct(d, V, W, VW, SPARE);
  divide(d, VW, VV, T, SPARE);
  negate(T);
  clamp(T);
  doubt[ETA] = NEAR_ERROR * (sizeOf(W) + sizeOf(V));
  for (let k = 0; k < 6; k += 2) {
    multiply(d, T, V + k, ONE);
    add(d, W + k, 1, ONE, SEPARATION + k);
  }
  addSlope(V);
  addBeyondCorner(pair, c);
  addBeyond(pair, q, thirdOf(q, r), -1);
  setCorner(pair, c, out, atCorner);
  setOnEdge(pair, q, T, V, out, atEdge);
}

/** The edges from p to pNext and from q to qNext: p + s·u and q + t·v. */
function measureEdges(
  pair: Float64Array,
  p: number,
  pNext: number,
  q: number,
  qNext: number,
  out: Float64Array,
  at: number,
): void {
  setVector(pair, p, pNext, U);
  setVector(pair, q, qNext, V);
  setBase(pair, EDGES, p, q);
  setProducts();
  // s = (uw·vv − uv·vw) / det, t = (uv·s − vw) / vv
  multiply(d, UW, VV, ONE);
  multiply(d, UV, VW, TWO);
  add(d, ONE, -1, TWO, ONE);
  divide(d, ONE, DET, S, SPARE);
  clamp(S);
  multiply(d, UV, S, ONE);
  add(d, ONE, -1, VW, ONE);
  divide(d, ONE, VV, T, SPARE);
  clamp(T);
  doubt[ETA] = NEAR_ERROR * (sizeOf(W) + sizeOf(U) + sizeOf(V));
  for (let k = 0; k < 6; k += 2) {
    multiply(d, T, V + k, ONE);
    add(d, W + k, 1, ONE, TWO);
    multiply(d, S, U + k, ONE);
    add(d, TWO, -1, ONE, SEPARATION + k);
  }
  addSlope(U);
  addSlope(V);
  addBeyond(pair, p, thirdOf(p, pNext), 1);
  addBeyond(pair, q, thirdOf(q, qNext), -1);
  setOnEdge(pair, p, S, U, out, at);
  setOnEdge(pair, q, T, V, out, at + 3);
}

/** The corner c of one triangle, and the face of the other, whose corners begin at q: q + s·u + t·v. */
function measureFace(
  pair: Float64Array,
  c: number,
  q: number,
  out: Float64Array,
  atCorner: number,
  atFace: number,
): void {
  setVector(pair, q, q + 3, U);
  setVector(pair, q, q + 6, V);
  setBase(pair, FACE, q, c);
  setProducts();
  // s = (vv·uw − uv·vw) / det, t = (vw − s·uv) / vv
  multiply(d, VV, UW, ONE);
  multiply(d, UV, VW, TWO);
  add(d, ONE, -1, TWO, ONE);
  divide(d, ONE, DET, S, SPARE);
  multiply(d, S, UV, ONE);
  add(d, VW, -1, ONE, ONE);
  divide(d, ONE, VV, T, SPARE);
  if (!(d[S] >= -OUTSIDE && d[T] >= -OUTSIDE && d[S] - 1 + d[T] + (d[S + 1] + d[T + 1]) <= OUTSIDE))
    doubt[DEFICIT] = Infinity;
  doubt[ETA] = NEAR_ERROR * (sizeOf(W) + sizeOf(U) + sizeOf(V));
  // from the corner to the face
  for (let k = 0; k < 6; k += 2) {
    multiply(d, S, U + k, ONE);
    multiply(d, T, V + k, TWO);
    add(d, ONE, 1, TWO, ONE);
    add(d, ONE, -1, W + k, SEPARATION + k);
    d[TWO] = pair[q + k / 2];
    d[TWO + 1] = 0;
    add(d, TWO, 1, ONE, ONE);
    out[atFace + k / 2] = d[ONE] + 0; // no −0
  }
  addSlope(U);
  addSlope(V);
  addBeyondCorner(pair, c);
  setCorner(pair, c, out, atCorner);
}

/** The products of u, v and w, and det = uu·vv − uv². */
function setProducts(): void {
  dotProduct(d, U, U, UU, SPARE);
  dotProduct(d, U, V, UV, SPARE);
  dotProduct(d, V, V, VV, SPARE);
  dotProduct(d, U, W, UW, SPARE);
  dotProduct(d, V, W, VW, SPARE);
  multiply(d, UU, VV, ONE);
  multiply(d, UV, UV, TWO);
  add(d, ONE, -1, TWO, DET);
}

/** Sets W, the vector from a corner of one triangle to a corner of the other. */
function setBase(pair: Float64Array, kind: number, from: number, to: number): void {
  setVector(pair, from, to, W);
  doubt[KIND] = kind;
  doubt[FROM] = from;
  doubt[TO] = to;
}

/** The vector from one corner to another, exact except for components below LEAST_PART. */
function setVector(pair: Float64Array, from: number, to: number, k: number): void {
  for (let axis = 0; axis < 3; axis++) difference(pair, to + axis, pair, from + axis, d, k + 2 * axis);
  for (let part = k; part < k + 6; part++) {
    if (d[part] === 0 || Math.abs(d[part]) >= LEAST_PART) continue;
    d[part] = 0;
    doubt[LEFT_OUT] = 1;
  }
}

/** An upper bound of the length of a vector. */
function sizeOf(u: number): number {
  return LEAST_SIZE + Math.abs(d[u]) + Math.abs(d[u + 2]) + Math.abs(d[u + 4]);
}

function negate(k: number): void {
  d[k] = -d[k];
  d[k + 1] = -d[k + 1];
}

/** Clamps a parameter to 0 … 1. */
function clamp(k: number): void {
  const isLow = d[k] < 0;
  if (!(isLow || d[k] > 1 || (d[k] === 1 && d[k + 1] > 0))) return;
  d[k] = isLow ? 0 : 1;
  d[k + 1] = 0;
}

/** Adds to the deficit how far an edge of the feature extends beyond its point. */
function addSlope(u: number): void {
  dotProduct(d, SEPARATION, u, ONE, SPARE);
  doubt[DEFICIT] += Math.abs(d[ONE]) + ALONG_ERROR * sizeOf(SEPARATION) * sizeOf(u);
}

/** Adds to the deficit how far the other two corners of c's triangle lie beyond c. */
function addBeyondCorner(pair: Float64Array, c: number): void {
  const first = c < 9 ? 0 : 9;
  for (let i = first; i < first + 9; i += 3) if (i !== c) addBeyond(pair, c, i, 1);
}

/** Adds to the deficit how far a corner lies beyond the corner `from` along the separation; before it, if `sign` is −1. */
function addBeyond(pair: Float64Array, from: number, to: number, sign: 1 | -1): void {
  if (isNotBeyond(pair, from, to, sign)) return;
  setVector(pair, from, to, X);
  dotProduct(d, SEPARATION, X, ONE, SPARE);
  doubt[DEFICIT] += Math.max(sign * d[ONE], 0) + ALONG_ERROR * sizeOf(SEPARATION) * sizeOf(X);
}

/** Whether f64 proves that a corner does not lie beyond the corner `from`; not before it, if `sign` is −1. */
function isNotBeyond(pair: Float64Array, from: number, to: number, sign: 1 | -1): boolean {
  // biome-ignore format: vectors read in rows
  const x = d[SEPARATION] * (pair[to] - pair[from]),
    y = d[SEPARATION + 2] * (pair[to + 1] - pair[from + 1]),
    z = d[SEPARATION + 4] * (pair[to + 2] - pair[from + 2]);
  return sign * (x + y + z) + SIGN_ERROR * (Math.abs(x) + Math.abs(y) + Math.abs(z)) <= 0;
}

/** The third corner of the triangle that has corners p and q. */
function thirdOf(p: number, q: number): number {
  return p < 9 ? 9 - p - q : 36 - p - q;
}

function setCorner(pair: Float64Array, c: number, out: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) out[at + axis] = pair[c + axis];
}

/** The point p + share · u. */
function setOnEdge(
  pair: Float64Array,
  p: number,
  share: number,
  u: number,
  out: Float64Array,
  at: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    multiply(d, share, u + 2 * axis, ONE);
    d[TWO] = pair[p + axis];
    d[TWO + 1] = 0;
    add(d, TWO, 1, ONE, ONE);
    out[at + axis] = d[ONE] + 0; // no −0
  }
}
