import { setImmediate } from "node:timers/promises";
import type { CheckedJob } from "../clash/check-job.ts";
import type { ClashOptions, ClashResult } from "../clash/clash.ts";
import { countClashes } from "../clash/collect-clashes.ts";
import type { ClashPlan, ClashTaskSlice } from "../clash/plan/clash-plan.ts";
import { addressOfOutcome } from "../clash/plan/content-address.ts";
import { cutTasks, sliceTask } from "../clash/plan/cut-tasks.ts";
import { createClashMerger, finishMerge, mergeOutcome } from "../clash/plan/merge-clashes.ts";
import { bytesOfOutcome } from "../clash/plan/outcome-bytes.ts";
import type { PartRecord } from "../clash/plan/part-record.ts";
import { type PlanOptions, planRecords, RECORD_OPTIONS } from "../clash/plan/plan-clashes.ts";
import { runClashTask } from "../clash/plan/run-clash-task.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { ClashStore } from "./clash-store.ts";
import { type MemoryShare, shareMemory } from "./memory-share.ts";
import { mergeKnown } from "./merge-known.ts";
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
  /** Called once, before pairs are checked: how many outcomes are in the store, of how many pairs. */
  onKnown?: ((known: number, pairs: number) => void) | undefined;
}

const STORED_OPTIONS: OptionNames<StoredClashOptions> = {
  ...RECORD_OPTIONS,
  isStopped: true,
  onProgress: true,
  folder: true,
  threads: true,
  signal: true,
  memory: true,
  onKnown: true,
};

/** Pairs with fewer triangles together are checked in less time than a thread takes to start. */
const BRIEF_TRIANGLES = 50_000;

export interface StoredClashResult {
  result: ClashResult;
  /** Pairs whose outcomes were in the store, of all that had to be checked. */
  known: number;
  pairs: number;
}

/**
 * `findClashes` with the outcomes of earlier runs from the store; new outcomes are put there. The meshes of the parts are in the
 * store (`recordParts`).
 */
export async function findClashesInStore(
  parts: readonly PartRecord[],
  store: ClashStore,
  options: StoredClashOptions,
): Promise<StoredClashResult> {
  checkOptionNames(options, STORED_OPTIONS, "findClashesInStore");
  const { folder, threads, signal, memory, isStopped, onProgress, onKnown, ...planOptions } = options;
  const plan = await planRecords(parts, { ...planOptions, digest: nodeDigest });
  const merger = createClashMerger(plan);
  const watch = () => {
    onProgress?.(merger.done, merger.isDone.length, countClashes(merger.collector));
    return isStopped?.() === true;
  };
  const unknown = await mergeKnown(plan, merger, store, undefined, watch);
  const known = merger.done;
  onKnown?.(known, merger.isDone.length);
  const isEnded = () => isStopped?.() === true || signal?.aborted === true;
  if (unknown.length === 0 || isEnded())
    return { result: finishMerge(merger), known, pairs: merger.isDone.length };
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
    if (isBrief(plan, unknown) || (count === 1 && threads === 1 && signal === undefined)) {
      await runTasksHere(slices, store, receive, isEnded);
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

function isBrief({ parts, pairs }: ClashPlan, numbers: Uint32Array): boolean {
  let triangles = 0;
  for (const pair of numbers) {
    triangles += parts[pairs[2 * pair]].triangles + parts[pairs[2 * pair + 1]].triangles;
    if (triangles > BRIEF_TRIANGLES) return false;
  }
  return true;
}

/** The time between two deliveries of outcomes in milliseconds. */
const DELIVERY_MS = 100;

/** The longest time between two turns of the event loop in milliseconds, a pair aside. */
const TURN_MS = 50;

/** Runs tasks on the caller's thread. */
async function runTasksHere(
  slices: Iterable<ClashTaskSlice>,
  store: ClashStore,
  receive: (pairs: Uint32Array, outcomes: readonly CheckedJob[]) => boolean,
  isStopped: () => boolean,
): Promise<void> {
  const loadMesh = createTreeLoader(store);
  let pairs: number[] = [];
  let outcomes: CheckedJob[] = [];
  let delivered = performance.now();
  let turn = delivered;
  /** Lets signals in, which may stop the run. */
  const nextTurn = async () => {
    await setImmediate();
    turn = performance.now();
    return isStopped();
  };
  const deliver = () => {
    if (pairs.length > 0) receive(Uint32Array.from(pairs), outcomes);
    [pairs, outcomes, delivered] = [[], [], performance.now()];
  };
  for (const slice of slices) {
    if (isStopped()) return;
    await runClashTask(slice, loadMesh, {
      isStopped: () => (performance.now() - turn >= TURN_MS ? nextTurn() : isStopped()),
      onPair(pair, outcome) {
        pairs.push(pair);
        outcomes.push(outcome);
        if (performance.now() - delivered >= DELIVERY_MS) deliver();
      },
    });
    deliver();
  }
}
