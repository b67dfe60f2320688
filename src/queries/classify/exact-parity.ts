import {
  type Grid,
  integersOf,
  type RationalPoint,
  roundPoint,
} from "../../geometry/contact/rational-point.ts";
import { cross, dot, type IntegerVector, minus } from "../../numerics/integer-vectors.ts";
import { type PosedTree, visitAhead } from "./posed-tree.ts";

// Parity at a point that f64 cannot represent, infinitesimally close to a rational point: x + ε·d0 + ε²·d1 + … Exact throughout; f64
// decides triangles that the ray clearly misses or clearly meets.

/** A triangle through a point, in units of the grid. */
export interface ThroughTriangle {
  readonly corners: readonly IntegerVector[];
  readonly normal: IntegerVector;
}

const rounded = new Float64Array(16);
const UNIT = 2 ** -50;
const UNDERFLOW = 2 ** -900;

/** Rounds the point to f64 for the tree walk; returns the largest error of a coordinate. */
function roundForWalk(point: RationalPoint, grid: Grid): number {
  roundPoint(point, grid, rounded, 0);
  return UNIT * Math.max(Math.abs(rounded[0]), Math.abs(rounded[1]), Math.abs(rounded[2])) + Number.MIN_VALUE;
}

/** Whether x, moved by the steps, is inside: a ray along +x crosses an odd number of triangles. */
export function isInsideBeside(
  posed: PosedTree,
  x: RationalPoint,
  grid: Grid,
  steps: readonly IntegerVector[],
): boolean {
  const slack = roundForWalk(x, grid);
  const place = rounded.slice(0, 3);
  const all: IntegerVector[] = [...steps, [0n, 1n, 0n], [0n, 0n, 1n], [1n, 0n, 0n]];
  let odd = false;
  visitAhead(posed, place, slack, (corners, at) => {
    const quick = crossesClearly(corners, at, place, slack);
    if (quick === UNCLEAR) posed.exactTests++;
    if (quick === UNCLEAR ? crossesExactly(corners, at, x, grid, all) : quick === YES) odd = !odd;
    return false;
  });
  return odd;
}

const NO = 0;
const YES = 1;
const UNCLEAR = 2;

function crossesClearly(t: Float64Array, i: number, x: Float64Array, slack: number): number {
  let left = false;
  let right = false;
  let unclear = false;
  for (let e = i; e < i + 9; e += 3) {
    const f = e === i + 6 ? i : e + 3;
    const y = t[f + 1] - t[e + 1];
    const z = t[f + 2] - t[e + 2];
    const one = y * (x[2] - t[e + 2]);
    const two = z * (x[1] - t[e + 1]);
    const bound =
      UNIT * (Math.abs(one) + Math.abs(two)) + 4 * slack * (Math.abs(y) + Math.abs(z)) + UNDERFLOW;
    if (one - two > bound) left = true;
    else if (one - two < -bound) right = true;
    else unclear = true;
  }
  if (left && right) return NO;
  if (unclear) return UNCLEAR;
  if (t[i] > x[0] + slack && t[i + 3] > x[0] + slack && t[i + 6] > x[0] + slack) return YES;
  return UNCLEAR;
}

function crossesExactly(
  t: Float64Array,
  i: number,
  x: RationalPoint,
  grid: Grid,
  steps: readonly IntegerVector[],
): boolean {
  const corners = [integersOf(t, i, grid), integersOf(t, i + 3, grid), integersOf(t, i + 6, grid)];
  let turn = 0n;
  for (let e = 0; e < 3; e++) {
    const from = corners[e];
    const along = minus(corners[(e + 1) % 3], from);
    // in y and z: the x component of along × (x − from)
    const across: IntegerVector = [0n, -along[2], along[1]];
    const side = firstSign(across, from, x, steps);
    if (side === 0n || (e > 0 && side !== turn)) return false;
    turn = side;
  }
  const normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
  return firstSign(normal, corners[0], x, steps) !== turn;
}

/** The sign of normal · (x − from), or, if that is zero, of the first step with a nonzero product. */
function firstSign(
  normal: IntegerVector,
  from: IntegerVector,
  x: RationalPoint,
  steps: readonly IntegerVector[],
): bigint {
  const height = dot(normal, armFrom(from, x));
  if (height !== 0n) return height > 0n ? 1n : -1n;
  for (const step of steps) {
    const rise = dot(normal, step);
    if (rise !== 0n) return rise > 0n ? 1n : -1n;
  }
  return 0n;
}

/** The vector from a corner to x, times x's w. */
export function armFrom(from: IntegerVector, [x, y, z, w]: RationalPoint): IntegerVector {
  return [x - from[0] * w, y - from[1] * w, z - from[2] * w];
}

/** The triangles with an area that contain x, border included. */
export function trianglesThrough(posed: PosedTree, x: RationalPoint, grid: Grid): ThroughTriangle[] {
  const slack = roundForWalk(x, grid);
  const place = rounded.slice(0, 3);
  const found: ThroughTriangle[] = [];
  visitAhead(posed, place, slack, (t, i) => {
    if (Math.min(t[i], t[i + 3], t[i + 6]) > place[0] + slack) return false;
    const corners = [integersOf(t, i, grid), integersOf(t, i + 3, grid), integersOf(t, i + 6, grid)];
    const normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    const hasArea = normal.some((n) => n !== 0n);
    if (hasArea && holds(corners, normal, x)) found.push({ corners, normal });
    return false;
  });
  return found;
}

function holds(corners: readonly IntegerVector[], normal: IntegerVector, x: RationalPoint): boolean {
  if (dot(normal, armFrom(corners[0], x)) !== 0n) return false;
  return corners.every((corner, e) => {
    const along = minus(corners[(e + 1) % 3], corner);
    return dot(cross(normal, along), armFrom(corner, x)) >= 0n;
  });
}
