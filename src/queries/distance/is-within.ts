import { plainPose } from "../../geometry/affine.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { collide } from "../pairs/collide.ts";
import { checkTrees, type PairTree } from "../pairs/pair-query.ts";
import { createStats, readStats } from "../stats.ts";
import { enlargeLimit, scalePair } from "../tiny-worlds.ts";
import type { DistanceOptions } from "./distance.ts";
import { addDistanceStats, beginDistanceQuery, checkLength, descendForDistance } from "./distance-query.ts";

export type WithinOptions = Pick<DistanceOptions, "aToWorld" | "bToWorld" | "stats">;

const WITHIN_OPTIONS: OptionNames<WithinOptions> = { aToWorld: true, bToWorld: true, stats: true };

/** Whether the distance of the surfaces is at most `clearance`: `distance(a, b).distance <= clearance`, but faster. */
export function isWithin(a: PairTree, b: PairTree, clearance: number, options: WithinOptions = {}): boolean {
  checkOptionNames(options, WITHIN_OPTIONS, "isWithin");
  checkTrees(a, b);
  const { aToWorld: poseA = null, bToWorld: poseB = null } = options;
  const stats = readStats(options.stats) ?? createStats();
  const aToWorld = plainPose(poseA, "aToWorld");
  const bToWorld = plainPose(poseB, "bToWorld");
  checkLength(clearance, "clearance");
  const scaled = scalePair(a, b, options);
  if (scaled !== null)
    return isWithin(scaled.a, scaled.b, enlargeLimit(clearance, scaled.factor), {
      ...options,
      ...scaled.poses,
    });
  if (collide(a, b, { aToWorld, bToWorld, stats })) return true;
  const query = beginDistanceQuery(a, b, aToWorld, bToWorld, clearance);
  const within = descendForDistance(query, a, b, clearance);
  addDistanceStats(query, stats);
  return within;
}
