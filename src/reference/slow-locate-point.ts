import { gridOf, integersOf, type RationalPoint } from "../geometry/contact/rational-point.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { cross, dot, type IntegerVector, minus } from "../numerics/integer-vectors.ts";
import { checkOptionNames } from "../option-names.ts";
import { integerTriangles, placed } from "./contacts.ts";
import { PLACED_OPTIONS, type PlacedOptions } from "./placed-mesh.ts";

/** The slow twin of `locatePoint` for closed meshes: all triangles, integers, and rays tried until one meets no edge. */
export function locatePointByIntegers(
  mesh: TriangleMesh,
  point: ArrayLike<number>,
  options: PlacedOptions = {},
): "inside" | "outside" | "on" {
  checkOptionNames(options, PLACED_OPTIONS, "locatePointByIntegers");
  const world = placed(mesh, options.toWorld ?? null);
  const grid = gridOf(world, point);
  const [x, y, z] = integersOf(point, 0, grid);
  return locateExactly(integerTriangles(mesh, world, grid), [x, y, z, 1n]);
}

/** `locatePointByIntegers` for a point in exact ratios and triangles in integers. */
export function locateExactly(
  triangles: readonly (readonly IntegerVector[])[],
  point: RationalPoint,
): "inside" | "outside" | "on" {
  if (triangles.some((t) => holds(t, point))) return "on";
  for (let n = 1n; ; n++) {
    // Arbitrary directions; one of them avoids all edges.
    const count = crossings(triangles, point, [1009n * n, 97n * n * n + 13n, 1n - 31n * n]);
    if (count !== null) return count % 2 === 1 ? "inside" : "outside";
  }
}

/** How many triangles the ray crosses; null if it meets an edge, or lies in the plane of a triangle it could meet. */
function crossings(
  triangles: readonly (readonly IntegerVector[])[],
  point: RationalPoint,
  direction: IntegerVector,
): number | null {
  let count = 0;
  for (const t of triangles) {
    const normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    if (normal.every((x) => x === 0n)) continue; // a segment or a point bounds nothing
    const arms = t.map((corner) => armTo(corner, point));
    // The sign of direction · (p × q) says on which side the ray passes the edge p q.
    const sides = [0, 1, 2].map((e) => dot(direction, cross(arms[e], arms[(e + 1) % 3])));
    if (sides.some((s) => s > 0n) && sides.some((s) => s < 0n)) continue;
    const height = dot(normal, arms[0]);
    const slope = dot(normal, direction);
    if (slope !== 0n && height !== 0n && height > 0n !== slope > 0n) continue; // behind the point
    if (sides.some((s) => s === 0n)) return null;
    count++;
  }
  return count;
}

/** From the point to a corner, times the point's w. */
function armTo(corner: IntegerVector, [x, y, z, w]: RationalPoint): IntegerVector {
  return [corner[0] * w - x, corner[1] * w - y, corner[2] * w - z];
}

/** Whether the point lies in the closed triangle, or in the segment or point that it is. */
function holds(t: readonly IntegerVector[], point: RationalPoint): boolean {
  const arms = t.map((corner) => armTo(corner, point));
  const normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
  if (normal.every((x) => x === 0n)) return [0, 1, 2].some((e) => onSegment(arms[e], arms[(e + 1) % 3]));
  if (dot(normal, arms[0]) !== 0n) return false;
  return [0, 1, 2].every((e) => dot(normal, cross(arms[e], arms[(e + 1) % 3])) >= 0n);
}

/** Whether the segment between the ends of two arms contains the origin. */
function onSegment(p: IntegerVector, q: IntegerVector): boolean {
  return cross(p, q).every((x) => x === 0n) && dot(p, q) <= 0n;
}
