import { randomBytes } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./make-folder.ts";

/** Large entries, a file each: files are read into memory that is freed, where a database would map all that was ever read. */
export interface Blobs {
  get(name: string): Uint8Array<ArrayBuffer> | undefined;
  has(name: string): boolean;
  put(name: string, bytes: Uint8Array): void;
  delete(name: string): void;
  /** Writes down that the blob was used now. */
  touch(name: string): void;
  /** Every blob, with its size and the time of its last use in milliseconds. */
  list(): Iterable<{ name: string; size: number; used: number }>;
}

/** Written beside the blob and renamed: a blob is there whole, or not at all. */
const TEMPORARY = ".new";
/** A temporary file that is older was left behind by a process that was killed. */
const ABANDONED_MS = 3_600_000;

export function openBlobFiles(folder: string): Blobs {
  const made = new Set<string>();
  const folderOf = (name: string) => join(folder, name.slice(-2));
  const pathOf = (name: string) => join(folderOf(name), name);
  return {
    get(name) {
      try {
        return readFileSync(pathOf(name)) as Uint8Array<ArrayBuffer>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    has: (name) => existsSync(pathOf(name)),
    put(name, bytes) {
      const own = folderOf(name);
      if (!made.has(own)) makeFolder(own);
      made.add(own);
      const path = pathOf(name);
      const temporary = `${path}.${randomBytes(6).toString("hex")}${TEMPORARY}`;
      try {
        writeFileSync(temporary, bytes);
        renameSync(temporary, path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
    delete: (name) => rmSync(pathOf(name), { force: true }),
    touch(name) {
      const now = Date.now() / 1000;
      try {
        utimesSync(pathOf(name), now, now);
      } catch (error) {
        // Another process may have removed it since it was read.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    },
    *list() {
      for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile(),
      )) {
        const path = join(parentPath, name);
        const found = statSync(path, { throwIfNoEntry: false });
        if (found === undefined) continue; // another process removed it
        if (!name.endsWith(TEMPORARY)) yield { name, size: found.size, used: found.mtimeMs };
        else if (Date.now() - found.mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
      }
    },
  };
}
