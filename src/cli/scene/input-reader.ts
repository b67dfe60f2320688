import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { FormatError, MeshError, OptionError, PoseError } from "../../errors.ts";
import { createBudget } from "../../formats/budget.ts";
import { readPieces } from "../../formats/read-whole-file.ts";
import { endThread } from "../../workers/end-thread.ts";
import { type Input, type InputOptions, readInput } from "./read-input.ts";
import type { ReadAnswer, ReadRequest } from "./read-thread.ts";

/** Thrown when reading was ended early. */
export class StoppedReading extends Error {
  override readonly name = "StoppedReading";
}

/** Reads files one after the other, in the order of the calls. */
export interface InputReader {
  read(file: string, options: InputOptions): Promise<Input>;
  end(): Promise<void>;
}

/** Files up to this size are read faster than a thread starts. */
const QUICK_BYTES = 2 ** 16;
/** Files that name others, and those whose reader may be slow or never return, whatever their size. */
const IS_SLOW = /\.(?:gltf|urdf|mjcf|xml|ifc|ifczip|zip|3mf|step|stp|p21|iges|igs|brep|brp)$/i;
/** The file name that stands for the standard input. */
export const STANDARD_INPUT = "-";
const ERRORS = { FormatError, MeshError, OptionError, PoseError };

/**
 * Without a signal, files are read on this thread; with one, on a thread that the signal ends, which throws
 * `StoppedReading`. `input` is the standard input. `isStored`: meshes go to a store, which needs boxes.
 */
export function createInputReader(
  signal: AbortSignal | null,
  input: () => AsyncIterable<Uint8Array>,
  isStored = false,
): InputReader {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async read(file, options) {
      const isInput = file === STANDARD_INPUT;
      const content = isInput ? await readPieces(input(), createBudget(options.limits), file) : undefined;
      if (content?.length === 0) throw new FormatError(`${file}: the standard input is empty`);
      if (signal === null || (!isInput && (await isQuick(file)))) return readInput(file, options, content);
      worker ??= new Worker(new URL("./read-thread.js", import.meta.url), { execArgv: [] });
      const thread = worker;
      const answer = last.then(() => ask(thread, { file, options, content, isStored }, signal));
      last = answer.catch(() => {}); // its caller gets the error
      return answer;
    },
    async end() {
      if (worker === null) return;
      if (signal?.aborted) await worker.terminate();
      else await endThread(worker);
    },
  };
}

async function isQuick(file: string): Promise<boolean> {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= QUICK_BYTES && !IS_SLOW.test(file);
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
