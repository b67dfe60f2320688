import { ThreadError } from "../errors.ts";
import { describeFailure, type ThreadPlatform } from "./thread-platform.ts";

// The browser globals used here. The project's types cover ES2022 and Node only.
export interface WebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onmessageerror: (() => void) | null;
  onerror: ((event: { message?: string; preventDefault(): void }) => void) | null;
}
declare const Worker: new (url: URL, options: { type: "module" }) => WebWorker;
declare const navigator: { hardwareConcurrency?: number };

export const WEB: ThreadPlatform = {
  cores: () => navigator.hardwareConcurrency ?? 1,
  hindrance() {
    // Service workers and pages simulated in Node have no web workers.
    if (typeof Worker !== "function") return "web workers do not exist here";
    if (typeof SharedArrayBuffer === "function") return null;
    return (
      "the page is not cross-origin isolated, so it may not share memory; its server has to send the headers " +
      "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp"
    );
  },
  nextTurn: () => new Promise((resolve) => setTimeout(resolve)),
  start,
};

type Started = ReturnType<ThreadPlatform["start"]>;

function start(count: number): Started {
  const workers: WebWorker[] = [];
  let refusal: unknown = null;
  try {
    for (let k = 0; k < count; k++)
      // Bundlers recognise exactly this expression and emit the worker as a separate file.
      workers.push(new Worker(new URL("./clash-web-worker.js", import.meta.url), { type: "module" }));
  } catch (error) {
    // A script from another origin, such as a CDN, or a policy of the page forbids it.
    refusal = error;
  }
  const end = async () => {
    for (const worker of workers) worker.terminate();
  };
  const run: Started["run"] = async (first, receive, kill) => {
    const threads: Parameters<typeof receive>[1] = {
      post(message) {
        for (const worker of workers) worker.postMessage(message);
      },
    };
    try {
      await new Promise<void>((resolve, reject) => {
        if (kill?.aborted) return resolve();
        kill?.addEventListener("abort", () => resolve(), { once: true });
        const fail = (k: number, message: string, cause?: unknown) =>
          reject(new ThreadError(describeFailure(k, count, message), { cause }));
        if (refusal !== null) return fail(workers.length, (refusal as Error).message, refusal);
        for (const [k, worker] of workers.entries()) {
          worker.onmessage = ({ data }) => {
            try {
              if (receive(data as Parameters<typeof receive>[0], threads)) resolve();
            } catch (error) {
              reject(error);
            }
          };
          worker.onmessageerror = () => fail(k, "a message could not be read");
          worker.onerror = (event) => {
            event.preventDefault(); // the promise rejects instead of the console
            fail(k, event.message ?? "the worker could not be loaded");
          };
        }
        if (first !== null) threads.post(first);
      });
    } finally {
      await end();
    }
  };
  return { count, run, end };
}
