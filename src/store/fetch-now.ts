import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { StoreError } from "../errors.ts";
import { endThread } from "../workers/end-thread.ts";
import type { End } from "../workers/protocol.ts";

/** Fetches blobs of a bucket while the caller's thread waits: meshes are read when their arrays are used, which cannot be awaited. */
export interface Fetcher {
  fetch(name: string): void;
  close(): Promise<void>;
}

/** What is posted to the thread that fetches. */
export type FetchRequest = { readonly kind: "fetch"; readonly name: string; readonly done: Int32Array } | End;

/** What it answers: null, or what went wrong. */
export type FetchAnswer = string | null;

/** How long a blob may take with all retries, in milliseconds. */
const MOST_MS = 300_000;

export function createFetcher(path: string): Fetcher {
  let thread: { worker: Worker; port: MessageChannel["port1"] } | null = null;
  const start = () => {
    const { port1: port, port2: theirs } = new MessageChannel();
    const worker = new Worker(new URL("./fetch-thread.js", import.meta.url), {
      workerData: { path, port: theirs },
      transferList: [theirs],
      execArgv: [],
    });
    worker.unref();
    port.unref();
    return { worker, port };
  };
  return {
    fetch(name) {
      thread ??= start();
      const done = new Int32Array(new SharedArrayBuffer(4));
      thread.worker.postMessage({ kind: "fetch", name, done } satisfies FetchRequest);
      Atomics.wait(done, 0, 0, MOST_MS);
      const answer = receiveMessageOnPort(thread.port) as { message: FetchAnswer } | undefined;
      if (answer === undefined) throw new StoreError(`store ${path}: no answer for ${name}`);
      if (answer.message !== null) throw new StoreError(`store ${path}: ${answer.message}`);
    },
    async close() {
      if (thread !== null) await endThread(thread.worker);
    },
  };
}
