import { Worker } from "node:worker_threads";
import type { CheckedJob } from "../clash/check-job.ts";
import type { ClashTaskSlice } from "../clash/plan/clash-plan.ts";
import { ThreadError } from "../errors.ts";
import { endThread } from "../workers/end-thread.ts";
import { describeFailure } from "../workers/thread-platform.ts";
import { MissingMesh } from "./missing-mesh.ts";
import type { FromTaskThread, TaskThreadData, ToTaskThread } from "./task-protocol.ts";

/** After a stop, how long threads may take to finish and report their last pairs, in milliseconds. */
const GRACE = 250;

export interface TaskThreadsOptions {
  readonly folder: string;
  readonly threads: number;
  readonly isThrifty: boolean;
  readonly signal: AbortSignal | undefined;
  /** Called with each message of outcomes. It returns whether to stop. */
  readonly receive: (pairs: Uint32Array, outcomes: readonly CheckedJob[]) => boolean;
}

/** Runs tasks on threads, each when a thread is idle. Rejects with `ThreadError`, `MissingMesh`, or what `receive` throws. */
export async function runTasksOnThreads(
  tasks: Iterator<ClashTaskSlice>,
  { folder, threads, isThrifty, signal, receive }: TaskThreadsOptions,
): Promise<void> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const workerData: TaskThreadData = { folder, stop, isThrifty };
  const workers: Worker[] = [];
  let grace: ReturnType<typeof setTimeout> | undefined;
  const listening = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      let working = threads;
      const end = () => {
        Atomics.store(stop, 0, 1);
        grace ??= setTimeout(resolve, GRACE);
      };
      if (signal?.aborted) return resolve();
      signal?.addEventListener("abort", end, { once: true, signal: listening.signal });
      const handOut = (worker: Worker) => {
        const next = Atomics.load(stop, 0) === 0 ? tasks.next() : { done: true as const, value: undefined };
        if (next.done !== true) {
          worker.postMessage({ kind: "run", slice: next.value } satisfies ToTaskThread);
          return;
        }
        working--;
        if (working === 0) resolve();
      };
      for (let k = 0; k < threads; k++) {
        const worker = new Worker(new URL("./task-thread.js", import.meta.url), { workerData, execArgv: [] });
        workers.push(worker);
        const fail = (error: Error) =>
          reject(new ThreadError(describeFailure(k, threads, error.message), { cause: error }));
        worker.on("messageerror", fail);
        worker.on("error", fail);
        worker.on("exit", (code) => fail(new Error(`exited with code ${code}`)));
        worker.on("message", (message: FromTaskThread) => {
          try {
            if (message.kind === "idle") handOut(worker);
            else if (message.kind === "missing") reject(new MissingMesh(message.place, message.mesh));
            else if (receive(message.pairs, message.outcomes)) Atomics.store(stop, 0, 1);
          } catch (error) {
            reject(error);
          }
        });
      }
    });
  } finally {
    listening.abort();
    clearTimeout(grace);
    Atomics.store(stop, 0, 1);
    // Threads leave by themselves, whatever went wrong: LMDB can abort the process when a thread is terminated within it.
    await Promise.all(workers.map(endThread));
  }
}
