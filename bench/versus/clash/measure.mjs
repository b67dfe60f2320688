import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const CHILD = fileURLToPath(new URL("./child.mjs", import.meta.url));
const LARGE_OUTPUT = 2 ** 28;

/** Runs one task of child.mjs in a process of its own and returns what it prints. */
export async function measure(options) {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify(options)], {
    maxBuffer: LARGE_OUTPUT,
  });
  return JSON.parse(stdout);
}
