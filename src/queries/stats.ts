import { OptionError } from "../errors.ts";
import type { OptionNames } from "../option-names.ts";
import { checkFillable, fillCounters, refuseFillable, refuseInto } from "../reused-objects.ts";
import { DETACHED, isArrayOf, isDetached } from "../typed-arrays.ts";

/** The work of a query. Every query counts; the papers' tables, the tests and users read these numbers. */
export interface QueryStats {
  /** Pairs of boxes tested for overlap. */
  boxTests: number;
  /** Pairs of triangles tested. */
  triangleTests: number;
  /** Triangle tests that the floating-point filter could not decide and exact arithmetic did. */
  exactTests: number;
  /**
   * How the box tests ended: entry k < 15 counts the tests that axis k separated, entry 15 those that found an
   * overlap. Axes 0 to 2 are the face normals of a's boxes, 3 to 5 those of b's, 6 + 3·i + j the cross product of
   * a's edge i and b's edge j.
   */
  exitAxes: Uint32Array;
}

export { OVERLAP } from "../kernels/descent-constants.ts";
export const EXIT_COUNT = 16;

/** The counters of all queries, without the exit axes. */
export type Counters = Pick<QueryStats, "boxTests" | "triangleTests" | "exactTests">;

const QUERY_COUNTERS = ["boxTests", "triangleTests", "exactTests"] as const;
const QUERY_STATS: OptionNames<QueryStats> = {
  boxTests: true,
  triangleTests: true,
  exactTests: true,
  exitAxes: true,
};
/** Counters of all queries: a caller may pass one object to several of them. */
export const ALL_COUNTERS: Readonly<Record<string, true>> = {
  ...QUERY_STATS,
  featureTests: true,
  linkBoxTests: true,
  candidates: true,
  falseAlarms: true,
  hullsApart: true,
  poses: true,
};

/** Empty counters with all fields, so that counters of abut and of callers have one shape. */
export function createStats(): QueryStats {
  const stats: Partial<QueryStats> = {};
  stats.boxTests = 0;
  stats.triangleTests = 0;
  stats.exactTests = 0;
  stats.exitAxes = new Uint32Array(EXIT_COUNT);
  return stats as QueryStats;
}

/**
 * The caller's `stats` with all counters, the missing ones added. Must be called before any work is done. Throws `OptionError` if it cannot
 * be filled.
 */
export function readStats(stats: Partial<QueryStats> | undefined): QueryStats | undefined {
  return stats === undefined || hasAllCounters(stats) ? stats : fillStats(stats);
}

/** Whether no counter is missing, as in every call after the first. */
export function hasAllCounters(stats: Partial<QueryStats>): stats is QueryStats {
  return (
    isArrayOf(stats?.exitAxes, "Uint32Array") &&
    stats.exitAxes.length >= EXIT_COUNT &&
    typeof stats.boxTests === "number" &&
    typeof stats.triangleTests === "number" &&
    typeof stats.exactTests === "number" &&
    Object.isExtensible(stats)
  );
}

function fillStats(stats: Partial<QueryStats>): QueryStats {
  checkFillable(stats, QUERY_STATS, "stats", ALL_COUNTERS);
  const { exitAxes } = stats;
  if (exitAxes !== undefined && !(isArrayOf(exitAxes, "Uint32Array") && exitAxes.length >= EXIT_COUNT))
    throw new OptionError(`stats.exitAxes: expected a Uint32Array of ${EXIT_COUNT} counters, or nothing`);
  fillCounters(stats, QUERY_COUNTERS);
  stats.exitAxes ??= new Uint32Array(EXIT_COUNT);
  return stats as QueryStats;
}

/**
 * Throws `OptionError` unless `into` is omitted or is an earlier result, with a storage of this kind. Must be called before any
 * work is done.
 */
export function checkInto(
  into: { storage: Uint32Array | Uint8Array; stats: QueryStats } | null | undefined,
  kind: "Uint32Array" | "Uint8Array" = "Uint32Array",
): void {
  if (into === undefined || into === null) return;
  const { storage, stats } = into;
  if (!isArrayOf(storage, kind) || !hasAllCounters(stats)) refuseInto(into);
  if (storage.length === 0 && isDetached(storage))
    throw new OptionError(`into.storage: ${DETACHED}; omit into to get a new result`);
  if (!Object.isExtensible(into)) refuseFillable(into, "into");
}

/** Writes the counters of a query that has no exit axes. */
export function writeCounts(
  stats: QueryStats,
  boxTests: number,
  triangleTests: number,
  exactTests: number,
): void {
  stats.boxTests = boxTests;
  stats.triangleTests = triangleTests;
  stats.exactTests = exactTests;
  stats.exitAxes.fill(0);
}

/** Overwrites one query's counters with another's. */
export function copyStats(from: QueryStats, to: QueryStats): void {
  to.boxTests = from.boxTests;
  to.triangleTests = from.triangleTests;
  to.exactTests = from.exactTests;
  to.exitAxes.set(from.exitAxes);
}

export function clearStats(stats: QueryStats): void {
  stats.boxTests = 0;
  stats.triangleTests = 0;
  stats.exactTests = 0;
  stats.exitAxes.fill(0);
}

/** Adds counters to those of a query that has no exit axes. */
export function addCounts(sum: Counters, { boxTests, triangleTests, exactTests }: Counters): void {
  sum.boxTests += boxTests;
  sum.triangleTests += triangleTests;
  sum.exactTests += exactTests;
}

/** Adds the counters of a query to those of the query that ran it. */
export function addStats(sum: QueryStats, stats: QueryStats): void {
  addCounts(sum, stats);
  for (let axis = 0; axis < EXIT_COUNT; axis++) sum.exitAxes[axis] += stats.exitAxes[axis];
}
