import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { FormatError, MeshError, OptionError, PoseError } from "../../errors.ts";
import { type Input, type InputOptions, readInput } from "./read-input.ts";
import type { ReadAnswer, ReadRequest } from "./read-thread.ts";

/** Thrown when reading was ended early. */
export class StoppedReading extends Error {
  override readonly name = "StoppedReading";
}

/** Reads files one after the other. */
export interface InputReader {
  read(file: string, options: InputOptions): Promise<Input>;
  end(): Promise<void>;
}

/** Files up to this size that name no others are read faster than a thread starts. */
const QUICK_BYTES = 2 ** 16;
const NAMES_OTHERS = /\.(?:gltf|urdf|ifc)$/i;
const ERRORS = { FormatError, MeshError, OptionError, PoseError };

/**
 * Without a signal, files are read on this thread; with one, on a thread that the signal ends, which throws
 * `StoppedReading`.
 */
export function createInputReader(signal: AbortSignal | null): InputReader {
  let worker: Worker | null = null;
  return {
    async read(file, options) {
      if (signal === null || (await isQuick(file))) return readInput(file, options);
      worker ??= new Worker(new URL("./read-thread.js", import.meta.url), { execArgv: [] });
      return ask(worker, { file, options }, signal);
    },
    async end() {
      await worker?.terminate();
    },
  };
}

async function isQuick(file: string): Promise<boolean> {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= QUICK_BYTES && !NAMES_OTHERS.test(file);
  } catch {
    return true; // the reader reports the error
  }
}

async function ask(worker: Worker, request: ReadRequest, signal: AbortSignal): Promise<Input> {
  const listening = new AbortController();
  try {
    const answer = await new Promise<ReadAnswer>((resolve, reject) => {
      const stopped = () => reject(new StoppedReading(`${request.file}: stopped while it was read`));
      if (signal.aborted) return stopped();
      signal.addEventListener("abort", stopped, { signal: listening.signal });
      worker.on("message", resolve);
      worker.on("messageerror", reject);
      worker.on("error", reject);
      worker.on("exit", (code) => reject(new Error(`${request.file}: its thread ended with code ${code}`)));
      worker.postMessage(request);
    });
    if ("input" in answer) return answer.input;
    throw revive(answer.error);
  } finally {
    listening.abort();
    for (const event of ["message", "messageerror", "error", "exit"]) worker.removeAllListeners(event);
  }
}

/** Errors lose their class when posted. */
function revive({ name, message, stack }: { name: string; message: string; stack?: string }): Error {
  const Kind = Object.hasOwn(ERRORS, name) ? ERRORS[name as keyof typeof ERRORS] : Error;
  const error = new Kind(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
