import type { QueryStats } from "../../queries/stats.ts";
import type { CheckedJob } from "../check-job.ts";
import type { ClashSettings } from "../clash-settings.ts";
import type { PartRecord } from "./part-record.ts";

// Plans, tasks and results are plain data: they survive structured clone (threads, child processes) and v8.serialize.

/** All pairs of a scene that must be checked, and a division of them into tasks. */
export interface ClashPlan {
  /** `ALGORITHM` of the planner. Only this algorithm may run and merge the plan. */
  readonly algorithm: string;
  /** Content address of algorithm and settings: everything that decides an outcome besides the two parts. */
  readonly check: string;
  readonly settings: ClashSettings;
  readonly parts: readonly PartRecord[];
  /**
   * Two part numbers per pair, the part with the lower key first; consecutive pairs are near in space. Equal numbers: a part against
   * itself.
   */
  readonly pairs: Uint32Array;
  /** The number of pairs that `ignore` removed. */
  readonly ignored: number;
  /** Every pair is in one task. */
  readonly tasks: readonly ClashTask[];
}

/** A batch of pairs. It may run in any number of processes, any number of times. */
export interface ClashTask {
  /** Numbers of pairs of the plan. */
  readonly pairs: Uint32Array;
  /** Estimated memory for its meshes, trees and derived data. */
  readonly bytes: number;
  /** Estimated time of its checks in microseconds. */
  readonly cost: number;
}

/** A task with everything it needs from its plan, for another process. */
export interface ClashTaskSlice {
  readonly algorithm: string;
  readonly check: string;
  readonly settings: ClashSettings;
  /** The parts of the task, and their numbers in the plan. */
  readonly parts: readonly PartRecord[];
  readonly partNumbers: Uint32Array;
  /** Numbers of pairs of the plan. */
  readonly pairs: Uint32Array;
  /** Two indices into `parts` for each of `pairs`. */
  readonly sides: Uint32Array;
}

/** The outcomes of a task's pairs: all of them, or those before a stop. */
export interface ClashTaskResult {
  readonly algorithm: string;
  readonly check: string;
  /** Numbers of pairs of the plan. */
  readonly pairs: Uint32Array;
  /** One for each of `pairs`. */
  readonly outcomes: readonly CheckedJob[];
  /** Counters of all queries. They depend on which queries the kernels answered; outcomes do not. */
  readonly stats: QueryStats;
}
