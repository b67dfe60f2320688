import { createHash } from "node:crypto";
import type { Model } from "../../formats/model.ts";
import { type ReadFileOptions, readFileBytes, readModelOfFile } from "../../formats/read-model-file.ts";
import type { Bounds } from "../../geometry/bounds.ts";

/** A file of the command line and its model. */
export interface Input {
  model: Model;
  bytes: number;
  sha256: string;
  /** Absolute paths of the files that the file names, as it names them: where a link leads may change. */
  named: string[];
  /** Whether the surface of each part is closed, if known: the search and the report use it. */
  closed?: boolean[];
  /** World box of each part at its pose in the file, if known; null for a part that the search would refuse. */
  boxes?: (Bounds | null)[];
}

/** The options that can be posted to a thread. */
export type InputOptions = Omit<ReadFileOptions, "onFile" | "resolve" | "decoders" | "webIfc" | "occt">;

/** `content`: the bytes of the standard input, which only the main thread can read. */
export async function readInput(file: string, options: InputOptions, content?: Uint8Array): Promise<Input> {
  const bytes = content ?? (await readFileBytes(file, options.limits)); // once: a pipe can be read only once
  const named: string[] = [];
  const model = await readModelOfFile(bytes, file, { ...options, onFile: (_, asked) => named.push(asked) });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { model, bytes: bytes.length, sha256, named: [...new Set(named)] };
}
