import { appendCounts, readCounts } from "./counts-file.ts";
import { type FuzzReport, fuzz } from "./fuzz.ts";
import type { FuzzQuery } from "./fuzz-case.ts";

/** What a campaign compares of each query, in the query's unit, unless the query says another number. */
const GOAL = 1e6;
/** A run of one query goes this share of its goal, then it is another query's turn. */
const SHARE = 1 / 10;

export interface CampaignOptions {
  /** Where counts are added to; what it has already counts. */
  countsFile: string;
  /** Runs are seeded with this text and their number. */
  seed: string;
  /** No run begins later than this; null: runs begin until all goals are reached. */
  seconds: number | null;
  folder: string;
  mostFailures: number;
  isStopped(): boolean;
  report(query: FuzzQuery, report: FuzzReport): void;
}

/** Runs queries in turns until each has reached its goal. A query with a wrong answer is left out from then on. Returns the wrong answers. */
export async function runCampaign(queries: readonly FuzzQuery[], options: CampaignOptions): Promise<number> {
  const { countsFile, seed, seconds, folder, mostFailures } = options;
  const start = performance.now();
  const failed = new Set<FuzzQuery>();
  let wrong = 0;
  for (;;) {
    let isDone = true;
    for (const query of queries) {
      const goal = query.goal ?? GOAL;
      const { compared, runs } = readCounts([countsFile]).get(query.name) ?? { compared: 0, runs: 0 };
      if (compared >= goal || failed.has(query)) continue;
      if (options.isStopped() || (seconds !== null && performance.now() - start > 1000 * seconds))
        return wrong;
      isDone = false;
      const runSeed = `${seed}-${runs + 1}`;
      const report = await fuzz(query, {
        seed: runSeed,
        cases: null,
        answers: Math.min(goal - compared, goal * SHARE),
        seconds: null,
        folder,
        mostFailures,
        isStopped: options.isStopped,
      });
      appendCounts(countsFile, query, runSeed, report);
      options.report(query, report);
      wrong += report.failures.length;
      if (report.failures.length > 0) failed.add(query);
    }
    if (isDone) return wrong;
  }
}
