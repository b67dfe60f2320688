import { OptionError, show } from "../errors.ts";
import { DETACHED, isArrayOf, isDetached } from "../typed-arrays.ts";

/** What a query did. Every query counts; the papers' tables, the tests and users read the same numbers. */
export interface QueryStats {
  /** Pairs of boxes tested for overlap. */
  boxTests: number;
  /** Pairs of triangles tested. */
  triangleTests: number;
  /** Triangle tests whose floating-point filter could not decide, so that exact arithmetic had to. */
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

export function createStats(): QueryStats {
  return { boxTests: 0, triangleTests: 0, exactTests: 0, exitAxes: new Uint32Array(EXIT_COUNT) };
}

/** Throws `OptionError` unless `stats` is left out or can be filled: to be called before any work is done. */
export function checkStats(stats: QueryStats | undefined): void {
  if (
    stats !== undefined &&
    !(isArrayOf(stats?.exitAxes, "Uint32Array") && stats.exitAxes.length >= EXIT_COUNT)
  )
    throw new OptionError(`stats: expected counters from createStats, got ${describe(stats)}`);
}

/** The same for `into`, a result that has `storage`; `maker` is the function that makes one. */
export function checkInto(into: { storage: Uint32Array } | null | undefined, maker: string): void {
  if (into !== undefined && into !== null && !isArrayOf(into.storage, "Uint32Array"))
    throw new OptionError(`into: expected a result from ${maker}, got ${describe(into)}`);
  if (into?.storage.length === 0 && isDetached(into.storage))
    throw new OptionError(`into.storage: ${DETACHED}; make a new result by ${maker}`);
}

function describe(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? "another object" : `${typeof value} ${show(value)}`;
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

/** Writes one query's counters over another's. */
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

/** Adds what a query did to the sum of the query that ran it. */
export function addStats(sum: QueryStats, stats: QueryStats): void {
  sum.boxTests += stats.boxTests;
  sum.triangleTests += stats.triangleTests;
  sum.exactTests += stats.exactTests;
  for (let axis = 0; axis < EXIT_COUNT; axis++) sum.exitAxes[axis] += stats.exitAxes[axis];
}
