import { OptionError } from "../../errors.ts";
import { type Pose, readPose } from "../../geometry/affine.ts";
import { rationalTestCount } from "../../geometry/distance/triangle-triangle-exact.ts";
import { checkWorldPose, setRelativePose, shiftOrigins } from "../../geometry/relative-pose.ts";
import { C, M, MARGIN_A, RELATIVE_POSE_LENGTH } from "../../geometry/relative-pose-layout.ts";
import { MAX_COORDINATE } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { describe, type PairTree, reachOf } from "../pairs/pair-query.ts";
import { copyStats, createStats, type QueryStats } from "../stats.ts";
import { descendAabbToPoint, descendObbToPoint, type PointDescent } from "./descend-to-point.ts";
import { checkLength } from "./distance-query.ts";
import { beginNearestToPoint, nearest, pointTestCount, takeNearest, target } from "./nearest-to-point.ts";
import { type Point, pointAt } from "./point.ts";
import { descendPoint } from "./simd/descend-point.ts";
import { setWorldMetric } from "./world-metric.ts";

/** The point of a mesh that is nearest to another point, in world coordinates. */
export interface ClosestPoint {
  distance: number;
  point: Point;
  /** The triangle it lies on. */
  triangle: number;
  stats: QueryStats;
}

export interface ClosestPointOptions {
  /** Where the mesh stands: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
  /** The answer is null when the mesh is farther away than this, and sooner found. Default Infinity. */
  maxDistance?: number | undefined;
  /** Filled with the query's counters. */
  stats?: QueryStats | undefined;
}

const CLOSEST_POINT_OPTIONS: OptionNames<ClosestPointOptions> = {
  toWorld: true,
  maxDistance: true,
  stats: true,
};

const toWorld = new Float64Array(16);
const standing = new Float64Array(16);
readPose(null, "", standing);
const pose = new Float64Array(RELATIVE_POSE_LENGTH);
const noOrigin = new Float64Array(3);
const descent: PointDescent = {
  point: new Float64Array(3),
  margin: 0,
  metric: new Float64Array(5),
  boxTests: 0,
};

/**
 * The point of the surface nearest to `point`, three world coordinates, or null beyond `maxDistance` and for an R-tree
 * that has lost all its triangles; exact to rounding.
 * Of several it is the one that comes first in the order of coordinates, on the triangle with the least number.
 */
export function closestPoint(
  tree: PairTree,
  point: ArrayLike<number>,
  options: ClosestPointOptions = {},
): ClosestPoint | null {
  checkOptionNames(options, CLOSEST_POINT_OPTIONS, "closestPoint");
  const kind: unknown = tree?.kind;
  if (kind !== "aabb" && kind !== "obb" && kind !== "r-tree")
    throw new OptionError(`closestPoint: expected an "aabb", "obb" or "r-tree" tree, got ${describe(tree)}`);
  const { toWorld: toWorldGiven = null, maxDistance = Infinity, stats } = options;
  checkLength(maxDistance, "maxDistance");
  const x = coordinate(point, 0);
  const y = coordinate(point, 1);
  const z = coordinate(point, 2);

  const moves = readPose(toWorldGiven, "toWorld", toWorld);
  if (moves) checkWorldPose(toWorld, reachOf(tree), "toWorld"); // the relative pose knows it by another name
  const reach = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  setRelativePose(toWorld, moves, standing, false, reachOf(tree), reach, false, pose);
  shiftOrigins(tree.origin, noOrigin, pose);
  setDescent(x, y, z, reachOf(tree) + reach);
  setWorldMetric(toWorld, moves, descent.metric);
  target[0] = x;
  target[1] = y;
  target[2] = z;
  beginNearestToPoint(toWorld, moves, maxDistance);
  const rationalBefore = rationalTestCount();
  if (tree.kind === "obb") descendObbToPoint(tree, descent);
  else if (tree.kind !== "aabb" || !descendPoint(tree, descent)) descendAabbToPoint(tree, descent);
  const isFound = takeNearest(tree, maxDistance);

  const counts = createStats();
  counts.boxTests = descent.boxTests;
  counts.triangleTests = pointTestCount();
  counts.exactTests = rationalTestCount() - rationalBefore;
  if (stats !== undefined) copyStats(counts, stats);
  if (!isFound) return null;
  return {
    distance: nearest.distance,
    point: pointAt(nearest.point, 0),
    triangle: tree.triangles[nearest.slot]!,
    stats: counts,
  };
}

/** The point in the model's space, and what it may be off by along any unit vector there. */
function setDescent(x: number, y: number, z: number, reach: number): void {
  let size = reach;
  for (let r = 0; r < 3; r++) {
    const row = M + 3 * r;
    descent.point[r] = pose[row]! * x + pose[row + 1]! * y + pose[row + 2]! * z + pose[C + r]!;
    size += Math.abs(descent.point[r]!) + Math.abs(pose[C + r]!);
  }
  // The second part is the rounding of a projection on a box's axes, as in distance-obb.ts.
  descent.margin = (3 + 2 ** -40) * pose[MARGIN_A]! + 2 ** -43 * size;
}

function coordinate(point: ArrayLike<number>, axis: number): number {
  const value: unknown = point?.[axis];
  if (typeof value === "number" && Math.abs(value) <= MAX_COORDINATE) return value;
  throw new OptionError(`point[${axis}]: ${String(value)} is not a number within ±2^100`);
}
