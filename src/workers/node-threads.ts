import { Worker } from "node:worker_threads";
import { ThreadError } from "../errors.ts";
import { endThread } from "./end-thread.ts";
import { describeFailure, type Threads } from "./thread-platform.ts";

/**
 * Starts `count` worker threads of Node with one `data`, and passes their messages to `receive` until it returns true. Then, or
 * when a thread fails or exits, or `receive` throws, all threads are ended, and then the promise settles. After success threads are
 * asked to exit by themselves (end-thread.ts). `kill` ends all threads at once and fulfils the promise.
 */
export async function runThreads<Send, Receive>(
  file: URL,
  count: number,
  workerData: unknown,
  receive: (message: Receive, threads: Threads<Send>) => boolean,
  kill?: AbortSignal,
): Promise<void> {
  const workers: Worker[] = [];
  let isDone = false;
  try {
    await new Promise<void>((resolve, reject) => {
      if (kill?.aborted) return resolve();
      kill?.addEventListener("abort", () => resolve(), { once: true });
      const threads: Threads<Send> = {
        post(message) {
          for (const worker of workers) worker.postMessage(message);
        },
      };
      for (let k = 0; k < count; k++) {
        // Threads do not inherit the flags of the process: a thread with a file rejects some of them, such as --input-type.
        const worker = new Worker(file, { workerData, execArgv: [] });
        workers.push(worker);
        worker.on("message", (message: Receive) => {
          if (isDone) return;
          try {
            isDone = receive(message, threads);
            if (isDone) resolve();
          } catch (error) {
            reject(error);
          }
        });
        worker.on("messageerror", (error) => reject(failed(k, count, error)));
        worker.on("error", (error) => reject(failed(k, count, error)));
        worker.on("exit", (code) => reject(failed(k, count, new Error(`exited with code ${code}`))));
      }
    });
  } finally {
    const isEnding = isDone && !kill?.aborted;
    await Promise.all(workers.map((worker) => (isEnding ? endThread(worker) : worker.terminate())));
  }
}

function failed(thread: number, count: number, error: Error): ThreadError {
  return new ThreadError(describeFailure(thread, count, error.message), { cause: error });
}
