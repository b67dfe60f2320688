import type { CheckedJob } from "../clash/check-job.ts";
import type { ClashOptions, ClashResult } from "../clash/clash.ts";
import { countClashes } from "../clash/collect-clashes.ts";
import type { ClashPlan, ClashTaskSlice } from "../clash/plan/clash-plan.ts";
import { addressOfOutcome } from "../clash/plan/content-address.ts";
import { cutTasks, sliceTask } from "../clash/plan/cut-tasks.ts";
import {
  type ClashMerger,
  createClashMerger,
  finishMerge,
  mergeOutcome,
} from "../clash/plan/merge-clashes.ts";
import { bytesOfOutcome, outcomeOfBytes } from "../clash/plan/outcome-bytes.ts";
import type { PartRecord } from "../clash/plan/part-record.ts";
import { type PlanOptions, planRecords } from "../clash/plan/plan-clashes.ts";
import { runClashTask } from "../clash/plan/run-clash-task.ts";
import type { ClashStore } from "./clash-store.ts";
import { type MemoryShare, shareMemory } from "./memory-share.ts";
import { nodeDigest } from "./node-digest.ts";
import { runTasksOnThreads } from "./task-threads.ts";
import { createTreeLoader } from "./tree-loader.ts";

export interface StoredClashOptions
  extends Omit<PlanOptions, "digest">,
    Pick<ClashOptions, "isStopped" | "onProgress"> {
  /** The folder of the store, for threads. */
  folder: string;
  /** The number of threads; 1 without a signal runs on the caller's. Default: one per core. */
  threads?: number | undefined;
  /** Ends the search soon after the abort. The result is "partial". */
  signal?: AbortSignal | undefined;
  /** What the process may take in bytes, all included. Default: no limit. */
  memory?: number | undefined;
}

export interface StoredClashResult {
  result: ClashResult;
  /** Pairs whose outcomes were in the store, of all that had to be checked. */
  known: number;
  pairs: number;
}

/** How many outcomes are asked for at once. */
const BATCH = 10_000;

/**
 * `findClashes`, which takes from the store what earlier runs found out, and puts there what is new. The meshes of the parts are in the
 * store (`recordParts`).
 */
export async function findClashesInStore(
  parts: readonly PartRecord[],
  store: ClashStore,
  options: StoredClashOptions,
): Promise<StoredClashResult> {
  const { folder, threads, signal, memory, isStopped, onProgress, ...planOptions } = options;
  const plan = await planRecords(parts, { ...planOptions, digest: nodeDigest });
  const merger = createClashMerger(plan);
  const watch = () => {
    onProgress?.(merger.done, merger.isDone.length, countClashes(merger.collector));
    return isStopped?.() === true;
  };
  const unknown = await takeKnown(plan, merger, store, watch);
  const known = merger.done;
  const share: MemoryShare = shareMemory(memory, threads);
  const { taskBytes = share.taskBytes, taskTime, taskPairs } = planOptions;
  const tasks = cutTasks(plan, { taskBytes, taskTime, taskPairs }, unknown);
  // Written one after the other, while other pairs are checked.
  let written = Promise.resolve();
  let failure: unknown = null;
  const receive = (pairs: Uint32Array, outcomes: readonly CheckedJob[]) => {
    if (failure !== null) throw failure;
    outcomes.forEach((outcome, i) => {
      mergeOutcome(merger, pairs[i], outcome);
    });
    const entries = outcomes.map((outcome, i) => ({
      address: addressOfOutcome(plan, pairs[i]),
      bytes: bytesOfOutcome(outcome),
    }));
    written = written
      .then(() => store.put("pair", entries))
      .catch((error) => {
        failure ??= error;
      });
    return watch();
  };
  const slices = (function* () {
    for (const task of tasks) yield sliceTask(plan, task);
  })();
  const count = Math.min(share.threads, tasks.length);
  try {
    if (count === 0 || (count === 1 && threads === 1 && signal === undefined)) {
      await runTasksHere(slices, store, receive, isStopped);
    } else
      await runTasksOnThreads(slices, {
        folder,
        threads: count,
        isThrifty: memory !== undefined,
        signal,
        receive,
      });
  } finally {
    await written;
  }
  if (failure !== null) throw failure;
  return { result: finishMerge(merger), known, pairs: merger.isDone.length };
}

/** The time between two deliveries of outcomes in milliseconds. */
const DELIVERY_MS = 100;

/** Runs tasks on the caller's thread. */
async function runTasksHere(
  slices: Iterable<ClashTaskSlice>,
  store: ClashStore,
  receive: (pairs: Uint32Array, outcomes: readonly CheckedJob[]) => boolean,
  isStopped: (() => boolean) | undefined,
): Promise<void> {
  const loadMesh = createTreeLoader(store);
  let pairs: number[] = [];
  let outcomes: CheckedJob[] = [];
  let delivered = performance.now();
  const deliver = () => {
    if (pairs.length > 0) receive(Uint32Array.from(pairs), outcomes);
    [pairs, outcomes, delivered] = [[], [], performance.now()];
  };
  for (const slice of slices) {
    if (isStopped?.()) return;
    await runClashTask(slice, loadMesh, {
      isStopped,
      onPair(pair, outcome) {
        pairs.push(pair);
        outcomes.push(outcome);
        if (performance.now() - delivered >= DELIVERY_MS) deliver();
      },
    });
    deliver();
  }
}

/** Merges outcomes that the store has, and returns the pairs that it lacks. */
async function takeKnown(
  plan: ClashPlan,
  merger: ClashMerger,
  store: ClashStore,
  watch: () => boolean,
): Promise<Uint32Array> {
  const unknown: number[] = [];
  const count = plan.pairs.length / 2;
  for (let from = 0; from < count && !watch(); from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => from + i);
    const found = await store.get(
      "pair",
      numbers.map((pair) => addressOfOutcome(plan, pair)),
    );
    found.forEach((bytes, i) => {
      const pair = numbers[i];
      if (bytes === null) unknown.push(pair);
      else mergeOutcome(merger, pair, outcomeOfBytes(bytes, partsOf(plan, pair)));
    });
  }
  return Uint32Array.from(unknown);
}

function partsOf({ parts, pairs }: ClashPlan, pair: number) {
  const [a, b] = [pairs[2 * pair], pairs[2 * pair + 1]];
  return { a, b, keyA: parts[a].key, keyB: parts[b].key };
}
