import { type RationalPoint, samePoint } from "../geometry/contact/rational-point.ts";
import { cross, dot, type IntegerVector, minus } from "../numerics/integer-vectors.ts";

// The slow twin of triangle-contact.ts, by another method: one triangle is clipped by the planes that bound the other, in
// exact ratios. A degenerate triangle is also bounded by planes, through its line or point.

/** The corners of the intersection of two triangles, each given by three integer points; empty if they are apart. */
export function clipTriangles(a: readonly IntegerVector[], b: readonly IntegerVector[]): RationalPoint[] {
  let points: RationalPoint[] = a.map(([x, y, z]) => [x, y, z, 1n]);
  for (const { normal, through } of boundsOf(b)) points = clip(points, normal, dot(normal, through));
  return extremes(points.filter((p, i) => points.findIndex((q) => samePoint(p, q)) === i));
}

/** 0, 1, 2, 5 or 8 as in `findContacts`, for triangles that meet in `corners`. */
export function kindByIntegers(
  a: readonly IntegerVector[],
  b: readonly IntegerVector[],
  corners: readonly RationalPoint[],
): number {
  if (isZero(normalOf(a)) || isZero(normalOf(b))) return 8;
  if (corners.length !== 2) return corners.length === 1 ? 0 : 2;
  return straddles(a, b) && straddles(b, a) ? 5 : 1;
}

interface HalfSpace {
  normal: IntegerVector;
  through: IntegerVector;
}

/** Half spaces whose intersection is the triangle: the side that the normal points to, plane included. */
function boundsOf(t: readonly IntegerVector[]): HalfSpace[] {
  const normal = normalOf(t);
  if (!isZero(normal)) {
    const edges = [0, 1, 2].map((e) => ({
      normal: cross(normal, minus(t[(e + 1) % 3], t[e])),
      through: t[e],
    }));
    return [...bothSides(normal, t[0]), ...edges];
  }
  const [low, , high] = [...t].sort(compare) as [IntegerVector, IntegerVector, IntegerVector];
  const along = minus(high, low);
  const axes: IntegerVector[] = [
    [1n, 0n, 0n],
    [0n, 1n, 0n],
    [0n, 0n, 1n],
  ];
  if (isZero(along)) return axes.flatMap((axis) => bothSides(axis, low));
  return [
    ...axes.map((axis) => cross(axis, along)).flatMap((across) => bothSides(across, low)),
    { normal: along, through: low },
    { normal: minus([0n, 0n, 0n], along), through: high },
  ];
}

function bothSides(normal: IntegerVector, through: IntegerVector): HalfSpace[] {
  return [
    { normal, through },
    { normal: minus([0n, 0n, 0n], normal), through },
  ];
}

/** The part of a convex polygon where normal · x ≥ offset. */
function clip(points: RationalPoint[], normal: IntegerVector, offset: bigint): RationalPoint[] {
  const heights = points.map((p) => dot(normal, [p[0], p[1], p[2]]) - offset * p[3]);
  return points.flatMap((p, i) => {
    const j = (i + 1) % points.length;
    const [h, k] = [heights[i], heights[j]];
    const kept = h >= 0n ? [p] : [];
    return (h > 0n && k < 0n) || (h < 0n && k > 0n) ? [...kept, blend(p, points[j], h, k)] : kept;
  });
}

/** The point of segment p q at height 0, where p and q have the heights h / w and k / w. */
function blend(p: RationalPoint, q: RationalPoint, h: bigint, k: bigint): RationalPoint {
  const [x, y, z, w] = p.map((value, i) => value * k - q[i] * h) as [bigint, bigint, bigint, bigint];
  return w < 0n ? reduce([-x, -y, -z, -w]) : reduce([x, y, z, w]);
}

/** The point in lowest terms, a unique form. */
export function reduce([x, y, z, w]: RationalPoint): RationalPoint {
  const divisor = [x, y, z].reduce((g, value) => commonDivisor(g, value < 0n ? -value : value), w);
  return [x / divisor, y / divisor, z / divisor, w / divisor];
}

function commonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The two ends of collinear points; other points unchanged. */
function extremes(points: RationalPoint[]): RationalPoint[] {
  if (points.length < 3) return points;
  const flat = points.map(([x, y, z, w]) => [x, y, z, w] as const);
  const [p, q] = [flat[0], flat[1]];
  const from = (r: RationalPoint): IntegerVector => [
    r[0] * p[3] - p[0] * r[3],
    r[1] * p[3] - p[1] * r[3],
    r[2] * p[3] - p[2] * r[3],
  ];
  if (!flat.every((r) => isZero(cross(from(q), from(r))))) return points;
  const sorted = [...points].sort((r, s) => compare(times(r, s[3]), times(s, r[3])));
  return [sorted[0], sorted[sorted.length - 1]];
}

function times([x, y, z]: RationalPoint, factor: bigint): IntegerVector {
  return [x * factor, y * factor, z * factor];
}

function straddles(a: readonly IntegerVector[], b: readonly IntegerVector[]): boolean {
  const heights = a.map((p) => dot(normalOf(b), minus(p, b[0])));
  return heights.some((h) => h > 0n) && heights.some((h) => h < 0n);
}

export function normalOf(t: readonly IntegerVector[]): IntegerVector {
  return cross(minus(t[1], t[0]), minus(t[2], t[0]));
}

function isZero(v: IntegerVector): boolean {
  return v[0] === 0n && v[1] === 0n && v[2] === 0n;
}

/** By x, then y, then z. */
function compare(p: IntegerVector, q: IntegerVector): number {
  const axis = p[0] !== q[0] ? 0 : p[1] !== q[1] ? 1 : 2;
  return p[axis] < q[axis] ? -1 : p[axis] > q[axis] ? 1 : 0;
}
