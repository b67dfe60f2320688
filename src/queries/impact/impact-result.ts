import type { OptionNames } from "../../option-names.ts";
import { checkFillable, fillCounters } from "../../reused-objects.ts";
import { ALL_COUNTERS } from "../stats.ts";

/**
 * When two meshes first meet while they move from time 0 to time 1.
 *
 * - hit: the meshes are apart before `lower` and have met by `upper`; if one rotates, they are within the tolerance of each other at
 * `upper`. `triangleA` and `triangleB` are two triangles that do; where several do, which ones depends on the tree. `startsInContact` says
 * that the meshes touch or intersect already at time 0, which is exact even if a mesh rotates.
 * - miss: the meshes are apart all the time.
 * - indeterminate: the limit of steps was reached. The meshes are apart before `lower`; whether they meet between `lower` and `upper` is
 * unknown.
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

/** The work of a query for the first contact. */
export interface ImpactStats {
  /** Pairs of boxes tested. */
  boxTests: number;
  /** Pairs of triangles tested. */
  triangleTests: number;
  /** Vertex–face and edge–edge pairs tested; 0 if a mesh rotates. */
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

/** The caller's `stats` with all counters, the missing ones added. Throws `OptionError` if it cannot be filled. */
export function readImpactStats(stats: Partial<ImpactStats> | undefined): ImpactStats | undefined {
  if (stats === undefined) return undefined;
  checkFillable(stats, IMPACT_STATS, "stats", ALL_COUNTERS);
  fillCounters(stats, IMPACT_COUNTERS);
  return stats as ImpactStats;
}
