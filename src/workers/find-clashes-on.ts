import type { ClashOptions, ClashPart, ClashResult } from "../clash/clash.ts";
import { CLASH_OPTIONS } from "../clash/clash-settings.ts";
import { collectClash, countClashes, createClashCollector, finishClashes } from "../clash/collect-clashes.ts";
import { checkStepByStep } from "../clash/find-clashes.ts";
import { type PreparedClashes, prepareClashes } from "../clash/prepare-clashes.ts";
import { OptionError, show, ThreadError } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { addStats, copyStats, createStats, readStats } from "../queries/stats.ts";
import { createClashTask } from "./create-clash-task.ts";
import { STOP } from "./protocol.ts";
import type { ThreadPlatform } from "./thread-platform.ts";

/** The triangles of all jobs; a mesh counts once per job. With fewer triangles, starting threads takes longer than they save. */
const LEAST_TRIANGLES = 50_000;
/** With so many triangles of all parts, threads start before the pairs are known: by then they have loaded their code, in 0.1 s. */
const EARLY_TRIANGLES = 300_000;
/**
 * V8 compiles for each thread anew, beside the threads, as long as a thread takes to check parts of this many triangles. So in a shorter
 * search the compiler gets every second core: on two cores, 3,000 parts of 500 triangles take one thread 2.6 to 3.0 s and two 3.6 to 4.0,
 * 10,000 parts 8.0 to 9.3 and 6.3 to 8.9 (docs/decisions/21-clashes.md).
 */
const COMPILED_TRIANGLES = 1_500_000;
/** Threads for each core at most. More threads bring no speed, and each takes memory. */
const MOST_THREADS = 8;
/** After an abort, how long threads may take to finish and report their last jobs, in milliseconds. */
const GRACE = 250;
/** Without threads, the longest time between two turns of the event loop, in milliseconds. */
const TURN = 100;

export interface ThreadedClashOptions<Part extends ClashPart = ClashPart> extends ClashOptions<Part> {
  /**
   * The number of threads. With 1 the caller's thread does the work and handles events ten times a second. Default: one per
   * core where all parts together have 1.5 million triangles per core, otherwise one for two cores; 1 when the work is too small for
   * threads, and in a page that may not share memory or has no web workers. At most eight per core.
   */
  threads?: number | undefined;
  /**
   * Ends the search a quarter of a second after the abort, even within a pair or a build. The result is "partial" with the
   * clashes found until then. With a signal the search always runs on worker threads where they exist.
   */
  signal?: AbortSignal | undefined;
}

type Started = ReturnType<ThreadPlatform["start"]>;
type Watchers = Pick<ThreadedClashOptions, "isStopped" | "onProgress" | "signal" | "stats">;

const THREADED_CLASH_OPTIONS: OptionNames<ThreadedClashOptions> = {
  ...CLASH_OPTIONS,
  threads: true,
  signal: true,
};

/** `findClashesOnThreads`, on the threads of a platform. */
export async function findClashesOn<Part extends ClashPart>(
  platform: ThreadPlatform,
  parts: readonly Part[],
  options: ThreadedClashOptions<Part>,
): Promise<ClashResult> {
  checkOptionNames(options, THREADED_CLASH_OPTIONS, "findClashesOnThreads");
  checkThreads(options.threads);
  checkSignal(options.signal);
  const { threads, signal, ...clashOptions } = options;
  const { isStopped, onProgress, stats } = options;
  const watchers: Watchers = { isStopped, onProgress, signal, stats };
  const hindrance = platform.hindrance();
  if (hindrance !== null && threads !== undefined && threads > 1)
    throw new ThreadError(`threads: ${threads} are not possible: ${hindrance}`);
  const cores = platform.cores();
  let early = null as Started | null;
  let ending: Promise<void> | undefined;
  try {
    const prepared = prepareClashes(parts, clashOptions, (whole) => {
      const triangles = countTriangles(whole);
      const most = Math.min(threads ?? usefulThreads(triangles, cores), MOST_THREADS * cores);
      const isEarly = triangles >= EARLY_TRIANGLES && hindrance === null && !signal?.aborted;
      if (isEarly && most > 1) early = platform.start(most);
    });
    const wanted = hindrance === null ? (threads ?? wantedThreads(prepared, cores)) : 1;
    const count = threadsFor(wanted, prepared.jobs.length / 2, cores);
    const isOwnThread = count === 0 || hindrance !== null || (count === 1 && signal === undefined);
    if (isOwnThread || early?.count !== count) {
      ending = early?.end(); // meanwhile the pairs are checked
      early = null;
    }
    return await (isOwnThread
      ? checkInTurns(platform, prepared, watchers)
      : checkOnThreads(() => early ?? platform.start(count), count, prepared, watchers));
  } finally {
    await ending;
    await early?.end(); // nothing to do, unless an error came before their task
  }
}

/** Runs on the caller's thread, and lets the event loop take turns, so that timers and Ctrl-C work. */
async function checkInTurns(
  platform: ThreadPlatform,
  prepared: PreparedClashes,
  options: Watchers,
): Promise<ClashResult> {
  const { isStopped, onProgress, signal, stats } = options;
  const isEnded = () => signal?.aborted === true || isStopped?.() === true;
  const steps = checkStepByStep(prepared, { isStopped: isEnded, onProgress, stats });
  let turn = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - turn < TURN) continue;
    await platform.nextTurn();
    turn = performance.now();
  }
}

async function checkOnThreads(
  start: () => Started,
  count: number,
  prepared: PreparedClashes,
  { isStopped, onProgress, signal, stats }: Watchers,
): Promise<ClashResult> {
  const work = createStats();
  const collector = createClashCollector(prepared);
  const task = createClashTask(prepared, count);
  const trees: SharedArrayBuffer[] = new Array(task.meshes.length);
  let building = task.largeMeshes === 0 ? 0 : count;
  let checking = count;
  const kill = new AbortController();
  let grace: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    Atomics.store(task.control, STOP, 1);
    grace = setTimeout(() => kill.abort(), GRACE);
  };
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  const watch = () => {
    onProgress?.(collector.counts.checked, collector.jobCount, countClashes(collector));
    if (isStopped?.()) Atomics.store(task.control, STOP, 1);
  };
  const receive: Parameters<Started["run"]>[1] = (message, all) => {
    if (message.kind === "built") {
      for (const [mesh, tree] of message.trees) trees[mesh] = tree;
      if (message.last) building--;
    } else {
      for (const outcome of message.outcomes) collectClash(collector, outcome);
      addStats(work, message.stats);
      if (message.last) checking--;
    }
    if (building === 0) watch();
    else if (isStopped?.()) Atomics.store(task.control, STOP, 1);
    if (building > 0) return false;
    if (message.kind === "checked") return checking === 0;
    if (Atomics.load(task.control, STOP) !== 0) return true; // after a stop some trees are missing
    all.post({ kind: "check", trees });
    return false;
  };
  try {
    if (building === 0) watch(); // before the first job is done
    await start().run({ kind: "task", task }, receive, kill.signal);
  } finally {
    signal?.removeEventListener("abort", end);
    clearTimeout(grace);
  }
  if (stats !== undefined) copyStats(work, readStats(stats)!);
  return finishClashes(collector);
}

/** Checks the options that `prepareClashes` does not know. */
function checkThreads(threads: unknown): void {
  if (threads !== undefined && !(Number.isInteger(threads) && (threads as number) >= 1))
    throw new OptionError(`threads: ${show(threads)} is not a whole number of at least 1`);
}

function checkSignal(signal: unknown): void {
  if (signal === undefined || (typeof signal === "object" && signal !== null && "aborted" in signal)) return;
  throw new OptionError(`signal: expected an AbortSignal, got ${show(signal)}`);
}

/** The number of threads to start: at most one per job. */
export function threadsFor(wanted: number, jobCount: number, cores: number): number {
  return Math.min(wanted, jobCount, MOST_THREADS * cores);
}

function wantedThreads({ parts, jobs }: PreparedClashes, cores: number): number {
  let triangles = 0;
  for (const part of jobs) triangles += parts[part].mesh.triangleCount;
  return triangles < LEAST_TRIANGLES ? 1 : usefulThreads(countTriangles(parts), cores);
}

/** How many threads check parts with this many triangles fastest, if their boxes meet as often as those of a machine's parts. */
export function usefulThreads(triangles: number, cores: number): number {
  return triangles < COMPILED_TRIANGLES * cores ? Math.ceil(cores / 2) : cores;
}

function countTriangles(parts: PreparedClashes["parts"]): number {
  return parts.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
}
