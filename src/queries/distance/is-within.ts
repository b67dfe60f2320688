import { collide } from "../pairs/collide.ts";
import { checkTrees, type PairTree } from "../pairs/pair-query.ts";
import { createStats } from "../stats.ts";
import type { DistanceOptions } from "./distance.ts";
import { addDistanceStats, beginDistanceQuery, checkLength, descendForDistance } from "./distance-query.ts";

export type WithinOptions = Pick<DistanceOptions, "aToWorld" | "bToWorld" | "stats">;

/** Whether the surfaces come as near as `clearance`: what `distance(a, b).distance <= clearance` says, but sooner. */
export function isWithin(a: PairTree, b: PairTree, clearance: number, options: WithinOptions = {}): boolean {
  checkTrees(a, b);
  const { aToWorld = null, bToWorld = null, stats = createStats() } = options;
  checkLength(clearance, "clearance");
  if (collide(a, b, { aToWorld, bToWorld, stats })) return true;
  beginDistanceQuery(a, b, aToWorld, bToWorld, clearance);
  const within = descendForDistance(a, b, clearance);
  addDistanceStats(stats);
  return within;
}
