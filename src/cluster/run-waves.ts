import { serialize } from "node:v8";
import type { ClashPlan } from "../clash/plan/clash-plan.ts";
import { sliceTask } from "../clash/plan/cut-tasks.ts";
import { type ClashMerger, mergeOutcome } from "../clash/plan/merge-clashes.ts";
import { ClusterError } from "../errors.ts";
import type { ClashStore } from "../store/clash-store.ts";
import { mergeKnown } from "../store/merge-known.ts";
import { MissingMesh } from "../store/missing-mesh.ts";
import { taskOf, type Wave, type WaveTask, waveOf } from "./cut-waves.ts";
import { missingMeshOf, OTHER_ALGORITHM, TASK_MISSING } from "./failure-reasons.ts";
import { type Failures, openPlanQueues, type PlanQueues } from "./plan-queues.ts";
import { describeRedis, type RedisTarget, withoutSecrets } from "./redis-address.ts";
import { TRIES } from "./task-queue.ts";

export interface WaveOptions {
  readonly target: RedisTarget;
  readonly store: ClashStore;
  /** How many waves are in Redis at a time. */
  readonly inFlight: number;
  /** How long Redis may be away, in milliseconds. */
  readonly patience: number;
  readonly signal: AbortSignal | undefined;
  /** Called now and then, with the number of pairs that are done. It returns whether to stop. */
  readonly watch: (done: number) => boolean;
  readonly onNotice: (text: string) => void;
}

/** A run of waves: which wait, which are in Redis, and what is known of them. */
interface Run {
  readonly plan: ClashPlan;
  readonly address: string;
  readonly merger: ClashMerger;
  readonly options: WaveOptions;
  readonly waiting: Wave[];
  readonly enqueued: Map<string, EnqueuedWave>;
  /** How often pairs were enqueued again because their outcomes were not found. */
  readonly repeats: Map<string, number>;
}

interface EnqueuedWave {
  readonly wave: Wave;
  tasksDone: number;
  isSettling: boolean;
}

/** The time between two looks at what is in Redis, in milliseconds. */
const LOOK_MS = 500;
/** After this time without a finished task, the planner says that there is no worker, in milliseconds. */
const LONELY_MS = 5_000;
/** Network file systems show new files late. Pauses before the store is asked again, in milliseconds. */
const STORE_PAUSES_MS = [0, 50, 200, 1_000, 5_000, 20_000, 40_000];
/** When all tasks of a wave fail, and there are at least this many, the fault is not in the pairs. */
const MANY_TASKS = 4;
/** How often a task whose outcomes are nowhere is enqueued again. */
const MOST_REPEATS = 2;

/** Lets workers check all waves, and merges the outcomes. Resolves early when stopped. */
export async function runWaves(
  plan: ClashPlan,
  address: string,
  merger: ClashMerger,
  waves: readonly Wave[],
  options: WaveOptions,
): Promise<void> {
  const run: Run = {
    plan,
    address,
    merger,
    options,
    waiting: [...waves],
    enqueued: new Map(),
    repeats: new Map(),
  };
  const { target, signal, patience } = options;
  let wake = () => {};
  let failure: unknown = null;
  const settleSafely = async (id: string, failures: Failures) => {
    try {
      await settle(run, id, failures);
    } catch (error) {
      failure ??= error;
    }
    wake();
  };
  const queues = await openPlanQueues(address, target, settleSafely);
  const onAbort = () => wake();
  signal?.addEventListener("abort", onAbort);
  try {
    const isStopped = () => signal?.aborted === true || options.watch(doneOf(run));
    let lonely = performance.now() + LONELY_MS;
    let looks = 0;
    while (run.waiting.length + run.enqueued.size > 0 && failure === null && !isStopped()) {
      await answered(enqueue(run, queues), patience, target);
      for (const [id, enqueued] of lookedAt(run, looks++)) {
        const done = await answered(queues.tasksDone(id), patience, target);
        if (done === null)
          await settleSafely(id, new Map()); // merged by another planner, or lost by Redis
        else if (done > enqueued.tasksDone) {
          enqueued.tasksDone = done;
          lonely = performance.now() + LONELY_MS;
        }
      }
      if (performance.now() > lonely) {
        lonely = Infinity;
        if ((await answered(queues.countWorkers(), patience, target)) === 0)
          options.onNotice("no worker is connected; `abut worker` starts one");
      }
      if (run.waiting.length > 0 && run.enqueued.size < options.inFlight) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (run.enqueued.size === 0) wake();
      });
    }
    if (failure !== null) throw failure;
  } finally {
    signal?.removeEventListener("abort", onAbort);
    const tidy = async () => {
      for (const { wave } of run.enqueued.values()) await queues.withdraw(wave);
      await queues.remove();
    };
    // What stays in Redis after this does no harm: its outcomes are for the next run.
    await Promise.race([tidy(), pause(2_000)]).catch((error: Error) =>
      options.onNotice(withoutSecrets(error.message, target)),
    );
    await queues.close();
  }
  for (const { wave } of run.enqueued.values()) await mergeKnown(plan, merger, options.store, pairsOf(wave));
}

/** The oldest wave, which workers are at, and one of the others: Redis may have lost any. */
function lookedAt({ enqueued }: Run, looks: number): [string, EnqueuedWave][] {
  const [oldest, ...others] = enqueued;
  if (oldest === undefined) return [];
  return others.length === 0 ? [oldest] : [oldest, others[looks % others.length]];
}

async function enqueue(run: Run, queues: PlanQueues): Promise<void> {
  const { plan, waiting, enqueued, options } = run;
  while (waiting.length > 0 && enqueued.size < options.inFlight) {
    const wave = waiting[0];
    await options.store.put(
      "task",
      wave.tasks.map(({ address, pairs }) => ({ address, bytes: serialize(sliceTask(plan, { pairs })) })),
    );
    enqueued.set(wave.id, { wave, tasksDone: 0, isSettling: false });
    waiting.shift();
    await queues.add(wave);
  }
}

/** Merges a wave that is over. What it lacks is enqueued again, in smaller tasks where a task failed. */
async function settle(run: Run, id: string, failures: Failures): Promise<void> {
  const enqueued = run.enqueued.get(id);
  if (enqueued === undefined || enqueued.isSettling) return;
  enqueued.isSettling = true;
  const { plan, merger, options } = run;
  const { store, target } = options;
  const { wave } = enqueued;
  const sound = wave.tasks.filter(({ address }) => !failures.has(address));
  const failed = wave.tasks.filter(({ address }) => failures.has(address));
  for (const [, reason] of failures) {
    if (reason.startsWith(OTHER_ALGORITHM) || reason.startsWith(TASK_MISSING))
      throw new ClusterError(withoutSecrets(reason, target));
    const mesh = missingMeshOf(reason);
    if (mesh !== null) throw new MissingMesh(store.place, mesh);
  }
  if (failed.length === wave.tasks.length && failed.length >= MANY_TASKS)
    throw new ClusterError(
      `all ${failed.length} tasks of a wave failed: ${withoutSecrets([...failures.values()][0], target)}`,
    );
  let lost: Uint32Array = pairsOf({ tasks: sound });
  for (const time of STORE_PAUSES_MS) {
    if (time > 0) await pause(time);
    lost = await mergeKnown(plan, merger, store, lost);
    if (lost.length === 0 || options.signal?.aborted) break;
  }
  const again = lost.length > 0 ? repeat(run, sound) : [];
  for (const { address, pairs } of failed) {
    const left = await mergeKnown(plan, merger, store, pairs);
    if (left.length === 1) {
      const reason = `its check failed ${TRIES} times: ${withoutSecrets(failures.get(address)!, target)}`;
      const [a, b] = [plan.pairs[2 * left[0]], plan.pairs[2 * left[0] + 1]];
      mergeOutcome(merger, left[0], { kind: "unchecked", a, b, reason });
    } else if (left.length > 1) {
      // The later tries saved each outcome at once, so the first pair without one is the one that ended them.
      again.push(taskOf(run.address, left.slice(0, 1)), taskOf(run.address, left.slice(1)));
    }
  }
  if (again.length > 0) run.waiting.unshift(waveOf(again));
  await store.delete(
    "task",
    wave.tasks.map(({ address }) => address),
  );
  run.enqueued.delete(id);
}

/** The tasks among these that lack outcomes though no worker gave them up. */
function repeat({ repeats, merger, options }: Run, tasks: readonly WaveTask[]): WaveTask[] {
  const again = tasks.filter(({ pairs }) => pairs.some((pair) => merger.isDone[pair] === 0));
  for (const { address } of again) {
    const times = (repeats.get(address) ?? 0) + 1;
    repeats.set(address, times);
    if (times > MOST_REPEATS)
      throw new ClusterError(
        `workers have checked pairs whose outcomes are not in ${options.store.place}: ${TASK_MISSING}`,
      );
  }
  return again;
}

function pairsOf({ tasks }: Pick<Wave, "tasks">): Uint32Array {
  return Uint32Array.from(tasks.flatMap(({ pairs }) => [...pairs]));
}

/** Pairs that are merged, and about how many more in tasks that are done. */
function doneOf({ merger, enqueued }: Run): number {
  let done = merger.done;
  for (const { wave, tasksDone } of enqueued.values())
    done += Math.floor((tasksDone / wave.tasks.length) * pairsOf(wave).length);
  return Math.min(done, merger.isDone.length);
}

/** Rejects with `ClusterError` if Redis does not answer in time. */
async function answered<T>(answer: Promise<T>, patience: number, target: RedisTarget): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const text = `${describeRedis(target)}: no answer for ${patience / 1000} s; this command, started again, goes on from here`;
    timer = setTimeout(() => reject(new ClusterError(text)), patience);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
