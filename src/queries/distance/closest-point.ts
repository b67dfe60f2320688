import { OptionError, show } from "../../errors.ts";
import { IDENTITY, type Pose, readPose } from "../../geometry/affine.ts";
import { rationalTestCount } from "../../geometry/distance/triangle-distance-exact.ts";
import { checkWorldPose, setRelativePose, shiftOrigins } from "../../geometry/relative-pose.ts";
import { C, M, MARGIN_A, RELATIVE_POSE_LENGTH } from "../../geometry/relative-pose-layout.ts";
import type { Vector } from "../../geometry/vector.ts";
import { MAX_COORDINATE } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { refuseFillable, refuseInto } from "../../reused-objects.ts";
import { checkTree } from "../../trees/layout.ts";
import { type PairTree, reachOf } from "../pairs/pair-query.ts";
import { createStats, hasAllCounters, type QueryStats, readStats, writeCounts } from "../stats.ts";
import { enlargeLimit, isTinyQuery, scaleTree, shrink, shrinkDistance } from "../tiny-worlds.ts";
import { descendAabbToPoint, descendObbToPoint, type PointQuery } from "./descend-to-point.ts";
import { descendToPointByKernel } from "./descend-to-point-by-kernel.ts";
import { checkLength } from "./distance-query.ts";
import { beginNearestToPoint, createNearestToPoint, measureCandidates } from "./nearest-to-point.ts";
import { createWaitingPairs } from "./waiting-pairs.ts";
import { METRIC_LENGTH, setWorldMetric } from "./world-metric.ts";

/** The point of a mesh nearest to a query point, in world coordinates. */
export interface ClosestPoint {
  distance: number;
  point: Vector;
  /** The triangle that the point lies on. */
  triangle: number;
  stats: QueryStats;
}

export interface ClosestPointOptions {
  /** The mesh's pose: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
  /** If the mesh is farther away than this, the result is null and takes less time. Default Infinity. */
  maxDistance?: number | undefined;
  /** An earlier result, to be overwritten and returned; not touched if the result is null. Default: a new result. */
  into?: ClosestPoint | null | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<QueryStats> | undefined;
}

const CLOSEST_POINT_OPTIONS: OptionNames<ClosestPointOptions> = {
  toWorld: true,
  maxDistance: true,
  into: true,
  stats: true,
};
const NO_OPTIONS: ClosestPointOptions = {};

const noOrigin = new Float64Array(3);
const query: PointQuery = {
  toWorld: new Float64Array(16),
  worldToModel: new Float64Array(RELATIVE_POSE_LENGTH),
  point: new Float64Array(16),
  margin: 0,
  metric: new Float64Array(METRIC_LENGTH),
  boxTests: 0,
  exactBefore: 0,
  search: createNearestToPoint(),
  waiting: createWaitingPairs(),
};

/**
 * The point of the surface nearest to `point`, three world coordinates; null beyond `maxDistance`, and for an R-tree that has lost all its
 * triangles. Exact up to rounding. Among several nearest points it is the first in the order of coordinates, on the lowest-numbered
 * triangle.
 */
export function closestPoint(
  tree: PairTree,
  point: ArrayLike<number>,
  options: ClosestPointOptions = NO_OPTIONS,
): ClosestPoint | null {
  if (options !== NO_OPTIONS) checkOptionNames(options, CLOSEST_POINT_OPTIONS, "closestPoint");
  checkTree(tree, "closestPoint");
  const { toWorld: toWorldGiven = null, maxDistance = Infinity, into } = options;
  checkLength(maxDistance, "maxDistance");
  checkAnswer(into);
  const stats = readStats(options.stats);
  const x = coordinate(point, 0);
  const y = coordinate(point, 1);
  const z = coordinate(point, 2);
  const scaled = isTinyQuery(tree, options) ? scaleTree(tree, options, x, y, z) : null;
  if (scaled !== null) {
    const { factor } = scaled;
    const larger = { ...options, toWorld: scaled.toWorld, maxDistance: enlargeLimit(maxDistance, factor) };
    const found = closestPoint(scaled.tree, [x * factor, y * factor, z * factor], larger);
    if (found === null) return null;
    found.distance = shrinkDistance(found.distance, factor);
    shrink(found.point, factor);
    return found;
  }
  const { search } = query;
  const { target, nearest } = search;
  const moves = toWorldGiven !== null && readPose(toWorldGiven, "toWorld", query.toWorld);
  target[0] = x;
  target[1] = y;
  target[2] = z;
  if (moves) setMovedPoint(query, tree);
  else setPoint(query, tree);
  setWorldMetric(query.toWorld, moves, query.metric);
  beginNearestToPoint(search, query.toWorld, moves, maxDistance);
  query.exactBefore = rationalTestCount();
  if (tree.kind !== "aabb" || !descendToPointByKernel(tree, query)) {
    if (tree.kind === "obb") descendObbToPoint(tree, query);
    else descendAabbToPoint(tree, query);
    measureCandidates(search, tree);
  }

  // Read everything needed from the query before writing to the caller's objects: a setter may run a query.
  const { boxTests } = query;
  const { triangleTests } = search;
  const exactTests = rationalTestCount() - query.exactBefore;
  const { slot, distance } = nearest;
  const nearestX = nearest.point[0];
  const nearestY = nearest.point[1];
  const nearestZ = nearest.point[2];
  if (stats !== undefined) writeCounts(stats, boxTests, triangleTests, exactTests);
  if (slot < 0) return null;
  const triangle = tree.triangles[slot];
  if (into === undefined || into === null) {
    const counts = createStats();
    counts.boxTests = boxTests;
    counts.triangleTests = triangleTests;
    counts.exactTests = exactTests;
    return { distance, point: [nearestX, nearestY, nearestZ], triangle, stats: counts };
  }
  into.distance = distance;
  into.point[0] = nearestX;
  into.point[1] = nearestY;
  into.point[2] = nearestZ;
  into.triangle = triangle;
  writeCounts(into.stats, boxTests, triangleTests, exactTests);
  return into;
}

/** Sets the point in the model's space and its margin, for a mesh without a pose. */
function setPoint(query: PointQuery, tree: PairTree): void {
  const { point, search } = query;
  const { target } = search;
  let size = reachOf(tree);
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = target[axis] - tree.origin[axis];
    size += Math.abs(target[axis]) + Math.abs(point[axis]);
  }
  // Exceeds the error of a difference of coordinates, or of a projection on a box's axes as in distance-obb.ts.
  query.margin = 2 ** -43 * size;
}

/** Sets the point in the model's space and its margin, for a mesh that its pose moves. */
function setMovedPoint(query: PointQuery, tree: PairTree): void {
  const { toWorld, worldToModel, point, search } = query;
  const x = search.target[0];
  const y = search.target[1];
  const z = search.target[2];
  const reach = reachOf(tree);
  const reachOfPoint = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  checkWorldPose(toWorld, reach, "toWorld"); // setRelativePose would call the pose aToWorld
  setRelativePose(toWorld, true, IDENTITY, false, reach, reachOfPoint, false, worldToModel);
  shiftOrigins(tree.origin, noOrigin, worldToModel);
  let size = reach + reachOfPoint;
  for (let r = 0; r < 3; r++) {
    const row = M + 3 * r;
    point[r] =
      worldToModel[row] * x + worldToModel[row + 1] * y + worldToModel[row + 2] * z + worldToModel[C + r];
    size += Math.abs(point[r]) + Math.abs(worldToModel[C + r]);
  }
  query.margin = (3 + 2 ** -40) * worldToModel[MARGIN_A] + 2 ** -43 * size;
}

/** Throws `OptionError` unless `into` is omitted or can be filled. */
function checkAnswer(into: ClosestPoint | null | undefined): void {
  if (into === undefined || into === null) return;
  if (!Array.isArray(into.point) || !hasAllCounters(into.stats)) refuseInto(into);
  if (!Object.isExtensible(into)) refuseFillable(into, "into");
}

function coordinate(point: ArrayLike<number>, axis: number): number {
  const value: unknown = point?.[axis];
  if (typeof value === "number" && Math.abs(value) <= MAX_COORDINATE) return value;
  throw new OptionError(`point[${axis}]: ${show(value)} is not a number within ±2^100`);
}
