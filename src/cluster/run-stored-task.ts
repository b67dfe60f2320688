import { setImmediate, setTimeout } from "node:timers/promises";
import { deserialize } from "node:v8";
import type { CheckedJob } from "../clash/check-job.ts";
import type { ClashTaskSlice } from "../clash/plan/clash-plan.ts";
import { addressOfOutcome } from "../clash/plan/content-address.ts";
import { bytesOfOutcome } from "../clash/plan/outcome-bytes.ts";
import { type LoadMesh, runClashTask } from "../clash/plan/run-clash-task.ts";
import { StoreError } from "../errors.ts";
import type { ClashStore, StoreEntry } from "../store/clash-store.ts";
import { TASK_MISSING } from "./failure-reasons.ts";
import type { TaskDone } from "./task-queue.ts";

export interface StoredTaskOptions {
  /** Whether an earlier try ended early. Outcomes are then stored one by one, which shows the pair that ends the process. */
  isCareful: boolean;
  /** Ends the run between two pairs. */
  isStopped: () => boolean;
  /** Pauses before a task is looked for, in milliseconds: the planner has just put it there, and may be faster than the file system. */
  taskPauses?: readonly number[];
}

/** How long pairs are checked before messages are looked at, in milliseconds. */
const TURN_MS = 100;
/** The time between two writes to the store, in milliseconds. A killed worker loses no more than this. */
const SAVE_MS = 1_000;

const TASK_PAUSES_MS = [0, 50, 500, 2_000];

/**
 * Checks the pairs of a task whose outcomes are not in the store, and puts them there. null if it was stopped before the end.
 *
 * A worker that has lost its lock runs on for a while beside the one that took the task over, so outcomes that are in the store by now are
 * not written again.
 */
export async function runStoredTask(
  store: ClashStore,
  loadMesh: LoadMesh,
  task: string,
  { isCareful, isStopped, taskPauses = TASK_PAUSES_MS }: StoredTaskOptions,
): Promise<TaskDone | null> {
  const bytes = await getTask(store, task, taskPauses);
  if (bytes === null) throw new StoreError(`${TASK_MISSING}: ${store.place} has no task ${task}`);
  const slice = deserialize(bytes) as ClashTaskSlice;
  const addresses = addressesOf(slice);
  const found = await store.get("pair", addresses);
  const left = sliceWhere(slice, (i) => found[i] === null);
  const total = left.pairs.length;
  const placeOf = new Map(Array.from(slice.pairs, (pair, i) => [pair, i]));
  let unsaved: StoreEntry[] = [];
  let saved = performance.now();
  const save = async () => {
    const entries = unsaved;
    [unsaved, saved] = [[], performance.now()];
    if (entries.length === 0) return;
    const found = await soundAmong(store, entries);
    const absent = entries.filter(({ address }) => !found.has(address));
    if (absent.length > 0) await store.put("pair", absent);
  };
  const onPair = (pair: number, outcome: CheckedJob) =>
    unsaved.push({ address: addresses[placeOf.get(pair)!], bytes: bytesOfOutcome(outcome) });
  let turn = performance.now();
  const nextTurn = async () => {
    if (isCareful || performance.now() - saved >= SAVE_MS) await save();
    await setImmediate();
    turn = performance.now();
    return isStopped();
  };
  try {
    const { pairs } = await runClashTask(left, loadMesh, {
      isStopped: () => (isCareful || performance.now() - turn >= TURN_MS ? nextTurn() : false),
      onPair,
    });
    if (pairs.length < total) return null;
  } finally {
    await save();
  }
  return { checked: total, known: slice.pairs.length - total };
}

async function getTask(
  store: ClashStore,
  task: string,
  pauses: readonly number[],
): Promise<Uint8Array | null> {
  for (const time of pauses) {
    await setTimeout(time);
    const [bytes] = await store.get("task", [task]);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** The addresses of outcomes that the store has. Damaged ones are replaced. */
async function soundAmong(store: ClashStore, entries: readonly StoreEntry[]): Promise<Set<string>> {
  const addresses = entries.map(({ address }) => address);
  const isThere = await store.has("pair", addresses);
  const there = addresses.filter((_, i) => isThere[i]);
  if (there.length === 0) return new Set();
  const bytes = await store.get("pair", there);
  return new Set(there.filter((_, i) => bytes[i] !== null));
}

function addressesOf({ check, parts, sides, pairs }: ClashTaskSlice): string[] {
  return Array.from(pairs, (_, i) => addressOfOutcome({ check, parts, pairs: sides }, i));
}

function sliceWhere(slice: ClashTaskSlice, isKept: (i: number) => boolean): ClashTaskSlice {
  const pairs = slice.pairs.filter((_, i) => isKept(i));
  const sides = slice.sides.filter((_, i) => isKept(i >> 1));
  return { ...slice, pairs, sides };
}
