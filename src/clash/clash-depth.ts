import { readPose } from "../geometry/affine.ts";
import type { Relation } from "../queries/classify/classify.ts";
import { isOverlapWithin } from "../queries/overlap-depth/is-overlap-within.ts";
import { measureOverlap } from "../queries/overlap-depth/overlap-depth.ts";
import { createOverlapPair, workOf } from "../queries/overlap-depth/overlap-pair.ts";
import { penetrationOfHulls } from "../queries/penetration/penetration.ts";
import { addStats, type QueryStats } from "../queries/stats.ts";
import type { ClashDepth } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";

/**
 * The depth of two parts that overlap. Null where it is unknown; "tolerated" where it is proven to be at most the tolerance. The
 * reported depth does not depend on the tolerance.
 */
export function clashDepth(
  a: ClashBody,
  b: ClashBody,
  { aClosed, bClosed }: Relation,
  tolerance: number,
  sum: QueryStats,
): ClashDepth | null | "tolerated" {
  if (!aClosed && !bClosed) {
    const depth = penetrationOfHulls(a.tree, b.tree, { aToWorld: a.toWorld, bToWorld: b.toWorld });
    return isProvenWithin(depth as ClashDepth | null, tolerance) ? "tolerated" : (depth as ClashDepth | null);
  }
  const pair = createOverlapPair(a.tree, poseOf(a, "aToWorld"), b.tree, poseOf(b, "bToWorld"))!;
  // Yes or no comes first: it is fast for the many tolerated pairs and for pairs far deeper than the tolerance.
  const verdict = tolerance > 0 ? isOverlapWithin(pair, tolerance) : "unproven";
  const depth = verdict === "within" ? null : measureOverlap(pair);
  addStats(sum, workOf(pair));
  if (depth === null || isProvenWithin(depth, tolerance)) return "tolerated";
  return verdict === "surfaces-within" && depth.kind !== "lower-bound" ? "tolerated" : depth;
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
