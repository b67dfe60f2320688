import {
  add,
  crossProduct,
  difference,
  distil,
  divide,
  dotProduct,
  multiply,
  roundedRoot,
  roundsTo,
} from "../../numerics/double-double.ts";
import { orient2d } from "../../numerics/orient.ts";

// The distance of a point from a triangle in 106 bits: the result of `rationalDistance`, to the last bit, in a small part
// of its time. Where this file cannot prove how the true value rounds, it returns −1, and integers decide.
//
// f64 finds which corner, edge or face is nearest, and proves it with error bounds. Let u and v be two edges, w the vector
// from their corner to the point p, N = u × v and h = N·w. The squared distance from the face is h²/N², and the nearest
// point is p − h/N²·N. Let e = 2^-100, which exceeds the error of one operation. The error of N is e·|u||v|, that of h
// 2e·|u||v||w|, that of N² 3e·|N||u||v|. Since |h| ≤ |N||w|, the relative error of the square is 8e·|u||v||w|/|h|, and the
// error of the point 8e·|w|·|u||v|/|N|. The squared distance from an edge is |u × w|²/u², with the relative error
// 8e·|u||w|/|u × w|; the point is the corner + uw/u²·u, with an error of 8e·|w|/|u| of the edge on each axis.
//
// For a point that was rounded onto the face, h is so small that all its bits are lost. Where u and v are f64 numbers, h is
// summed from exact products of three f64, 48 at most, with an error of e·|h| + 2^-170·|u||v||w|.

const ERROR = 2 ** -97; // 8e
const DISTILLED_ERROR = 2 ** -170;
/** A result with a larger relative error will hardly have a provable rounding. */
const DOUBT = 2 ** -60;
/** The error of a sign computed in f64, as a share of its terms. */
const SIGN_ERROR = 2 ** -47;
/** Exceeds the effect of underflow on a sign computed in f64. */
const LEAST_SIGN = 2 ** -900;
/** Products of numbers that are zero or above these limits do not underflow: components of differences, and sizes. */
const LEAST_PART = 2 ** -250;
const LEAST_EDGE_SQUARE = 2 ** -200;
const LEAST_NORMAL_SQUARE = 2 ** -500;
const LEAST_SQUARE = 2 ** -300;

// Offsets of vectors (three numbers each) and numbers in `d`.
const d = new Float64Array(64);
const U = 0;
const V = 6;
const W = 12;
const NORMAL = 18;
const H = 24;
const SQUARE = 26;
const SHARE = 28;
const RESULT = 30;
const SPARE = 32;

const terms = new Float64Array(64);

// Cache of the last measurement: corner or edge, point, nearest point, distance.
const last = new Float64Array(16).fill(Number.NaN);
const TO_OF_LAST = 3;
const P_OF_LAST = 6;
const POINT_OF_LAST = 9;
const DISTANCE = 12;

const P = 9;

/**
 * The distance from the corner at c[i] of the triangle at c[0…8] to the point at c[9…11]; no coordinate may be −0. Returns
 * −1 where the result is not proven.
 */
export function measureCorner(c: Float64Array, i: number, out: Float64Array): number {
  const j = (i + 3) % 9;
  const k = (i + 6) % 9;
  for (let axis = 0; axis < 3; axis++) out[axis] = c[i + axis];
  if (isSame(c, i, i) && isAside(c, i, j) && isAside(c, i, k)) return last[DISTANCE];
  const isFine = setVector(c, P, i, W);
  if (d[W] === 0 && d[W + 2] === 0 && d[W + 4] === 0) return 0;
  if (!(isFine && setVector(c, j, i, U) && setVector(c, k, i, V))) return -1;
  if (!(along(U, W) + alongError(U, W) <= 0 && along(V, W) + alongError(V, W) <= 0)) return -1;
  for (let axis = 0; axis < 3; axis++) if (isAlong(axis)) return Math.abs(d[W + 2 * axis]);
  dotProduct(d, W, W, RESULT, SPARE);
  return setLast(c, i, i, rootOfResult(ERROR), out);
}

// Triangles around a vertex often have it as their nearest point, and an edge belongs to two triangles. For the second
// triangle only the part that differs has to be proven, in f64.

/** Whether this corner or edge and this point were measured last. A corner is an edge from itself to itself. */
function isSame(c: Float64Array, i: number, j: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (c[i + axis] !== last[axis] || c[P + axis] !== last[P_OF_LAST + axis]) return false;
    if (c[j + axis] !== last[TO_OF_LAST + axis]) return false;
  }
  return true;
}

/** Caches a measurement and returns its distance. */
function setLast(c: Float64Array, i: number, j: number, distance: number, out: Float64Array): number {
  last[DISTANCE] = distance;
  for (let axis = 0; axis < 3; axis++) {
    last[axis] = distance < 0 ? Number.NaN : c[i + axis];
    last[TO_OF_LAST + axis] = c[j + axis];
    last[P_OF_LAST + axis] = c[P + axis];
    last[POINT_OF_LAST + axis] = out[axis];
  }
  return distance;
}

/** Whether the vector from the corner at c[i] to the one at c[j] certainly leads away from the point. */
function isAside(c: Float64Array, i: number, j: number): boolean {
  const x = (c[j] - c[i]) * (c[P] - c[i]);
  const y = (c[j + 1] - c[i + 1]) * (c[P + 1] - c[i + 1]);
  const z = (c[j + 2] - c[i + 2]) * (c[P + 2] - c[i + 2]);
  return x + y + z + SIGN_ERROR * (Math.abs(x) + Math.abs(y) + Math.abs(z)) < -LEAST_SIGN;
}

/** Whether, certainly in f64, the third corner, at c[k], lies on the other side of the edge than the point. */
function isBehindEdge(c: Float64Array, i: number, j: number, k: number): boolean {
  let [uu, uv, uw, vw, absUV, absUW, absVW] = [0, 0, 0, 0, 0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const from = c[i + axis];
    const u = c[j + axis] - from;
    const v = c[k + axis] - from;
    const w = c[P + axis] - from;
    uu += u * u;
    uv += u * v;
    uw += u * w;
    vw += v * w;
    absUV += Math.abs(u * v);
    absUW += Math.abs(u * w);
    absVW += Math.abs(v * w);
  }
  const error = 4 * SIGN_ERROR * (uu * absVW + absUV * absUW);
  return uu * vw - uv * uw + 4 * error < -LEAST_SIGN;
}

/** Measures the distance to the interior of the edge from c[i] to c[j], and writes the nearest point to `out`. */
export function measureEdge(c: Float64Array, i: number, j: number, out: Float64Array): number {
  if (isSame(c, i, j) && isBehindEdge(c, i, j, 9 - i - j)) {
    for (let axis = 0; axis < 3; axis++) out[axis] = last[POINT_OF_LAST + axis];
    return last[DISTANCE];
  }
  for (let axis = 0; axis < 3; axis++) {
    if (!isParallel(c, i, j, axis)) continue;
    const distance = measureParallel(c, i, j, axis, out);
    if (distance >= 0) return setLast(c, i, j, distance, out);
  }
  if (!(setVector(c, j, i, U) && setVector(c, 9 - i - j, i, V) && setVector(c, P, i, W))) return -1;
  const uu = along(U, U);
  const ww = along(W, W);
  const uw = along(U, W);
  const uv = along(U, V);
  const errorUW = alongError(U, W);
  if (!(uu >= LEAST_EDGE_SQUARE && ww >= LEAST_EDGE_SQUARE)) return -1;
  if (!(uw > errorUW && uu - uw > errorUW + SIGN_ERROR * uu)) return -1;
  const turn = uu * along(V, W) - uv * uw;
  const turnError = uu * alongError(V, W) + alongError(U, V) * Math.abs(uw) + Math.abs(uv) * errorUW;
  if (!(turn + 4 * turnError + SIGN_ERROR * Math.abs(uv * uw) <= 0)) return -1;
  crossProduct(d, U, W, NORMAL, SPARE);
  dotProduct(d, NORMAL, NORMAL, H, SPARE);
  dotProduct(d, U, U, SQUARE, SPARE);
  divide(d, H, SQUARE, RESULT, SPARE);
  const distance = acrossEdge() || rootOfResult(ERROR * Math.sqrt((uu * ww) / d[H]));
  if (distance < 0) return -1;
  dotProduct(d, U, W, SHARE, SPARE);
  divide(d, SHARE, SQUARE, SHARE, SPARE);
  const isKnown = setPoint(c, i, 1, U, ERROR * Math.sqrt(ww / uu), out);
  return isKnown ? setLast(c, i, j, distance, out) : -1;
}

/** Whether an edge is parallel to an axis. */
function isParallel(c: Float64Array, i: number, j: number, axis: number): boolean {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return c[i + u] === c[j + u] && c[i + v] === c[j + v];
}

/** The interior of an axis-parallel edge: on that axis the nearest point has the point's coordinate. */
function measureParallel(c: Float64Array, i: number, j: number, axis: number, out: Float64Array): number {
  const along = c[P + axis];
  if (!(along > Math.min(c[i + axis], c[j + axis]) && along < Math.max(c[i + axis], c[j + axis]))) return -1;
  if (!isBehindEdge(c, i, j, 9 - i - j) || !setVector(c, P, i, W)) return -1;
  for (let k = 0; k < 3; k++) out[k] = k === axis ? along : c[i + k];
  d[W + 2 * axis] = 0;
  d[W + 2 * axis + 1] = 0;
  for (let k = 0; k < 3; k++) if (isAlong(k)) return Math.abs(d[W + 2 * k]);
  dotProduct(d, W, W, RESULT, SPARE);
  return rootOfResult(ERROR);
}

/** Measures the distance to the interior of the face, and writes the nearest point to `out`. */
export function measureFace(c: Float64Array, out: Float64Array): number {
  for (let axis = 0; axis < 3; axis++)
    if (c[axis] === c[3 + axis] && c[axis] === c[6 + axis] && isAbove(c, axis)) {
      for (let k = 0; k < 3; k++) out[k] = k === axis ? c[axis] : c[P + k];
      return Math.abs(c[P + axis] - c[axis]); // the only rounding
    }
  if (!(setVector(c, 3, 0, U) && setVector(c, 6, 0, V) && setVector(c, P, 0, W))) return -1;
  const uu = along(U, U);
  const vv = along(V, V);
  const ww = along(W, W);
  if (!(uu >= LEAST_EDGE_SQUARE && vv >= LEAST_EDGE_SQUARE)) return -1;
  if (!isOverFace(uu, vv)) return -1;
  crossProduct(d, U, V, NORMAL, SPARE);
  dotProduct(d, NORMAL, NORMAL, SQUARE, SPARE);
  if (!(d[SQUARE] >= LEAST_NORMAL_SQUARE)) return -1;
  const thinness = Math.sqrt((uu * vv) / d[SQUARE]);
  dotProduct(d, NORMAL, W, H, SPARE);
  let height = Math.abs(d[H]) / Math.sqrt(d[SQUARE]);
  let doubt = (ERROR * thinness * Math.sqrt(ww)) / height;
  let pointError = ERROR * thinness * Math.sqrt(ww);
  if (!(doubt <= DOUBT)) {
    if (!areSimple(U) || !areSimple(V)) return -1;
    if (distilHeight()) {
      for (let axis = 0; axis < 3; axis++) out[axis] = c[P + axis];
      return 0;
    }
    height = Math.abs(d[H]) / Math.sqrt(d[SQUARE]);
    doubt = ERROR * thinness + (DISTILLED_ERROR * thinness * Math.sqrt(ww)) / height;
    pointError = 2 * doubt * height;
  }
  divide(d, H, SQUARE, SHARE, SPARE);
  multiply(d, SHARE, H, RESULT);
  for (let axis = 0; axis < 3; axis++) {
    if (!isAcross(axis)) continue;
    for (let k = 0; k < 3; k++) out[k] = k === axis ? c[axis] : c[P + k];
    return Math.abs(d[W + 2 * axis]);
  }
  const distance = rootOfResult(doubt);
  if (distance < 0) return -1;
  return setPoint(c, P, -1, NORMAL, pointError, out) ? distance : -1;
}

/** Whether the point projects into an axis-aligned face, rim included, as for floors and walls. */
function isAbove(c: Float64Array, axis: number): boolean {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  // biome-ignore format: points read in rows
  const ax = c[u], ay = c[v], bx = c[3 + u], by = c[3 + v],
    cx = c[6 + u], cy = c[6 + v], px = c[P + u], py = c[P + v];
  const ab = orient2d(ax, ay, bx, by, px, py);
  const bc = orient2d(bx, by, cx, cy, px, py);
  const ca = orient2d(cx, cy, ax, ay, px, py);
  // For a face without area all three are zero, or their signs differ.
  return (
    (ab >= 0 && bc >= 0 && ca >= 0 && ab + bc + ca > 0) || (ab <= 0 && bc <= 0 && ca <= 0 && ab + bc + ca < 0)
  );
}

// A distance along one axis is a difference of two coordinates. It often lies halfway between two f64, where no interval
// can prove how it rounds; but the high part of a double-double difference is that difference, rounded once.

/** Whether w is parallel to an axis. */
function isAlong(axis: number): boolean {
  return isZero(W + 2 * ((axis + 1) % 3)) && isZero(W + 2 * ((axis + 2) % 3));
}

/** The distance from an axis-parallel edge where w has only one component perpendicular to it; otherwise 0. */
function acrossEdge(): number {
  for (let axis = 0; axis < 3; axis++) {
    const i = 2 * ((axis + 1) % 3);
    const j = 2 * ((axis + 2) % 3);
    if (!isZero(U + i) || !isZero(U + j)) continue;
    if (isZero(W + i)) return Math.abs(d[W + j]);
    if (isZero(W + j)) return Math.abs(d[W + i]);
  }
  return 0;
}

/** Whether a component of a difference is zero, which is exact. */
function isZero(k: number): boolean {
  return d[k] === 0 && d[k + 1] === 0;
}

/** Whether u and v are perpendicular to an axis. */
function isAcross(axis: number): boolean {
  return d[U + 2 * axis] === 0 && d[V + 2 * axis] === 0;
}

/** Whether the point certainly projects into the interior of the face. */
function isOverFace(uu: number, vv: number): boolean {
  const uv = along(U, V);
  const uw = along(U, W);
  const vw = along(V, W);
  const errorUV = alongError(U, V);
  const errorUW = alongError(U, W);
  const errorVW = alongError(V, W);
  const s = vv * uw - uv * vw;
  const t = uu * vw - uv * uw;
  const errorS = 4 * (vv * errorUW + errorUV * Math.abs(vw) + Math.abs(uv) * errorVW);
  const errorT = 4 * (uu * errorVW + errorUV * Math.abs(uw) + Math.abs(uv) * errorUW);
  const det = uu * vv - uv * uv;
  const errorDet = 4 * (SIGN_ERROR * uu * vv + errorUV * Math.abs(uv));
  return s > errorS && t > errorT && det - s - t > errorS + errorT + errorDet;
}

/** The vector from c[from] to c[to], exact; false if a component is too small for products of three. */
function setVector(c: Float64Array, to: number, from: number, k: number): boolean {
  let isFine = true;
  for (let axis = 0; axis < 3; axis++) difference(c, to + axis, c, from + axis, d, k + 2 * axis);
  for (let part = k; part < k + 6; part++)
    if (d[part] !== 0 && Math.abs(d[part]) < LEAST_PART) isFine = false;
  return isFine;
}

/** The dot product of two vectors in f64. */
function along(u: number, v: number): number {
  return d[u] * d[v] + d[u + 2] * d[v + 2] + d[u + 4] * d[v + 4];
}

function alongError(u: number, v: number): number {
  return SIGN_ERROR * (Math.abs(d[u] * d[v]) + Math.abs(d[u + 2] * d[v + 2]) + Math.abs(d[u + 4] * d[v + 4]));
}

/** The square root of RESULT, whose relative error is `share`, rounded once; −1 where its rounding is not proven. */
function rootOfResult(share: number): number {
  const square = d[RESULT];
  return square >= LEAST_SQUARE ? roundedRoot(d, RESULT, share * square, SPARE) : -1;
}

/**
 * Writes the point c[i] ± SHARE · vector to `out`; returns whether its rounding is proven. For an edge (sign 1) `error` is
 * that of SHARE, so that a coordinate near zero, such as sin π, is as certain as others; for a face it is that of each
 * coordinate.
 */
function setPoint(
  c: Float64Array,
  i: number,
  sign: 1 | -1,
  vector: number,
  error: number,
  out: Float64Array,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const from = c[i + axis];
    multiply(d, SHARE, vector + 2 * axis, SPARE);
    d[SPARE + 2] = from;
    d[SPARE + 3] = 0;
    add(d, SPARE + 2, sign, SPARE, SPARE);
    const isExact = sign > 0 && d[vector + 2 * axis] === 0; // an edge perpendicular to the axis
    const along = Math.abs(d[vector + 2 * axis]);
    const doubt =
      (sign > 0 ? error * along : error) + 2 ** -100 * (Math.abs(from) + Math.abs(d[SHARE]) * along);
    if (!isExact && !roundsTo(d, SPARE, doubt)) return false;
    out[axis] = isExact ? from : d[SPARE] + 0; // no −0
  }
  return true;
}

/** Whether all components of a vector are plain f64. */
function areSimple(u: number): boolean {
  return d[u + 1] === 0 && d[u + 3] === 0 && d[u + 5] === 0;
}

/** H = (u × v)·w from exact products, where u and v are plain f64; returns whether it is certainly zero. */
function distilHeight(): boolean {
  let count = 0;
  for (let axis = 0; axis < 3; axis++) {
    const y = axis === 2 ? 0 : 2 * axis + 2;
    const z = axis === 0 ? 4 : 2 * axis - 2;
    count = addTerms(y, z, 1, axis, count);
    count = addTerms(z, y, -1, axis, count);
  }
  return distil(terms, count, d, H);
}

/** Appends the products of sign · u[y]·v[z] and w[axis] as exact terms. */
function addTerms(y: number, z: number, sign: 1 | -1, axis: number, count: number): number {
  let end = count;
  multiply(d, U + y, V + z, SPARE);
  for (let i = 0; i < 2; i++)
    for (let j = 0; j < 2; j++) {
      d[SPARE + 2] = sign * d[SPARE + i];
      d[SPARE + 3] = 0;
      d[SPARE + 4] = d[W + 2 * axis + j];
      d[SPARE + 5] = 0;
      if (d[SPARE + 2] === 0 || d[SPARE + 4] === 0) continue;
      multiply(d, SPARE + 2, SPARE + 4, SPARE + 6);
      terms[end++] = d[SPARE + 6];
      terms[end++] = d[SPARE + 7];
    }
  return end;
}
