import { createHash } from "node:crypto";
import type { Model } from "../../formats/model.ts";
import { type ReadFileOptions, readFileBytes, readModelOfFile } from "../../formats/read-model-file.ts";

/** A file of the command line, read. */
export interface Input {
  model: Model;
  bytes: number;
  sha256: string;
  /** Real paths of the files that it names. */
  named: string[];
  /** Whether the surface of each part is closed, where that was found out: the search and the report want to know. */
  closed?: boolean[];
}

/** What can be posted to a thread. */
export type InputOptions = Omit<ReadFileOptions, "onFile" | "resolve" | "decoders" | "webIfc">;

export async function readInput(file: string, options: InputOptions): Promise<Input> {
  const bytes = await readFileBytes(file, options.limits); // once: a pipe gives them only once
  const named: string[] = [];
  const model = await readModelOfFile(bytes, file, { ...options, onFile: (path) => named.push(path) });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { model, bytes: bytes.length, sha256, named: [...new Set(named)] };
}
