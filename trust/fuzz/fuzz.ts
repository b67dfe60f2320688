import type { FuzzQuery } from "./fuzz-case.ts";
import { createRandom } from "./random.ts";
import { type Counts, createCounts } from "./session.ts";
import { shrink, tryCase } from "./shrink.ts";
import { writeReproducer } from "./write-reproducer.ts";

export interface FuzzOptions {
  seed: string;
  /** Stop after this many cases; null: the other limits say when. */
  cases: number | null;
  /** Stop when this many answers, or what else the query counts, were compared. */
  answers?: number | null;
  seconds: number | null;
  onlyCase?: number | null;
  /** Where reproducers go; null: nowhere. */
  folder: string | null;
  mostFailures: number;
  /** Asked after every case: true ends the run, and what was counted until then counts. */
  isStopped?: () => boolean;
}

export interface FuzzReport {
  counts: Counts;
  failures: FoundFailure[];
  seconds: number;
}

interface FoundFailure {
  what: string;
  caseNumber: number;
  /** Seconds from the start until it was found. */
  after: number;
  path: string | null;
  /** The reproducer's calls. */
  script: string[];
}

const SECONDS_A_TURN = 0.2;

/** Runs cases of one query. Of failures with the same message and kind of tree only the first is kept. */
export async function fuzz(query: FuzzQuery, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, cases, answers = null, seconds, onlyCase = null, folder, mostFailures } = options;
  const counts = createCounts();
  const failures: FoundFailure[] = [];
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const isOver = (number: number) =>
    options.isStopped?.() === true ||
    (cases !== null && number >= cases) ||
    (answers !== null && countOf(query, counts) >= answers) ||
    (seconds !== null && elapsed() >= seconds);
  let turn = 0;
  for (let number = onlyCase ?? 0; !isOver(number) || onlyCase !== null; number++) {
    // Signals are heard between turns of the event loop.
    if (elapsed() > turn + SECONDS_A_TURN) {
      await new Promise(setImmediate);
      turn = elapsed();
    }
    const failure = await tryCase(query, makeCase(query, seed, number), counts);
    counts.cases++;
    if (failure !== null) {
      const what = `${failure.error.message} (variant ${failure.variant})`;
      if (!failures.some((known) => known.what === what)) {
        const after = elapsed();
        const smallest = await shrink(query, failure);
        const name = `${failures.length + 1}-seed-${seed}-case-${number}`;
        const path = folder === null ? null : writeReproducer(folder, query.name, name, smallest);
        failures.push({ what, caseNumber: number, after, path, script: smallest.script });
      }
    }
    if (failures.length >= mostFailures || onlyCase !== null) break;
  }
  return { counts, failures, seconds: elapsed() };
}

/** What a campaign counts of this query. */
export function countOf({ unit }: FuzzQuery, counts: Counts): number {
  return unit === undefined ? counts.forced + counts.off - counts.undecided : counts[unit];
}

/** Case `number` of a query: the same for the same seed. */
export function makeCase(query: FuzzQuery, seed: string, number: number) {
  const caseSeed = `${seed}/${query.name}/${number}`;
  return { ...query.generate(createRandom(caseSeed)), seed: caseSeed };
}
