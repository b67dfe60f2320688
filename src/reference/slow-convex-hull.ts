import { exactOrient3d } from "../numerics/orient-bigint.ts";

// The slow twin of the convex hull, without building a surface. A plane through three points that has no point on one side
// is a supporting plane, and a point is a corner if the supporting planes through it have nothing else in common.

/**
 * The points (x, y, z each) that are corners of their convex hull, in ascending order; the first of equal points. Every
 * sign is that of an integer. Takes n⁴ steps: for a few dozen points.
 */
export function hullCornersByBruteForce(points: ArrayLike<number>): Uint32Array {
  const given = toPoints(points);
  const size = given.flat().reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  // In fewer than three dimensions, a pyramid over the points has their corners and its apexes.
  const solid = APEXES.map((apexes) => [
    ...given,
    ...apexes.map((axis) => given[0].map((x, k) => x + size * axis[k])),
  ]).find(isSolid)!;
  const common = given.map(() => new Set(solid.keys()));
  for (const plane of supportingPlanes(solid))
    for (const p of plane) {
      const others = common[p];
      if (others !== undefined) for (const q of others) if (!plane.has(q)) others.delete(q);
    }
  return Uint32Array.from(given.keys()).filter((p) => {
    const first = given.findIndex((q) => same(q, given[p])) === p;
    return first && [...common[p]].every((q) => same(solid[q], given[p]));
  });
}

type Point = readonly number[];

const [X, Y, Z] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const APEXES: Point[][] = [[], [X], [Y], [Z], [X, Y], [Y, Z], [Z, X], [X, Y, Z]];

function toPoints(points: ArrayLike<number>): Point[] {
  return Array.from({ length: points.length / 3 }, (_, i) => [
    points[3 * i],
    points[3 * i + 1],
    points[3 * i + 2],
  ]);
}

function* supportingPlanes(points: Point[]): Generator<Set<number>> {
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const signs = points.map((p) => side(points[i], points[j], points[k], p));
        const hasAbove = signs.some((s) => s > 0);
        const hasBelow = signs.some((s) => s < 0);
        if (hasAbove !== hasBelow) yield new Set([...signs.keys()].filter((p) => signs[p] === 0));
      }
}

function isSolid(points: Point[]): boolean {
  for (const p of points)
    for (const q of points) {
      if (same(p, q)) continue;
      for (const r of points) if (points.some((s) => side(p, q, r, s) !== 0)) return true;
    }
  return false;
}

function same(p: Point, q: Point): boolean {
  return p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
}

function side(a: Point, b: Point, c: Point, d: Point): number {
  // biome-ignore format: a point reads in a row
  return exactOrient3d(
    a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2],
  );
}
