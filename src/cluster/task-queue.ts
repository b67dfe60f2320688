// What travels through Redis. Meshes, tasks and outcomes do not: they are in the store.

/** The queue of all tasks of all plans: workers serve this one. */
export const TASK_QUEUE = "tasks";

/** BullMQ's prefix of keys in Redis. */
export const KEY_PREFIX = "abut";

/** The queue of a plan's waves. A planner that is started again finds what it left there. */
export function waveQueueOf(plan: string): string {
  return `waves-${plan}`;
}

/** What a job carries. */
export interface TaskJob {
  /** Address of the task in the store. */
  readonly task: string;
  /** `ALGORITHM` of the planner. */
  readonly algorithm: string;
  readonly pairs: number;
}

/** What a finished job returns. */
export interface TaskDone {
  /** Pairs that were checked, and pairs whose outcomes were in the store. */
  readonly checked: number;
  readonly known: number;
}

/** One plan may have a job for a task once; another plan has its own. */
export function jobIdOf(plan: string, task: string): string {
  return `${plan}-${task}`;
}

/** The task of a job, of which BullMQ gives the key. */
export function taskOfJobKey(key: string): string {
  return key.slice(key.lastIndexOf("-") + 1);
}

/** How often a task is tried. */
export const TRIES = 3;
