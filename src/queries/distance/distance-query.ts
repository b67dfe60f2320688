import { OptionError, show } from "../../errors.ts";
import { readPose } from "../../geometry/affine.ts";
import { rationalTestCount } from "../../geometry/distance/triangle-distance-exact.ts";
import { setRelativePose, shiftOrigins } from "../../geometry/relative-pose.ts";
import { RELATIVE_POSE_LENGTH, WORLD_REACH } from "../../geometry/relative-pose-layout.ts";
import type { AabbTree, ObbTree, RTree } from "../../trees/layout.ts";
import { isInUse } from "../pairs/collide.ts";
import { checkTrees, type PairTree, reachOf } from "../pairs/pair-query.ts";
import type { QueryStats } from "../stats.ts";
import { descendBoxesByKernel } from "./descend-by-kernel.ts";
import { descendBoxesForDistance } from "./distance-boxes.ts";
import { descendObbForDistance } from "./distance-obb.ts";
import { beginNearestPairs, nearestTestCount, nearLeaves } from "./nearest-pairs.ts";
import { setWorldMetric } from "./world-metric.ts";

// What `distance` and `isWithin` share: two trees whose triangles do not meet, and how far apart they are.

/** What a descent for a distance works with. */
export interface DistanceDescent {
  /** The relative pose that takes b's space to a's. */
  readonly bToA: Float64Array;
  /** Where a and b stand. */
  readonly aToWorld: Float64Array;
  readonly bToWorld: Float64Array;
  /** What lengths in a's space are in the world, by `setWorldMetric`. */
  readonly metricA: Float64Array;
  /** The largest coordinates. */
  reachA: number;
  reachB: number;
  /** Stop at a pair no farther apart than this; negative: find the nearest one. */
  clearance: number;
  boxTests: number;
}

const aToWorld = new Float64Array(16);
const bToWorld = new Float64Array(16);
const descent: DistanceDescent = {
  bToA: new Float64Array(RELATIVE_POSE_LENGTH),
  aToWorld,
  bToWorld,
  metricA: new Float64Array(5),
  reachA: 0,
  reachB: 0,
  clearance: -1,
  boxTests: 0,
};
let rationalBefore = 0;

/** Throws `OptionError` unless `value` is a distance: a number from 0 to Infinity. */
export function checkLength(value: number, name: string): void {
  if (!(typeof value === "number" && value >= 0))
    throw new OptionError(`${name}: ${show(value)} is not a number of at least 0`);
}

/** Sets the query up, for checked arguments, and poses from `plainPose`. */
export function beginDistanceQuery(
  a: PairTree,
  b: PairTree,
  poseA: readonly number[] | null,
  poseB: readonly number[] | null,
  maxDistance: number,
): void {
  checkTrees(a, b);
  const aMoves = readPose(poseA, "aToWorld", aToWorld);
  const bMoves = readPose(poseB, "bToWorld", bToWorld);
  descent.reachA = reachOf(a);
  descent.reachB = reachOf(b);
  const { bToA, reachA, reachB } = descent;
  setRelativePose(aToWorld, aMoves, bToWorld, bMoves, reachA, reachB, false, bToA);
  shiftOrigins(a.origin, b.origin, bToA);
  setWorldMetric(aToWorld, aMoves, descent.metricA);
  beginNearestPairs(a, aToWorld, aMoves, b, bToWorld, bMoves, maxDistance, bToA[WORLD_REACH]);
  descent.boxTests = 0;
  rationalBefore = rationalTestCount();
}

/** Takes two slots for the first pair: the nearer they are, the more of the trees is left out. */
export function startFromPair(a: PairTree, slotA: number, b: PairTree, slotB: number): void {
  if (isInUse(a, slotA) && isInUse(b, slotB)) nearLeaves(a, slotA, 1, b, slotB, 1);
}

/** Descends both trees: for the nearest pair, or with a clearance of at least 0 for any pair within it. */
export function descendForDistance(a: PairTree, b: PairTree, clearance: number): boolean {
  descent.clearance = clearance;
  if (isEmpty(a) || isEmpty(b)) return false;
  if (a.kind === "obb") return descendObbForDistance(a, b as ObbTree, descent);
  if (a.kind === "r-tree") return descendBoxesForDistance(a, b as RTree, descent);
  return (
    descendBoxesByKernel(a, b as AabbTree, descent) ?? descendBoxesForDistance(a, b as AabbTree, descent)
  );
}

/** An R-tree may have lost all its triangles. */
function isEmpty(tree: PairTree): boolean {
  return tree.kind === "r-tree" && tree.triangleCount === 0;
}

/** Adds what the query did to what the search for a contact before it did. */
export function addDistanceStats(stats: QueryStats): void {
  stats.boxTests += descent.boxTests;
  stats.triangleTests += nearestTestCount();
  stats.exactTests += rationalTestCount() - rationalBefore;
}
