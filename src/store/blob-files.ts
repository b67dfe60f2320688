import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { TEMPORARY, writeWhole } from "./write-whole.ts";

/** Large entries, a file each: files are read into memory that is freed, where a database would map all that was ever read. */
export interface Blobs {
  get(name: string): Uint8Array<ArrayBuffer> | undefined;
  has(name: string): boolean;
  put(name: string, bytes: Uint8Array): void;
  delete(name: string): void;
  /** Writes down that the blob was used now, or at another time in milliseconds. */
  touch(name: string, time?: number): void;
  /** Every blob, with its size and the time of its last use in milliseconds. */
  list(): Iterable<{ name: string; size: number; used: number }>;
}

/** A temporary file that is older was left behind by a process that was killed. */
const ABANDONED_MS = 3_600_000;

/** Blobs in files. */
export interface BlobFiles extends Blobs {
  /** When the blob was last used, in milliseconds; 0 for a blob that does not exist. */
  usedAt(name: string): number;
}

export function openBlobFiles(folder: string): BlobFiles {
  const made = new Set<string>();
  const folderOf = (name: string) => join(folder, name.slice(-2));
  const pathOf = (name: string) => join(folderOf(name), name);
  return {
    get(name) {
      // Most blobs that are asked for in vain are small meshes of a first run. An error takes ten times as long as this look.
      if (!existsSync(pathOf(name))) return undefined;
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
      writeWhole(pathOf(name), bytes);
    },
    delete: (name) => rmSync(pathOf(name), { force: true }),
    touch(name, time = Date.now()) {
      try {
        utimesSync(pathOf(name), time / 1000, time / 1000);
      } catch (error) {
        // Another process may have removed it since it was read.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    },
    usedAt: (name) => statSync(pathOf(name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
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
