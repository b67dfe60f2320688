import type { ClashTask, FromThread, ToThread } from "./protocol.ts";

// The operations that differ between Node and browsers.

export interface ThreadPlatform {
  /** The number of threads that the machine runs at once. */
  cores(): number;
  /** Why threads cannot share memory here; null where they can. */
  hindrance(): string | null;
  /** Settles after waiting events were handled. */
  nextTurn(): Promise<void>;
  /**
   * Starts `count` threads with one task, and passes their messages to `receive` until it returns true. Then, or when a thread
   * fails, or `receive` throws, all threads are ended, and then the promise settles. `kill` ends all threads at once and
   * fulfils the promise.
   */
  run(
    count: number,
    task: ClashTask,
    receive: (message: FromThread, threads: Threads<ToThread>) => boolean,
    kill: AbortSignal,
  ): Promise<void>;
}

/** A group of threads that run one file. */
export interface Threads<Send> {
  /** Posts a message to all threads. */
  post(message: Send): void;
}

export function describeFailure(thread: number, count: number, message: string): string {
  return `thread ${thread + 1} of ${count} failed: ${message}`;
}
