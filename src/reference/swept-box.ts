import { bakePositions, type Pose } from "../geometry/affine.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { cross, dot, type IntegerVector, vectorAt } from "../numerics/integer-vectors.ts";
import { toIntegers } from "../numerics/integers.ts";
import { ratioToNumber } from "../numerics/ratio.ts";
import { checkOptionNames } from "../option-names.ts";
import { PLACED_OPTIONS, type PlacedOptions } from "./placed-mesh.ts";

// The slow twin of rays, boxes and swept boxes, by another method: every triangle against the solid that the box sweeps
// over. That solid is bounded by at most twelve planes, which clip the triangle one after the other, in integers; the
// triangle meets the solid if something is left.

/**
 * The triangles that a box (six numbers, minima and maxima) meets while it moves along `motion`. A box that stands still
 * and a piece of a ray, a box without size, are special cases.
 */
export function sweepBoxByBruteForce(
  mesh: TriangleMesh,
  box: ArrayLike<number>,
  motion: ArrayLike<number>,
  options: PlacedOptions = {},
): Uint32Array {
  checkOptionNames(options, PLACED_OPTIONS, "sweepBoxByBruteForce");
  const hits: number[] = [];
  visitLeftOvers(mesh, box, motion, options.toWorld ?? null, (triangle) => hits.push(triangle));
  return Uint32Array.from(hits);
}

/**
 * The slow twin of `castRayAll`: every triangle that the ray meets up to `maxT` directions from its origin, with its first
 * t, sorted by (t, triangle).
 */
export function castRayByBruteForce(
  mesh: TriangleMesh,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  maxT: number,
  options: PlacedOptions = {},
): { triangle: number; t: number }[] {
  checkOptionNames(options, PLACED_OPTIONS, "castRayByBruteForce");
  const point = [...Array.from(origin), ...Array.from(origin)];
  const motionToEnd = Array.from(direction, (x) => maxT * x);
  const hits: { triangle: number; t: number }[] = [];
  visitLeftOvers(mesh, point, motionToEnd, options.toWorld ?? null, (triangle, polygon, start, motion) => {
    // What is left of the triangle lies on the ray; the ray enters at the corner nearest to the origin.
    const shares = polygon.map(([x, y, z, w]) =>
      ratioToNumber(dot([x, y, z], motion) - w * dot(start, motion), w * dot(motion, motion)),
    );
    hits.push({ triangle, t: maxT * Math.min(...shares) });
  });
  return hits.sort((a, b) => a.t - b.t || a.triangle - b.triangle);
}

function visitLeftOvers(
  mesh: TriangleMesh,
  box: ArrayLike<number>,
  motion: ArrayLike<number>,
  toWorld: Pose | null,
  visit: (triangle: number, polygon: Point[], start: IntegerVector, motion: IntegerVector) => void,
): void {
  const world = toWorld === null ? mesh.positions : bakePositions(mesh.positions, toWorld);
  const values = new Float64Array(18);
  values.set(Array.from(box).slice(0, 6));
  values.set(Array.from(motion).slice(0, 3), 6);
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let corner = 0; corner < 3; corner++)
      for (let axis = 0; axis < 3; axis++)
        values[9 + 3 * corner + axis] = world[3 * vertexOf(mesh, t, corner) + axis];
    const whole = toIntegers(values, 18);
    const polygon = leftOver(whole);
    if (polygon.length > 0) visit(t, polygon, vectorAt(whole, 0), vectorAt(whole, 2));
  }
}

/** A point x y z / w; w is positive. */
type Point = readonly [bigint, bigint, bigint, bigint];

/** The part of the triangle inside the solid. */
function leftOver(whole: bigint[]): Point[] {
  const [low, high, motion] = [vectorAt(whole, 0), vectorAt(whole, 1), vectorAt(whole, 2)];
  let polygon: Point[] = [3, 4, 5].map((i) => [...vectorAt(whole, i), 1n]);
  for (const normal of [...UNITS, ...UNITS.map((unit) => cross(unit, motion))])
    for (const side of [normal, normal.map((x) => -x) as unknown as IntegerVector]) {
      polygon = cut(polygon, side, farthest(side, low, high, motion));
      if (polygon.length === 0) return polygon;
    }
  return polygon;
}

const UNITS: IntegerVector[] = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
];

/** The largest product of the normal with a point of the solid. */
function farthest(
  normal: IntegerVector,
  low: IntegerVector,
  high: IntegerVector,
  motion: IntegerVector,
): bigint {
  const travel = dot(normal, motion);
  return normal.reduce((sum, x, k) => sum + x * (x > 0n ? high[k] : low[k]), travel > 0n ? travel : 0n);
}

/** The part of the polygon with normal · x ≤ bound. */
function cut(polygon: Point[], normal: IntegerVector, bound: bigint): Point[] {
  const depths = polygon.map(([x, y, z, w]) => bound * w - dot(normal, [x, y, z]));
  const kept: Point[] = [];
  polygon.forEach((p, i) => {
    const next = (i + 1) % polygon.length;
    const [from, to] = [depths[i], depths[next]];
    if (from >= 0n) kept.push(p);
    if ((from > 0n && to < 0n) || (from < 0n && to > 0n)) kept.push(between(p, from, polygon[next], to));
  });
  return kept;
}

/** The point between p and q at which the depth is zero. In homogeneous numbers a depth already includes its point's weight. */
function between(p: Point, from: bigint, q: Point, to: bigint): Point {
  const [a, b] = from > 0n ? [-to, from] : [to, -from];
  const point = p.map((x, k) => a * x + b * q[k]) as [bigint, bigint, bigint, bigint];
  const divisor = point.reduce(greatestCommonDivisor);
  return point.map((x) => x / divisor) as unknown as Point;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
