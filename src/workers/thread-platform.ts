import type { FromThread, ToThread } from "./protocol.ts";

// The operations that differ between Node and browsers.

export interface ThreadPlatform {
  /** The number of threads that the machine runs at once. */
  cores(): number;
  /** Why threads cannot share memory here; null where they can. */
  hindrance(): string | null;
  /** Settles after waiting events were handled. */
  nextTurn(): Promise<void>;
  /** Starts `count` threads, which load their code and wait for a task. */
  start(count: number): StartedThreads<ToThread, FromThread>;
}

/** Threads without a task. Call one of the functions before the event loop turns: failures are heard from then on. */
export interface StartedThreads<Send, Receive> {
  readonly count: number;
  /**
   * Posts the first message, if there is one, to all threads, and passes their messages to `receive` until it returns true. Then, or when a
   * thread fails, or `receive` throws, all threads are ended, and then the promise settles. `kill` ends all threads at once and fulfils the
   * promise.
   */
  run(
    first: Send | null,
    receive: (message: Receive, threads: Threads<Send>) => boolean,
    kill?: AbortSignal,
  ): Promise<void>;
  /** Ends the threads. */
  end(): Promise<void>;
}

/** A group of threads that run one file. */
export interface Threads<Send> {
  /** Posts a message to all threads. */
  post(message: Send): void;
}

export function describeFailure(thread: number, count: number, message: string): string {
  return `thread ${thread + 1} of ${count} failed: ${message}`;
}
