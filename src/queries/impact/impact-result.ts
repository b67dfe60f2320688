import type { OptionNames } from "../../option-names.ts";
import { checkFillable, fillCounters } from "../../reused-objects.ts";
import { ALL_COUNTERS } from "../stats.ts";

/**
 * When two meshes first meet on their way from time 0 to time 1.
 *
 * - hit: they are apart before `lower`, and have met by `upper`; where one rotates, they are within the tolerance of
 *   each other at `upper`. `triangleA` and `triangleB` are two that do. `startsInContact` says that the meshes touch or
 *   intersect at time 0 already, which is exact even where a mesh rotates.
 * - miss: they are apart all the time.
 * - indeterminate: the limit of steps was reached. They are apart before `lower`, and if they meet at all by `upper`,
 *   not before `lower`.
 */
export type Impact =
  | {
      kind: "hit";
      lower: number;
      upper: number;
      startsInContact: boolean;
      triangleA: number;
      triangleB: number;
    }
  | { kind: "miss" }
  | { kind: "indeterminate"; lower: number; upper: number };

/** What a query for the first contact did. */
export interface ImpactStats {
  /** Pairs of boxes tested. */
  boxTests: number;
  /** Pairs of triangles tested. */
  triangleTests: number;
  /** Pairs of a vertex and a face, or of two edges, tested; 0 where a mesh rotates. */
  featureTests: number;
  /** Tests of triangles at time 0, or of features, that needed exact arithmetic. */
  exactTests: number;
}

const IMPACT_STATS: OptionNames<ImpactStats> = {
  boxTests: true,
  triangleTests: true,
  featureTests: true,
  exactTests: true,
};
const IMPACT_COUNTERS = ["boxTests", "triangleTests", "featureTests", "exactTests"] as const;

/** The caller's `stats` with all counters. Fills in what is missing. Throws `OptionError` where it cannot be filled. */
export function readImpactStats(stats: Partial<ImpactStats> | undefined): ImpactStats | undefined {
  if (stats === undefined) return undefined;
  checkFillable(stats, IMPACT_STATS, "stats", ALL_COUNTERS);
  fillCounters(stats, IMPACT_COUNTERS);
  return stats as ImpactStats;
}
