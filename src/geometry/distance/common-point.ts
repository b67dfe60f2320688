import { commonPointExactly } from "./common-point-exact.ts";
import { nearestOnTriangle, ON_SQUARE, onTriangle } from "./point-triangle.ts";
import { sortedPair } from "./triangle-distance-exact.ts";

// A point that two triangles share, up to rounding. It is a corner, the point where an edge passes through the other's
// plane, or the point where two edges cross. All candidates are tried and the one nearest to both triangles is taken, so no
// case needs a decision. Next to needles f64 cannot measure the distance to a triangle, and where triangles are nearly
// coplanar it may miss every candidate; then integers find one.

/** The least area of a triangle, relative to the square of its longest edge, at which f64 measures distances to it well. */
const FATNESS = 2 ** -12;
/**
 * How far a point may be from both triangles, relative to the largest coordinate of the triangle with the smaller
 * coordinates.
 */
const ERROR = 2 ** -42;

/** What has been found so far. */
interface Search {
  readonly pair: Float64Array;
  /** The best point. */
  readonly out: Float64Array;
  /** How far it is off the triangles, squared. */
  error: number;
}

const trial = new Float64Array(3);

/**
 * Writes a common point of the triangles at a[i…i+8] and b[j…j+8], which meet, to `out`. Swapping a and b gives an equal
 * point.
 */
export function commonPoint(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): void {
  const pair = sortedPair(a, i, b, j);
  const search: Search = { pair, out, error: Infinity };
  for (let corner = 0; corner < 18; corner += 3) tryPoint(search, corner, corner, 0);
  for (let e = 0; e < 3; e++) {
    const p = 3 * e;
    const pNext = 3 * ((e + 1) % 3);
    tryCrossing(search, p, pNext, 9);
    tryCrossing(search, 9 + p, 9 + pNext, 0);
    for (let f = 0; f < 3; f++) tryEdges(search, p, pNext, 9 + 3 * f, 9 + 3 * ((f + 1) % 3));
  }
  if (!(search.error <= largestError(pair) && isFat(pair, 0) && isFat(pair, 9)))
    commonPointExactly(pair, out);
}

/** The square of the error that is accepted for this pair. */
function largestError(pair: Float64Array): number {
  return (ERROR * Math.min(largestCoordinate(pair, 0), largestCoordinate(pair, 9))) ** 2;
}

function largestCoordinate(pair: Float64Array, t: number): number {
  let largest = 0;
  for (let i = t; i < t + 9; i++) largest = Math.max(largest, Math.abs(pair[i]));
  return largest;
}

function isFat(pair: Float64Array, t: number): boolean {
  let square = 0;
  let longest = 0;
  for (let k = 0; k < 3; k++) {
    square += normalPart(pair, t, k) ** 2;
    const u = pair[t + 3 + k] - pair[t + k];
    const v = pair[t + 6 + k] - pair[t + k];
    // The longest extent along an axis is within a factor of √3 of the longest edge.
    longest = Math.max(longest, Math.abs(u), Math.abs(v), Math.abs(u - v));
  }
  return square >= (FATNESS * longest * longest) ** 2 && square > 2 ** -900;
}

/** Takes the point p + s·(q − p) if it is nearer to both triangles than any point tried before. */
function tryPoint(search: Search, p: number, q: number, s: number): void {
  const { pair, out } = search;
  if (!(s >= 0 && s <= 1)) return;
  for (let k = 0; k < 3; k++) trial[k] = pair[p + k] + s * (pair[q + k] - pair[p + k]);
  nearestOnTriangle(trial, 0, pair, 0);
  const toFirst = onTriangle[ON_SQUARE];
  nearestOnTriangle(trial, 0, pair, 9);
  const worst = Math.max(toFirst, onTriangle[ON_SQUARE]);
  if (!(worst < search.error)) return;
  search.error = worst;
  for (let k = 0; k < 3; k++) out[k] = trial[k];
}

/** Tries the point where edge p q passes through the plane of the triangle at t. */
function tryCrossing(search: Search, p: number, q: number, t: number): void {
  const start = height(search.pair, p, t);
  const end = height(search.pair, q, t);
  tryPoint(search, p, q, start / (start - end));
}

/** The height of a point above a triangle's plane, times the length of the normal. */
function height(pair: Float64Array, p: number, t: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    sum += (pair[p + k] - pair[t + k]) * normalPart(pair, t, k);
  }
  return sum;
}

/** Component k of the normal of the triangle at t; the normal is twice the area long. */
function normalPart(pair: Float64Array, t: number, k: number): number {
  const m = (k + 1) % 3;
  const n = (k + 2) % 3;
  const um = pair[t + 3 + m] - pair[t + m];
  const un = pair[t + 3 + n] - pair[t + n];
  const vm = pair[t + 6 + m] - pair[t + m];
  const vn = pair[t + 6 + n] - pair[t + n];
  return um * vn - un * vm;
}

/** Tries the point of edge p q nearest to the line of edge r s. */
function tryEdges(search: Search, p: number, q: number, r: number, s: number): void {
  const { pair } = search;
  let [uu, uv, vv, uw, vw] = [0, 0, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const u = pair[q + k] - pair[p + k];
    const v = pair[s + k] - pair[r + k];
    const w = pair[r + k] - pair[p + k];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    uw += u * w;
    vw += v * w;
  }
  tryPoint(search, p, q, (uw * vv - uv * vw) / (uu * vv - uv * uv));
}
