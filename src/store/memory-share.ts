import { availableParallelism } from "node:os";
import { OptionError } from "../errors.ts";

/** How many threads run, and how much each may take. */
export interface MemoryShare {
  readonly threads: number;
  /** For the meshes of a task, and what is computed of them; undefined without a limit. */
  readonly taskBytes: number | undefined;
}

/** What a thread takes before its first task: its heap, the code, the kernels. */
const THREAD_BYTES = 60 * 2 ** 20;
/** What the caller's thread may still need: outcomes, slices of tasks, the report. */
const CALLER_BYTES = 100 * 2 ** 20;
/** Smaller tasks would spend their time on loading. */
const LEAST_TASK_BYTES = 16 * 2 ** 20;
/** Garbage of one task is there while the next one loads. */
const GARBAGE = 2;

/** Divides what is left of `memory` bytes among threads: as many as wanted, or as there is memory for. */
export function shareMemory(memory: number | undefined, wanted: number | undefined): MemoryShare {
  const most = wanted ?? availableParallelism();
  if (memory === undefined) return { threads: most, taskBytes: undefined };
  const left = memory - process.memoryUsage.rss() - CALLER_BYTES;
  const perThread = THREAD_BYTES + GARBAGE * LEAST_TASK_BYTES;
  const threads = Math.min(most, Math.floor(left / perThread));
  if (threads < 1) {
    const least = Math.ceil((memory - left + perThread) / 2 ** 20);
    throw new OptionError(
      `memory: ${Math.round(memory / 2 ** 20)} MiB are too little; this model needs ${least} MiB`,
    );
  }
  return { threads, taskBytes: (left / threads - THREAD_BYTES) / GARBAGE };
}
