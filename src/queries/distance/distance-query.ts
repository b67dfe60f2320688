import { OptionError, show } from "../../errors.ts";
import { readPose } from "../../geometry/affine.ts";
import { rationalTestCount } from "../../geometry/distance/triangle-distance-exact.ts";
import { setRelativePose, shiftOrigins } from "../../geometry/relative-pose.ts";
import { RELATIVE_POSE_LENGTH, WORLD_REACH } from "../../geometry/relative-pose-layout.ts";
import type { AabbTree, ObbTree, RTree } from "../../trees/layout.ts";
import { isInUse } from "../pairs/collide.ts";
import { usesFrames } from "../pairs/frame-choice.ts";
import { checkTrees, framedBoxesAt, type PairTree, reachOf } from "../pairs/pair-query.ts";
import type { QueryStats } from "../stats.ts";
import { descendBoxesByKernel } from "./descend-by-kernel.ts";
import { descendBoxesForDistance } from "./distance-boxes.ts";
import { descendObbForDistance } from "./distance-obb.ts";
import { beginNearestPairs, createNearestPairs, type NearestPairs, testLeaves } from "./nearest-pairs.ts";
import { createSupports, type Supports } from "./supports.ts";
import { createWaitingPairs, type WaitingPairs } from "./waiting-pairs.ts";
import { METRIC_LENGTH, setWorldMetric } from "./world-metric.ts";

// The common part of `distance` and `isWithin`: two trees whose triangles do not meet, and their distance.

/** The working state of a query. Every query of a thread reuses one. */
export interface DistanceQuery {
  /** The relative pose from b's space to a's. */
  readonly bToA: Float64Array;
  /** The poses of a and b. */
  readonly aToWorld: Float64Array;
  readonly bToWorld: Float64Array;
  /** The boxes to descend: those of the trees or, if an AABB tree has a frame, those along the frame. Null after the descent. */
  boxesA: PairTree | null;
  boxesB: PairTree | null;
  /** The poses of the boxes. */
  boxesAToWorld: Float64Array;
  boxesBToWorld: Float64Array;
  /** World lengths of vectors in a's space, by `setWorldMetric`. */
  readonly metricA: Float64Array;
  /** The largest coordinates of a and b. */
  reachA: number;
  reachB: number;
  boxTests: number;
  /** The count of exact tests at the start of the query. */
  exactBefore: number;
  readonly pairs: NearestPairs;
  readonly waiting: WaitingPairs;
  readonly supportsA: Supports;
  readonly supportsB: Supports;
  /** The boxes of b in a step, in a's space; distance-boxes.ts and distance-obb.ts define the layout. */
  movedB: Float64Array;
  /** Kernels only: the direction, in a's space, for which supports are kept, zero if none are kept; and the last direction found. */
  readonly direction: Float64Array;
  readonly foundDirection: Float64Array;
}

const framedAToWorld = new Float64Array(16);
const framedBToWorld = new Float64Array(16);

const query: DistanceQuery = {
  bToA: new Float64Array(RELATIVE_POSE_LENGTH),
  aToWorld: new Float64Array(16),
  bToWorld: new Float64Array(16),
  boxesA: null,
  boxesB: null,
  boxesAToWorld: new Float64Array(16),
  boxesBToWorld: new Float64Array(16),
  metricA: new Float64Array(METRIC_LENGTH),
  reachA: 0,
  reachB: 0,
  boxTests: 0,
  exactBefore: 0,
  pairs: createNearestPairs(),
  waiting: createWaitingPairs(),
  supportsA: createSupports(),
  supportsB: createSupports(),
  movedB: new Float64Array(96),
  direction: new Float64Array(3),
  foundDirection: new Float64Array(3),
};

/**
 * Supports of framed boxes differ from those of the triangles by up to 260 more units in the last place of either side
 * (geometry/framed-pose.ts). A larger reach covers that.
 */
const FRAMED_REACH = 2;

/** Throws `OptionError` unless `value` is a distance: a number from 0 to Infinity. */
export function checkLength(value: number, name: string): void {
  if (!(typeof value === "number" && value >= 0))
    throw new OptionError(`${name}: ${show(value)} is not a number of at least 0`);
}

/** Starts a query with checked arguments and poses from `plainPose`. It is valid until the next one starts. */
export function beginDistanceQuery(
  a: PairTree,
  b: PairTree,
  poseA: readonly number[] | null,
  poseB: readonly number[] | null,
  maxDistance: number,
): DistanceQuery {
  checkTrees(a, b);
  const { bToA, aToWorld, bToWorld } = query;
  const aMoves = readPose(poseA, "aToWorld", aToWorld);
  const bMoves = readPose(poseB, "bToWorld", bToWorld);
  const isFramed = a.kind === "aabb" && b.kind === "aabb" && usesFrames(a, b, aToWorld, bToWorld);
  const framedA = isFramed ? framedBoxesAt(a, aToWorld, framedAToWorld) : null;
  const framedB = isFramed ? framedBoxesAt(b, bToWorld, framedBToWorld) : null;
  const boxesA = (query.boxesA = framedA ?? a);
  const boxesB = (query.boxesB = framedB ?? b);
  const boxesAToWorld = (query.boxesAToWorld = framedA === null ? aToWorld : framedAToWorld);
  const boxesBToWorld = (query.boxesBToWorld = framedB === null ? bToWorld : framedBToWorld);
  const boxesAMove = framedA !== null || aMoves;
  const boxesBMove = framedB !== null || bMoves;
  query.reachA = reachOf(boxesA);
  query.reachB = reachOf(boxesB);
  setRelativePose(
    boxesAToWorld,
    boxesAMove,
    boxesBToWorld,
    boxesBMove,
    query.reachA,
    query.reachB,
    false,
    bToA,
  );
  shiftOrigins(boxesA.origin, boxesB.origin, bToA);
  setWorldMetric(boxesAToWorld, boxesAMove, query.metricA);
  const reach = framedA === null && framedB === null ? bToA[WORLD_REACH] : FRAMED_REACH * bToA[WORLD_REACH];
  beginNearestPairs(query.pairs, a, aToWorld, aMoves, b, bToWorld, bMoves, maxDistance, reach);
  query.boxTests = 0;
  query.exactBefore = rationalTestCount();
  return query;
}

/** Uses two slots as the first pair: the nearer they are, the more of the trees can be skipped. */
export function startFromPair(
  { pairs }: DistanceQuery,
  a: PairTree,
  slotA: number,
  b: PairTree,
  slotB: number,
): void {
  if (isInUse(a, slotA) && isInUse(b, slotB)) testLeaves(pairs, a, slotA, 1, b, slotB, 1);
}

/** Descends both trees: for the nearest pair, or with a clearance of at least 0 for any pair within it. */
export function descendForDistance(
  query: DistanceQuery,
  a: PairTree,
  b: PairTree,
  clearance: number,
): boolean {
  query.pairs.clearance = clearance;
  const { boxesA, boxesB } = query;
  query.boxesA = query.boxesB = null; // the thread's state must not keep a tree alive
  if (isEmpty(a) || isEmpty(b)) return false;
  if (a.kind === "obb") return descendObbForDistance(a, b as ObbTree, query);
  if (a.kind === "r-tree") return descendBoxesForDistance(a, b as RTree, a, b as RTree, query);
  const [framedA, framedB] = [boxesA as AabbTree, boxesB as AabbTree];
  return (
    descendBoxesByKernel(a, b as AabbTree, framedA, framedB, query) ??
    descendBoxesForDistance(a, b as AabbTree, framedA, framedB, query)
  );
}

/** An R-tree may have lost all its triangles. */
function isEmpty(tree: PairTree): boolean {
  return tree.kind === "r-tree" && tree.triangleCount === 0;
}

/** Adds the query's counters to those of the preceding search for a contact. */
export function addDistanceStats({ boxTests, pairs, exactBefore }: DistanceQuery, stats: QueryStats): void {
  stats.boxTests += boxTests;
  stats.triangleTests += pairs.triangleTests;
  stats.exactTests += rationalTestCount() - exactBefore;
}
