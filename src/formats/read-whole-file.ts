import { type FileHandle, open } from "node:fs/promises";
import { type Budget, limitOf, spendFile } from "./budget.ts";

// `readFile` rejects files above 2 GiB, and reads a pipe until memory is full.

/** Bytes per call: 2^30 is below the limits of operating systems. */
const MOST_AT_ONCE = 2 ** 30;
/** Bytes requested from a pipe at a time. */
const PIPE_BYTES = 2 ** 16;

/** All bytes of a file or a pipe. Throws `FormatError` before reading if they exceed the budget. */
export async function readWholeFile(path: string, budget: Budget): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw new Error("it is a folder");
    return found.isFile() && found.size > 0
      ? await readSized(file, found.size, budget, path)
      : await readPipe(file, budget, path);
  } finally {
    await file.close();
  }
}

async function readSized(file: FileHandle, size: number, budget: Budget, path: string): Promise<Uint8Array> {
  spendFile(budget, size, path);
  const bytes = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, Math.min(MOST_AT_ONCE, size - at), null);
    if (bytesRead === 0) break; // the file became shorter
    at += bytesRead;
  }
  return at === size ? bytes : bytes.slice(0, at);
}

async function readPipe(file: FileHandle, budget: Budget, path: string): Promise<Uint8Array> {
  return readPieces(piecesOf(file), budget, path);
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = new Uint8Array(PIPE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIPE_BYTES, null);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
  }
}

/** All bytes of a stream, up to the limit. */
export async function readPieces(
  stream: AsyncIterable<Uint8Array>,
  budget: Budget,
  path: string,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    // A pipe may never end: the bytes so far are checked against the limit, without an allowance for unpacking.
    if ((size += piece.length) > limitOf(budget, "bytes")) spendFile(budget, size, path);
    pieces.push(piece);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
