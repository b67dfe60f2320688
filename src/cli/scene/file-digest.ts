import { createHash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";

/** SHA-256 of a file as hex digits; null for what is not a file, such as a pipe, or cannot be read: the reader reports that. */
export type FileDigest = (file: string) => Promise<string | null>;

const SMALL_FILE = 2 ** 22;

export const digestOfFile: FileDigest = async (file) => {
  try {
    const found = statSync(file);
    if (!found.isFile()) return null;
    const hash = createHash("sha256");
    // A stream takes 2 ms to open and close, longer than a small file takes to be hashed.
    if (found.size <= SMALL_FILE) return hash.update(readFileSync(file)).digest("hex");
    for await (const piece of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(piece);
    return hash.digest("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
};

/** Whether a file was last written before a moment, in milliseconds. Clocks of file systems tick every few milliseconds. */
export function isOlder(file: string, moment: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < moment - 10;
}

/** Hashes each file once. For one run: files change. */
export function createFileDigests(): FileDigest {
  const known = new Map<string, Promise<string | null>>();
  return (file) => {
    const digest = known.get(file) ?? digestOfFile(file);
    known.set(file, digest);
    return digest;
  };
}
