import { Worker } from "node:worker_threads";
import { ThreadError } from "../errors.ts";
import { endThread } from "./end-thread.ts";
import { describeFailure, type StartedThreads, type Threads } from "./thread-platform.ts";

/** Starts `count` worker threads of Node with one `workerData`. After success they are asked to exit by themselves (end-thread.ts). */
export function startThreads<Send, Receive>(
  file: URL,
  count: number,
  workerData: unknown = null,
): StartedThreads<Send, Receive> {
  const workers: Worker[] = [];
  let refusal: Error | null = null;
  try {
    // Threads do not inherit the flags of the process: a thread with a file rejects some of them, such as --input-type.
    for (let k = 0; k < count; k++) workers.push(new Worker(file, { workerData, execArgv: [] }));
  } catch (error) {
    // The system has no thread left, or the data cannot be copied. `run` says so, and ends those that were started.
    refusal = failed(workers.length, count, error as Error);
  }
  return {
    count,
    run: (first, receive, kill) => runThreads(workers, refusal, first, receive, kill),
    end: () => endThreads(workers),
  };
}

async function runThreads<Send, Receive>(
  workers: readonly Worker[],
  refusal: Error | null,
  ...[first, receive, kill]: Parameters<StartedThreads<Send, Receive>["run"]>
): Promise<void> {
  let isDone = false;
  try {
    await new Promise<void>((resolve, reject) => {
      if (kill?.aborted) return resolve();
      if (refusal !== null) return reject(refusal);
      kill?.addEventListener("abort", () => resolve(), { once: true });
      const threads: Threads<Send> = {
        post(message) {
          for (const worker of workers) worker.postMessage(message);
        },
      };
      for (const [k, worker] of workers.entries()) {
        worker.on("message", (message: Receive) => {
          if (isDone) return;
          try {
            isDone = receive(message, threads);
            if (isDone) resolve();
          } catch (error) {
            reject(error);
          }
        });
        const fail = (error: Error) => reject(failed(k, workers.length, error));
        worker.on("messageerror", fail);
        worker.on("error", fail);
        worker.on("exit", (code) => fail(new Error(`exited with code ${code}`)));
      }
      if (first !== null) threads.post(first);
    });
  } finally {
    if (isDone && !kill?.aborted) await endThreads(workers);
    else await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

async function endThreads(workers: readonly Worker[]): Promise<void> {
  await Promise.all(workers.map(endThread));
}

function failed(thread: number, count: number, error: Error): ThreadError {
  return new ThreadError(describeFailure(thread, count, error.message), { cause: error });
}
