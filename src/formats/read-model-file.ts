import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FormatError } from "../errors.ts";
import type { Model } from "./model.ts";
import { type ReadOptions, readModel } from "./read-model.ts";

// The Node half: everything else in this folder works on bytes and runs in browsers too.

/** Reads a model from a file; the buffers of a .gltf are looked for beside it. `source` in errors is the path given. */
export async function readModelFile(path: string, options: ReadOptions = {}): Promise<Model> {
  const folder = dirname(path);
  const beside = async (uri: string): Promise<Uint8Array> => {
    if (/^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(uri)) throw new Error("only files beside it are read");
    return readFile(resolve(folder, decodeURIComponent(uri)));
  };
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new FormatError(`${path}: cannot read the file: ${(error as Error).message}`);
  }
  return readModel(bytes, path, { resolve: beside, ...options });
}
