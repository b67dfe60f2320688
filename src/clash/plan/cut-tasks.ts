import { OptionError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { ClashPlan, ClashTask, ClashTaskSlice } from "./clash-plan.ts";
import { estimateCost, estimateLoad } from "./estimate-cost.ts";
import type { PartRecord } from "./part-record.ts";

/** The largest size of a task. A single pair that exceeds it is a separate task. */
export interface TaskLimits {
  /** Estimated memory for meshes and derived data, in bytes. Default 256 MiB. */
  taskBytes?: number | undefined;
  /** Estimated time in milliseconds. Default 1000. */
  taskTime?: number | undefined;
  /** The number of pairs. Default 10,000. */
  taskPairs?: number | undefined;
}

export const TASK_LIMITS: OptionNames<TaskLimits> = { taskBytes: true, taskTime: true, taskPairs: true };

/** Memory per triangle besides positions and indices: tree, copy for kernels, edges, planes. */
const BYTES_PER_TRIANGLE = 150;

/** The estimated memory that a mesh takes while its pairs are checked. */
export function residentBytes({ bytes, triangles }: Pick<PartRecord, "bytes" | "triangles">): number {
  return bytes + BYTES_PER_TRIANGLE * triangles;
}

/**
 * Divides pairs of a plan into tasks of consecutive pairs, which are near in space, so that a task has few meshes. `pairs` are numbers of
 * pairs in ascending order, for instance those whose outcomes are unknown. Default: all.
 */
export function cutTasks(
  plan: Pick<ClashPlan, "parts" | "pairs">,
  limits: TaskLimits = {},
  pairs: Uint32Array = allPairs(plan),
): ClashTask[] {
  checkOptionNames(limits, TASK_LIMITS, "cutTasks");
  const { taskBytes, taskTime, taskPairs } = readLimits(limits);
  const { parts } = plan;
  const tasks: ClashTask[] = [];
  let meshes = new Set<string>();
  let [from, bytes, cost] = [0, 0, 0];
  const cut = (to: number) => {
    if (to > from) tasks.push({ pairs: pairs.slice(from, to), bytes, cost });
    [from, bytes, cost] = [to, 0, 0];
    meshes = new Set();
  };
  for (let i = 0; i < pairs.length; i++) {
    const a = parts[plan.pairs[2 * pairs[i]]];
    const b = parts[plan.pairs[2 * pairs[i] + 1]];
    const check = estimateCost(a, b);
    let load = loadOf(a, b, meshes);
    const time = cost + check + load.time;
    if (bytes + load.bytes > taskBytes || time > 1000 * taskTime || i - from >= taskPairs) {
      cut(i);
      load = loadOf(a, b, meshes);
    }
    bytes += load.bytes;
    cost += check + load.time;
    meshes.add(a.mesh).add(b.mesh);
  }
  cut(pairs.length);
  return tasks;
}

/** What the meshes of two parts add to a task that already has some meshes. */
function loadOf(a: PartRecord, b: PartRecord, meshes: ReadonlySet<string>): { bytes: number; time: number } {
  const load = { bytes: 0, time: 0 };
  for (const part of a.mesh === b.mesh ? [a] : [a, b]) {
    if (meshes.has(part.mesh)) continue;
    load.bytes += residentBytes(part);
    load.time += estimateLoad(part);
  }
  return load;
}

/** A task with the records of its parts, each once. */
export function sliceTask(plan: ClashPlan, { pairs }: Pick<ClashTask, "pairs">): ClashTaskSlice {
  const places = new Map<number, number>();
  const placeOf = (part: number) => {
    const place = places.get(part) ?? places.size;
    places.set(part, place);
    return place;
  };
  const sides = new Uint32Array(2 * pairs.length);
  for (let i = 0; i < pairs.length; i++) {
    sides[2 * i] = placeOf(plan.pairs[2 * pairs[i]]);
    sides[2 * i + 1] = placeOf(plan.pairs[2 * pairs[i] + 1]);
  }
  const partNumbers = Uint32Array.from(places.keys());
  const { algorithm, check, settings } = plan;
  const parts = Array.from(partNumbers, (part) => plan.parts[part]);
  return { algorithm, check, settings, parts, partNumbers, pairs, sides };
}

function allPairs({ pairs }: Pick<ClashPlan, "pairs">): Uint32Array {
  return Uint32Array.from({ length: pairs.length / 2 }, (_, i) => i);
}

function readLimits({ taskBytes = 2 ** 28, taskTime = 1000, taskPairs = 10_000 }: TaskLimits) {
  const limits = { taskBytes, taskTime, taskPairs };
  for (const [name, value] of Object.entries(limits))
    if (!(typeof value === "number" && value > 0))
      throw new OptionError(`${name}: ${show(value)} is not a number above 0`);
  return limits;
}
