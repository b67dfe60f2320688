import { cross, dot, type IntegerVector, isZero, minus } from "../../numerics/integer-vectors.ts";
import {
  edgeMeetsPlane,
  edgesMeet,
  gridOf,
  integersOf,
  type RationalPoint,
  roundPoint,
} from "../contact/rational-point.ts";

// A common point of two triangles that meet, in integers, with each coordinate rounded once. Triangles that meet share a
// corner of one, a point where an edge of one passes through the other, or a point where two edges cross; these are tried
// in this order.

/** Writes a common point of the triangles at pair[0…8] and pair[9…17], which meet, to `out`. */
export function commonPointExactly(pair: Float64Array, out: Float64Array): void {
  const grid = gridOf(pair);
  const [a, b] = [0, 9].map((at) => [0, 3, 6].map((corner) => integersOf(pair, at + corner, grid))) as [
    Triangle,
    Triangle,
  ];
  const point =
    commonCorner(a, b) ?? commonCorner(b, a) ?? crossing(a, b) ?? crossing(b, a) ?? edgeCrossing(a, b);
  if (point === null) throw new Error("commonPoint: the triangles do not meet");
  roundPoint(point, grid, out, 0);
}

type Triangle = [IntegerVector, IntegerVector, IntegerVector];

function commonCorner(a: Triangle, b: Triangle): RationalPoint | null {
  for (const p of a) if (contains(b, [...p, 1n])) return [...p, 1n];
  return null;
}

/** The point where an edge of a passes through b; edges in b's plane are left to `edgeCrossing`. */
function crossing(a: Triangle, b: Triangle): RationalPoint | null {
  const normal = normalOf(b);
  for (let e = 0; e < 3; e++) {
    const [p, q] = [a[e], a[(e + 1) % 3]];
    const [start, end] = [p, q].map((x) => dot(minus(x, b[0]), normal)) as [bigint, bigint];
    if (start === end || (start > 0n && end > 0n) || (start < 0n && end < 0n)) continue;
    const point = edgeMeetsPlane(p, q, ...b);
    if (contains(b, point)) return point;
  }
  return null;
}

function edgeCrossing(a: Triangle, b: Triangle): RationalPoint | null {
  for (let e = 0; e < 3; e++)
    for (let f = 0; f < 3; f++) {
      const [p, q, u, v] = [a[e], a[(e + 1) % 3], b[f], b[(f + 1) % 3]];
      const across = cross(minus(q, p), minus(v, u));
      if (isZero(across) || dot(minus(u, p), across) !== 0n) continue;
      const point = edgesMeet(p, q, u, v);
      if (isBetween(p, q, point) && isBetween(u, v, point)) return point;
    }
  return null;
}

/** Whether a point lies in a closed triangle, or in the segment or point that a degenerate one is. */
function contains(triangle: Triangle, point: RationalPoint): boolean {
  const [a, b, c] = triangle;
  const normal = normalOf(triangle);
  if (isZero(normal)) return isOn(a, b, point) || isOn(b, c, point) || isOn(c, a, point);
  if (dot(from(a, point), normal) !== 0n) return false;
  return [0, 1, 2].every((i) => {
    const [p, q] = [triangle[i], triangle[(i + 1) % 3]];
    return dot(cross(minus(q, p), from(p, point)), normal) >= 0n;
  });
}

function isOn(p: IntegerVector, q: IntegerVector, point: RationalPoint): boolean {
  return isZero(cross(minus(q, p), from(p, point))) && isBetween(p, q, point);
}

/** Whether a point of the line p q lies between p and q. */
function isBetween(p: IntegerVector, q: IntegerVector, point: RationalPoint): boolean {
  return dot(from(p, point), from(q, point)) <= 0n;
}

function normalOf([a, b, c]: Triangle): IntegerVector {
  return cross(minus(b, a), minus(c, a));
}

/** point − p, times the point's positive denominator. */
function from(p: IntegerVector, [x, y, z, w]: RationalPoint): IntegerVector {
  return [x - w * p[0], y - w * p[1], z - w * p[2]];
}
