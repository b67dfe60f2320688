import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtPath } from "../build-once.ts";

/** The command in a process of its own. */
export interface Running {
  readonly process: ChildProcess;
  /** What it has printed so far, on both streams. */
  readonly said: () => string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

export function startCommand(
  words: readonly string[],
  env: Record<string, string> = {},
  program = builtPath("cli/main.js"),
): Running {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      text += chunk;
    });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once("close", (code, signal) => resolve(signal ?? code));
  });
  return { process: child, said: () => text, ended };
}

/** Waits until `condition` holds. */
export async function until(condition: () => boolean, what: string, seconds = 30): Promise<void> {
  const end = performance.now() + 1000 * seconds;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`timed out after ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The keys of the outcomes in the packs of a shared store, once for each time that one was written. */
export function writtenOutcomes(store: string): string[] {
  const folder = join(store, "v1/packs");
  const keys: string[] = [];
  let packs: string[] = [];
  try {
    packs = readdirSync(folder).filter((name) => name.endsWith(".pack"));
  } catch {
    return []; // not made yet
  }
  for (const name of packs) {
    let pack: Buffer;
    try {
      pack = readFileSync(join(folder, name));
    } catch {
      continue; // tasks that are done are removed
    }
    const end = 8 + pack.readUInt32LE(4);
    for (let at = 8; at < end; at += 6 + pack.readUInt16LE(at)) {
      const key = pack.toString("hex", at + 6, at + 6 + pack.readUInt16LE(at));
      if (key.length === PAIR_KEY_DIGITS) keys.push(key);
    }
  }
  return keys;
}

/** A byte for the kind, then an address of 96 digits; those of other kinds are shorter. */
const PAIR_KEY_DIGITS = 98;
