import type { ClashTask, FromThread, ToThread } from "./protocol.ts";

// What Node and browsers do in different ways.

export interface ThreadPlatform {
  /** How many threads the machine runs at once. */
  cores(): number;
  /** Why there can be no threads that share memory; null where there can. */
  hindrance(): string | null;
  /** Settles after other events have had their turn. */
  nextTurn(): Promise<void>;
  /**
   * Starts `count` threads with the same task, and hands their messages to `receive` until that returns true. Then, or when a
   * thread fails, or `receive` throws, all threads are ended; only after that the promise settles. `kill` ends them at once,
   * whatever they are doing, and the promise is fulfilled.
   */
  run(
    count: number,
    task: ClashTask,
    receive: (message: FromThread, threads: Threads<ToThread>) => boolean,
    kill: AbortSignal,
  ): Promise<void>;
}

/** Threads that run the same file. */
export interface Threads<Send> {
  /** To all of them. */
  post(message: Send): void;
}

export function describeFailure(thread: number, count: number, message: string): string {
  return `thread ${thread + 1} of ${count} failed: ${message}`;
}
