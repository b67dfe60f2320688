import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { run } from "../../src/cli/run.ts";
import type { Terminal, TerminalStream } from "../../src/cli/terminal.ts";
import type { TriangleMesh } from "../../src/mesh/triangle-mesh.ts";

// The command in this process, on streams that record their output.

export interface Ran {
  code: number;
  out: string;
  bytes: Buffer;
  err: string;
}

export interface Surroundings {
  /** The columns of a terminal for both streams; without it they are pipes. */
  columns?: number;
  env?: Record<string, string>;
  /** What the standard input holds. */
  input?: Uint8Array;
  /** The working directory. */
  folder?: string;
  /** Sends Ctrl-C as soon as the command listens. */
  isInterrupted?: boolean;
}

export async function abut(words: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const { columns, env = {}, input = new Uint8Array(0), folder, isInterrupted = false } = surroundings;
  const [out, err] = [createStream(columns), createStream(columns)];
  const terminal: Terminal = {
    in: Readable.from([input.subarray(0, 100), input.subarray(100)]),
    out: out.stream,
    err: err.stream,
    env,
    ...(folder !== undefined && { folder }),
    hasThreads: false, // threads run JavaScript, see main.test.ts
    onInterrupt(listener) {
      if (isInterrupted) listener();
      return () => {};
    },
    onTerminate() {},
  };
  const code = await run(words, terminal);
  const bytes = Buffer.concat(out.chunks);
  return { code, out: bytes.toString(), bytes, err: Buffer.concat(err.chunks).toString() };
}

function createStream(columns: number | undefined): { stream: TerminalStream; chunks: Buffer[] } {
  const chunks: Buffer[] = [];
  const stream: TerminalStream = new Writable({
    write(chunk, _, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  if (columns !== undefined) Object.assign(stream, { isTTY: true, columns });
  return { stream, chunks };
}

/** A separate folder for each test file. */
export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), "abut-cli-"));
}

/** Objects of an OBJ file, by name. */
export function writeObj(path: string, objects: Record<string, TriangleMesh>): string {
  let text = "";
  let before = 1;
  for (const [name, { positions, indices, vertexCount, triangleCount }] of Object.entries(objects)) {
    text += `o ${name}\n`;
    for (let v = 0; v < vertexCount; v++)
      text += `v ${positions[3 * v]} ${positions[3 * v + 1]} ${positions[3 * v + 2]}\n`;
    for (let t = 0; t < triangleCount; t++) {
      const [a, b, c] = [0, 1, 2].map((k) => before + (indices === null ? 3 * t + k : indices[3 * t + k]));
      text += `f ${a} ${b} ${c}\n`;
    }
    before += vertexCount;
  }
  writeFileSync(path, text);
  return path;
}
