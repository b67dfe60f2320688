import type { Worker } from "node:worker_threads";
import type { End } from "./protocol.ts";

/** How long a thread without work may take to exit by itself, in milliseconds. */
const EXIT_MS = 1000;

const END: End = { kind: "end" };

/**
 * Asks an idle thread to exit, and ends it if it does not. Node can abort the whole process when a thread is terminated while V8
 * compiles code for it in the background.
 */
export async function endThread(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return; // it has exited
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hasExited = await new Promise<boolean>((resolve) => {
    worker.once("exit", () => resolve(true));
    worker.once("error", () => resolve(false));
    timer = setTimeout(() => resolve(false), EXIT_MS);
    worker.postMessage(END);
  });
  clearTimeout(timer);
  if (!hasExited) await worker.terminate();
}
