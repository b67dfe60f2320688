import { setImmediate, setTimeout } from "node:timers/promises";
import { deserialize } from "node:v8";
import type { CheckedJob } from "../clash/check-job.ts";
import { ALGORITHM } from "../clash/plan/algorithm.ts";
import type { ClashTaskSlice } from "../clash/plan/clash-plan.ts";
import { addressOfOutcome } from "../clash/plan/content-address.ts";
import { bytesOfOutcome } from "../clash/plan/outcome-bytes.ts";
import { type LoadMesh, runClashTask } from "../clash/plan/run-clash-task.ts";
import { StoreError } from "../errors.ts";
import type { ClashStore, StoreEntry } from "../store/clash-store.ts";
import { TASK_MISSING } from "./failure-reasons.ts";
import type { TaskDone, TaskJob } from "./task-queue.ts";

export interface StoredTaskOptions {
  /** Whether an earlier try did not come to an end: outcomes are put into the store one by one, so that the pair is known that ends it. */
  isCareful: boolean;
  /** Ends the run between two pairs. */
  isStopped: () => boolean;
}

/** How long pairs are checked before messages are looked at, in milliseconds. */
const TURN_MS = 100;
/** The time between two writes to the store, in milliseconds. A killed worker loses no more than this. */
const SAVE_MS = 1_000;

/** Pauses before a task is looked for, in milliseconds. */
const TASK_PAUSES_MS = [0, 50, 500, 2_000];

/** Checks the pairs of a task whose outcomes are not in the store, and puts them there. null if it was stopped before the end. */
export async function runStoredTask(
  store: ClashStore,
  loadMesh: LoadMesh,
  { task }: TaskJob,
  { isCareful, isStopped }: StoredTaskOptions,
): Promise<TaskDone | null> {
  const bytes = await getTask(store, task);
  if (bytes === null) throw new StoreError(`${TASK_MISSING}: ${store.place} has no task ${task}`);
  const slice = deserialize(bytes) as ClashTaskSlice;
  const found = await store.get("pair", addressesOf(slice));
  let left = sliceWhere(slice, (i) => found[i] === null);
  const total = left.pairs.length;
  const placeOf = new Map(Array.from(slice.pairs, (pair, i) => [pair, i]));
  const addresses = addressesOf(slice);
  let unsaved: StoreEntry[] = [];
  let saved = performance.now();
  const save = async () => {
    const entries = unsaved;
    [unsaved, saved] = [[], performance.now()];
    if (entries.length > 0) await store.put("pair", entries);
  };
  const onPair = (pair: number, outcome: CheckedJob) =>
    unsaved.push({ address: addresses[placeOf.get(pair)!], bytes: bytesOfOutcome(outcome) });
  try {
    while (left.pairs.length > 0) {
      if (isStopped()) return null;
      const end = performance.now() + TURN_MS;
      let begun = 0;
      const isTurnOver = () => begun++ > 0 && (isCareful || performance.now() >= end);
      const { pairs } = await runClashTask(left, loadMesh, { isStopped: isTurnOver, onPair });
      left = sliceWhere(left, (i) => i >= pairs.length);
      if (isCareful || performance.now() - saved >= SAVE_MS) await save();
      await setImmediate();
    }
  } finally {
    await save();
  }
  return { checked: total, known: slice.pairs.length - total };
}

/** The planner has just put it there, and may have been faster than the file system. */
async function getTask(store: ClashStore, task: string): Promise<Uint8Array | null> {
  for (const time of TASK_PAUSES_MS) {
    await setTimeout(time);
    const [bytes] = await store.get("task", [task]);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** Whether a job is of this version of abut. */
export function isOfThisAlgorithm({ algorithm }: TaskJob): boolean {
  return algorithm === ALGORITHM;
}

function addressesOf({ check, parts, sides, pairs }: ClashTaskSlice): string[] {
  return Array.from(pairs, (_, i) => addressOfOutcome({ check, parts, pairs: sides }, i));
}

function sliceWhere(slice: ClashTaskSlice, isKept: (i: number) => boolean): ClashTaskSlice {
  const pairs = slice.pairs.filter((_, i) => isKept(i));
  const sides = slice.sides.filter((_, i) => isKept(i >> 1));
  return { ...slice, pairs, sides };
}
