import { add, difference, divide, dotProduct, multiply, roundedRoot } from "../../numerics/double-double.ts";
import { CORNER_OF_A, CORNER_OF_B } from "./triangle-distance.ts";

// The distance of two triangles with 106 bits, rounded once to f64. Where that cannot be proven this file says so, and integers
// decide.
//
// Which edges, or which corner and face, are nearest is what f64 found. Nothing relies on it. From there two points are found with
// 106 bits, and with them the two numbers of triangle-triangle.ts: the triangles are at most as far apart as these points, and at
// least as far as the gap along the way n between them. Let η be what rounding did to n. Let the deficit be how far corners of a
// come beyond a's point along n, and corners of b before b's point, times |n|: zero if the points are the nearest. Then
//   |n| − η − deficit/|n| ≤ distance ≤ |n| + η,   and so   n² − 2η|n| − 2·deficit ≤ distance² ≤ n² + 2η|n| + η².
// The distance is known where all these squares have roots that round to the same f64.
//
// Rounding. With v = 2^-104, a component of n, w + t·v − s·u, is off by 5v(|w| + |u| + |v|). A product n·x is off by 8v|n|₁|x|₁.
// NEAR_ERROR and ALONG_ERROR grant more. They cover that f + g ≤ 1 of a point on a face holds to 2^-100 only.
//
// Ties. The distance of parallel faces that are across an axis is a difference of two coordinates, and often lies in the middle of two
// f64, where no interval tells how it rounds. `measureAlongAxis` finds it by comparing coordinates.
//
// The deficit. Corners on the feature itself are beside its point by no more than |n·u|, and |n·v|, for edges u and v of it;
// that is zero but for rounding, and is computed with 106 bits. Of other corners f64 mostly proves that they add nothing.

const NEAR_ERROR = 2 ** -99;
const ALONG_ERROR = 2 ** -99;
/** What a product of two vectors may be off by in f64, as a share of its terms: 8 units of 2^-53. */
const SIGN_ERROR = 2 ** -50;
/** Edges u and v with uu·vv − uv² of at least this share of uu·vv are not nearly parallel. */
const STEEP = 2 ** -20;
const PARAMETER_ERROR = 2 ** -70;
/** How far a parameter of 106 bits may be outside 0 … 1. */
const OUTSIDE = 2 ** -100;
/**
 * A part of a difference below LEAST_PART is left out, so that no product is lost to underflow: products of two parts are above
 * 2^-500, and those of them and 106 bits of others above 2^-1022. Every size is taken for LEAST_SIZE longer; a share of
 * NEAR_ERROR of that is more than three parts left out. So ways shorter than 2^-150 prove nothing, and all others may.
 */
const LEAST_PART = 2 ** -250;
const LEAST_SIZE = 2 ** -140;
const LEAST_SQUARE = 2 ** -300;

// Vectors of three numbers, and numbers, in `d`.
const d = new Float64Array(128);
const U = 0;
const V = 6;
const W = 12;
const WAY = 18;
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

// What rounding may have done to the way, and the deficit.
const ETA = 0;
const DEFICIT = 1;
/** Whether a part of a difference was left out. */
const LEFT_OUT = 2;
// What was found: the kind of feature, and the corners that W leads from and to.
const KIND = 3;
const FROM = 4;
const TO = 5;
const CORNERS = 0;
const EDGE = 1;
const EDGES = 2;
const FACE = 3;
const doubt = new Float64Array(16);

// The way between two corners that was measured last, and its length.
const last = new Float64Array(16).fill(Number.NaN);
const DISTANCE = 6;

/**
 * The distance of the triangles at pair[0…8] and pair[9…17], or −1 where it is not proven. `feature`, `s` and `t` are what
 * `triangleDistance` found. Writes the nearest points to out[at…at+5], each coordinate that of a point with 106 bits, rounded.
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
  dotProduct(d, WAY, WAY, SQUARE, SPARE);
  const square = d[SQUARE];
  if (!(square >= LEAST_SQUARE)) return -1;
  const eta = doubt[ETA];
  const error = 3 * eta * (Math.sqrt(square) + eta) + 2 * doubt[DEFICIT] + NEAR_ERROR * square;
  const distance = roundedRoot(d, SQUARE, error, SPARE);
  return distance < 0 ? measureAlongAxis(pair) : distance;
}

/**
 * The distance of triangles whose nearest points, just found, differ on one axis alone; −1 where that is not so. W leads from a
 * corner of one triangle to one of the other, both as far on that axis as the points. The triangles are at least as far apart as these
 * corners on the axis, where no other corner is nearer on it; coordinates tell.
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
 * Whether the nearest points differ on one axis only, exactly, and by as much as W. Two corners do, where W has no other
 * component. So do a corner and a point of an edge that is parallel to a second axis, where W has no component on the third. Edges, or
 * a face, across the axis have points above each other. The parameters must be clear of 0 and 1 by more than they may be off by:
 * with det ≥ STEEP·uu·vv that is less than 2^-76·(1 + |w|/|u| + |w|/|v|).
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

/** Whether a number is zero, which is certain of components of u, v and w while no part was left out. */
function isZero(k: number): boolean {
  return d[k] === 0 && d[k + 1] === 0;
}

/**
 * The distance of two corners, p of the first triangle and q of the second, where f64 proves that they are the nearest points;
 * otherwise −1. It is asked first: most triangles are nearest at corners, and those around a vertex at the same one.
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
  setVector(pair, p, q, WAY);
  if (doubt[LEFT_OUT] !== 0) return -1;
  for (let i = 0; i < 9; i += 3) {
    if (i !== p && !isNotBeyond(pair, p, i, 1)) return -1;
    if (i + 9 !== q && !isNotBeyond(pair, q, i + 9, -1)) return -1;
  }
  setCorner(pair, p, out, at);
  setCorner(pair, q, out, at + 3);
  for (let k = 0; k < 6; k++) if (d[WAY + k] !== last[k]) return measureWay();
  return last[DISTANCE];
}

/** The length of WAY, which is exact; −1 where it is not proven how it rounds. */
function measureWay(): number {
  for (let k = 0; k < 6; k++) last[k] = d[WAY + k];
  dotProduct(d, WAY, WAY, SQUARE, SPARE);
  const square = d[SQUARE];
  last[DISTANCE] = square >= LEAST_SQUARE ? roundedRoot(d, SQUARE, NEAR_ERROR * square, SPARE) : -1;
  if (last[DISTANCE] >= 0) return last[DISTANCE];
  // along one axis, the first part of a difference is that difference, rounded once
  for (let k = 0; k < 6; k += 2)
    if (isZero(WAY + ((k + 2) % 6)) && isZero(WAY + ((k + 4) % 6))) last[DISTANCE] = Math.abs(d[WAY + k]);
  return last[DISTANCE];
}

/** Two corners, p of a and q of b. */
function measureCorners(pair: Float64Array, p: number, q: number, out: Float64Array, at: number): void {
  setVector(pair, p, q, WAY);
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
    add(d, W + k, 1, ONE, WAY + k);
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
    add(d, TWO, -1, ONE, WAY + k);
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
    add(d, ONE, -1, W + k, WAY + k);
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

/** W, from a corner of one triangle to one of the other. */
function setBase(pair: Float64Array, kind: number, from: number, to: number): void {
  setVector(pair, from, to, W);
  doubt[KIND] = kind;
  doubt[FROM] = from;
  doubt[TO] = to;
}

/** The vector from one corner to another, which is exact but for parts below LEAST_PART. */
function setVector(pair: Float64Array, from: number, to: number, k: number): void {
  for (let axis = 0; axis < 3; axis++) difference(pair, to + axis, pair, from + axis, d, k + 2 * axis);
  for (let part = k; part < k + 6; part++) {
    if (d[part] === 0 || Math.abs(d[part]) >= LEAST_PART) continue;
    d[part] = 0;
    doubt[LEFT_OUT] = 1;
  }
}

/** At least as long as the vector is. */
function sizeOf(u: number): number {
  return LEAST_SIZE + Math.abs(d[u]) + Math.abs(d[u + 2]) + Math.abs(d[u + 4]);
}

function negate(k: number): void {
  d[k] = -d[k];
  d[k + 1] = -d[k + 1];
}

/** A parameter, brought to 0 … 1. */
function clamp(k: number): void {
  const isLow = d[k] < 0;
  if (!(isLow || d[k] > 1 || (d[k] === 1 && d[k + 1] > 0))) return;
  d[k] = isLow ? 0 : 1;
  d[k + 1] = 0;
}

/** Adds to the deficit what an edge of the feature comes beyond its point. */
function addSlope(u: number): void {
  dotProduct(d, WAY, u, ONE, SPARE);
  doubt[DEFICIT] += Math.abs(d[ONE]) + ALONG_ERROR * sizeOf(WAY) * sizeOf(u);
}

/** Adds what the other two corners of the triangle of c come beyond it, on the way from c. */
function addBeyondCorner(pair: Float64Array, c: number): void {
  const first = c < 9 ? 0 : 9;
  for (let i = first; i < first + 9; i += 3) if (i !== c) addBeyond(pair, c, i, 1);
}

/** Adds what a corner comes beyond the corner `from` along the way; or before it, where `sign` is −1. */
function addBeyond(pair: Float64Array, from: number, to: number, sign: 1 | -1): void {
  if (isNotBeyond(pair, from, to, sign)) return;
  setVector(pair, from, to, X);
  dotProduct(d, WAY, X, ONE, SPARE);
  doubt[DEFICIT] += Math.max(sign * d[ONE], 0) + ALONG_ERROR * sizeOf(WAY) * sizeOf(X);
}

/** Whether f64 proves that a corner comes not beyond the corner `from`; or not before it, where `sign` is −1. */
function isNotBeyond(pair: Float64Array, from: number, to: number, sign: 1 | -1): boolean {
  // biome-ignore format: vectors read in rows
  const x = d[WAY] * (pair[to] - pair[from]),
    y = d[WAY + 2] * (pair[to + 1] - pair[from + 1]),
    z = d[WAY + 4] * (pair[to + 2] - pair[from + 2]);
  return sign * (x + y + z) + SIGN_ERROR * (Math.abs(x) + Math.abs(y) + Math.abs(z)) <= 0;
}

/** The third corner of the triangle of which two are given. */
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
