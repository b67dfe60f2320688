import type { ClashOptions } from "../clash/clash.ts";
import { countClashes } from "../clash/collect-clashes.ts";
import type { ClashPlan } from "../clash/plan/clash-plan.ts";
import { cutTasks, type TaskLimits } from "../clash/plan/cut-tasks.ts";
import { createClashMerger, finishMerge } from "../clash/plan/merge-clashes.ts";
import type { PartRecord } from "../clash/plan/part-record.ts";
import { type PlanOptions, planRecords, RECORD_OPTIONS } from "../clash/plan/plan-clashes.ts";
import { OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { ClashStore } from "../store/clash-store.ts";
import type { StoredClashResult } from "../store/find-clashes-in-store.ts";
import { mergeKnown } from "../store/merge-known.ts";
import { nodeDigest } from "../store/node-digest.ts";
import { checkRedis } from "./connect.ts";
import { addressOfPlan, cutWaves, taskOf, type WaveTask } from "./cut-waves.ts";
import { type RedisAddress, readRedisAddress } from "./redis-address.ts";
import { runWaves } from "./run-waves.ts";

export interface ClusterClashOptions
  extends Omit<PlanOptions, "digest">,
    Pick<ClashOptions, "isStopped" | "onProgress"> {
  redis: RedisAddress | string;
  /** Ends the search soon after the abort. The result is "partial". */
  signal?: AbortSignal | undefined;
  /** How many tasks are in Redis at a time, at most. Default 1,000. */
  window?: number | undefined;
  /** For how many seconds Redis may be away. Default 60. */
  patience?: number | undefined;
  /** Called with what the people who run the search should know. */
  onNotice?: ((text: string) => void) | undefined;
  /** Called once, before tasks are enqueued: how many outcomes are in the store, of how many pairs. */
  onKnown?: ((known: number, pairs: number) => void) | undefined;
}

const CLUSTER_OPTIONS: OptionNames<ClusterClashOptions> = {
  ...RECORD_OPTIONS,
  isStopped: true,
  onProgress: true,
  redis: true,
  signal: true,
  window: true,
  patience: true,
  onNotice: true,
  onKnown: true,
};

export interface ClusterClashResult extends StoredClashResult {
  /** Tasks that were enqueued, without those that were divided after a failure. */
  tasks: number;
}

/** While one wave of tasks is merged, workers have others. */
const LEAST_IN_FLIGHT = 4;
/** How many waves a plan is cut into, unless they would be too small or too large: little is left to merge after the last task. */
const AIM_WAVES = 16;
/** The least tasks of a wave. Where all of these fail, the fault is not in the pairs. */
const SMALLEST_WAVE = 8;
const DEFAULT_WINDOW = 1_000;
const DEFAULT_PATIENCE = 60;
/** How many tasks a plan is cut into, unless they would become too long or too short: the run ends with the last worker's task. */
const AIM_TASKS = 100;
/** The estimated time of a task in milliseconds. */
const [SHORTEST_TASK, LONGEST_TASK] = [10, 250];

/**
 * `findClashes` on all workers that serve this Redis. The meshes of the parts are in the store (`recordParts`). The result is that of
 * `findClashes`, bit for bit. Killed and started again with equal arguments, it goes on where it was. Throws `ClusterError`,
 * `StoreError`, and `MissingMesh` where the store has lost a mesh.
 */
export async function findClashesOnCluster(
  parts: readonly PartRecord[],
  store: ClashStore,
  options: ClusterClashOptions,
): Promise<ClusterClashResult> {
  checkOptionNames(options, CLUSTER_OPTIONS, "findClashesOnCluster");
  const { redis, signal, isStopped, onProgress, onKnown, ...more } = options;
  const { window = DEFAULT_WINDOW, patience = DEFAULT_PATIENCE, onNotice = () => {}, ...planOptions } = more;
  if (!Number.isInteger(window) || window < 1)
    throw new OptionError(`window: ${show(window)} is not a whole number above 0`);
  if (!(patience > 0)) throw new OptionError(`patience: ${show(patience)} is not a number above 0`);
  const target = readRedisAddress(redis);
  const plan = recut(await planRecords(parts, { ...planOptions, digest: nodeDigest }), planOptions);
  const merger = createClashMerger(plan);
  const total = merger.isDone.length;
  const watch = (done: number) => {
    onProgress?.(done, total, countClashes(merger.collector));
    return isStopped?.() === true;
  };
  await mergeKnown(plan, merger, store);
  const known = merger.done;
  onKnown?.(known, total);
  const address = addressOfPlan(plan);
  // Whole tasks of the plan, whatever is known: a planner that is started again makes the tasks that are in the queue.
  const tasks = plan.tasks.map(({ pairs }) => taskOf(address, pairs));
  const isDone = ({ pairs }: WaveTask) => pairs.every((pair) => merger.isDone[pair] !== 0);
  const largestWave = Math.max(1, Math.floor(window / LEAST_IN_FLIGHT));
  const size = Math.min(Math.max(SMALLEST_WAVE, Math.ceil(tasks.length / AIM_WAVES)), largestWave);
  const inFlight = Math.floor(window / size);
  const waves = cutWaves(tasks, size, isDone);
  if (waves.length > 0 && !watch(known)) {
    await checkRedis(target);
    await runWaves(plan, address, merger, waves, {
      target,
      store,
      inFlight,
      patience: 1000 * patience,
      signal,
      watch,
      onNotice,
    });
  }
  const enqueued = waves.reduce((sum, wave) => sum + wave.tasks.length, 0);
  return { result: finishMerge(merger), known, pairs: total, tasks: enqueued };
}

/** The plan with tasks for many workers, unless the caller has decided about their time. */
function recut(plan: ClashPlan, { taskBytes, taskTime, taskPairs }: TaskLimits): ClashPlan {
  if (taskTime !== undefined) return plan;
  const total = plan.tasks.reduce((sum, { cost }) => sum + cost, 0) / 1000;
  const time = Math.min(Math.max(total / AIM_TASKS, SHORTEST_TASK), LONGEST_TASK);
  return { ...plan, tasks: cutTasks(plan, { taskBytes, taskTime: time, taskPairs }) };
}
