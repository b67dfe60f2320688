import { readPose } from "../geometry/affine.ts";
import type { Relation } from "../queries/classify/classify.ts";
import { isOverlapWithin, type ToleranceVerdict } from "../queries/overlap-depth/is-overlap-within.ts";
import { measureOverlap } from "../queries/overlap-depth/overlap-depth.ts";
import { createOverlapPair, workOf } from "../queries/overlap-depth/overlap-pair.ts";
import { penetrationOfHulls } from "../queries/penetration/penetration.ts";
import { addStats, type QueryStats } from "../queries/stats.ts";
import type { ClashDepth } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";
import type { ClashSettings } from "./clash-settings.ts";

/** How closely the bounds of a depth must agree with `depth: "bounds"`, relative to the depth. */
const ROUGHLY = 0.5;

/**
 * The depth of two parts that overlap. Null if it is unknown or not requested; "tolerated" if it is proven to be at most the tolerance. The
 * reported depth does not depend on the tolerance, and what is tolerated does not depend on `depth`.
 */
export function clashDepth(
  a: ClashBody,
  b: ClashBody,
  { aClosed, bClosed }: Relation,
  { tolerance, depth: wanted }: ClashSettings,
  sum: QueryStats,
): ClashDepth | null | "tolerated" {
  if (wanted === "none" && tolerance === 0) return null;
  if (!aClosed && !bClosed) {
    const depth = penetrationOfHulls(a.tree, b.tree, { aToWorld: a.toWorld, bToWorld: b.toWorld });
    if (isProvenWithin(depth as ClashDepth | null, tolerance)) return "tolerated";
    return wanted === "none" ? null : (depth as ClashDepth | null);
  }
  const pair = createOverlapPair(a.tree, poseOf(a, "aToWorld"), b.tree, poseOf(b, "bToWorld"))!;
  // Decide yes or no first: that is fast for the many tolerated pairs and for pairs far deeper than the tolerance.
  const verdict = tolerance > 0 ? isOverlapWithin(pair, tolerance) : "unproven";
  const isClash = tolerance === 0 || verdict === "deeper";
  const isNeeded = verdict !== "within" && (!isClash || wanted !== "none");
  // Whether the tolerance is exceeded must be settled equally for every `depth` mode.
  const agreement = isClash && wanted === "bounds" ? ROUGHLY : undefined;
  const depth = isNeeded ? measureOverlap(pair, undefined, agreement) : null;
  addStats(sum, workOf(pair));
  if (!isClash && (depth === null || isTolerated(depth, verdict, tolerance))) return "tolerated";
  return wanted === "none" ? null : depth;
}

function isTolerated(depth: ClashDepth, verdict: ToleranceVerdict, tolerance: number): boolean {
  if (isProvenWithin(depth, tolerance)) return true;
  return verdict === "surfaces-within" && depth.kind !== "lower-bound";
}

function poseOf({ toWorld }: ClashBody, name: string): Float64Array {
  const pose = new Float64Array(16);
  readPose(toWorld, name, pose);
  return pose;
}

/** Whether the depth is proven to be at most the tolerance. */
function isProvenWithin(depth: ClashDepth | null, tolerance: number): boolean {
  if (tolerance === 0 || depth === null) return false;
  return depth.kind !== "lower-bound" && depth.depth <= tolerance;
}
