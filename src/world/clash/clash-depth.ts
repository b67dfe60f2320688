import type { Relation } from "../../queries/classify/classify.ts";
import { overlapDepth } from "../../queries/overlap-depth/overlap-depth.ts";
import { penetrationOfHulls } from "../../queries/penetration/penetration.ts";
import { addStats, type QueryStats } from "../../queries/stats.ts";
import type { ClashDepth } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";

/** How deep two parts are in each other that share more than a touch; null where nothing is known. */
export function clashDepth(
  a: ClashBody,
  b: ClashBody,
  { aClosed, bClosed }: Relation,
  tolerance: number,
  sum: QueryStats,
): ClashDepth | null {
  const poses = { aToWorld: a.toWorld, bToWorld: b.toWorld };
  if (aClosed || bClosed) {
    // Below the tolerance depths need not be told apart.
    const precision = tolerance > 0 ? tolerance : undefined;
    const { stats: counts, ...depth } = overlapDepth(a.tree, b.tree, { ...poses, precision })!;
    addStats(sum, counts);
    return depth;
  }
  return penetrationOfHulls(a.tree, b.tree, poses) as ClashDepth | null;
}

/** Whether it is proven that the depth is at most so much. */
export function isProvenWithin(depth: ClashDepth | null, tolerance: number): boolean {
  if (tolerance === 0 || depth === null) return false;
  return depth.kind !== "lower-bound" && depth.depth <= tolerance;
}
