import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeModelGlb } from "../../../src/formats/gltf/write-glb.ts";
import { createBox } from "../../../src/mesh/primitives/box.ts";
import { builtPath } from "../../build-once.ts";
import { at } from "../../clash/scenes.ts";

// abut clash --watch as a process, and files for it.

export interface Watching {
  child: ChildProcess;
  /** Waits for a line of the standard error after those that were waited for before. */
  line(pattern: RegExp): Promise<string>;
  /** What the standard error holds so far. */
  err(): string;
  address(): Promise<string>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/** In milliseconds. */
const LONGEST_WAIT = 25_000;

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** Ends what a test has left behind. */
export function endAll(): void {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

export function createModelFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "abut-watch-test-"));
  folders.add(folder);
  return folder;
}

/** A box of size 1 with its middle at x, as a file of its own. Written beside and renamed, as editors do. */
export function writeBox(folder: string, name: string, x: number, size = 1): void {
  const bytes = writeModelGlb([
    { name: name.replace(/\..*/, ""), mesh: createBox({ size }), toWorld: at(x) },
  ]);
  writeFileSync(join(folder, `.${name}.new`), bytes);
  renameSync(join(folder, `.${name}.new`), join(folder, name));
}

/** `folder`: the working directory; `temporary`: where the watch makes a store of its own. */
export function startWatch(words: readonly string[], folder?: string, temporary = tmpdir()): Watching {
  const child = spawn(process.execPath, [builtPath("cli/main.js"), "clash", ...words, "--watch"], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
  });
  running.add(child);
  const [out, err] = [recordOf(child.stdout!), recordOf(child.stderr!)];
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  let taken = 0;
  return {
    child,
    ended,
    err: () => err.text,
    async line(pattern) {
      for (;;) {
        const end = err.text.indexOf("\n", taken);
        if (end !== -1) {
          const found = err.text.slice(taken, end);
          taken = end + 1;
          if (pattern.test(found)) return found;
          continue;
        }
        const isMore = await Promise.race([
          err.more().then(() => true),
          ended.then(() => false),
          sleep(LONGEST_WAIT, false),
        ]);
        if (!isMore) throw new Error(`no line ${pattern} in\n${err.text}`);
      }
    },
    async address() {
      while (!out.text.includes("\n")) await out.more();
      return out.text.trim();
    },
  };
}

function recordOf(stream: NodeJS.ReadableStream) {
  const record = {
    text: "",
    more: () => new Promise<void>((resolve) => stream.once("data", () => resolve())),
  };
  stream.on("data", (piece) => {
    record.text += piece;
  });
  return record;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request with headers of one's own, which `fetch` would not send. */
export async function ask(
  address: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { method = "GET", headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: Buffer.concat(pieces).toString(),
        }),
      );
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
