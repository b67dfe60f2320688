import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it. Node's `recursive` never returns where a file system says that a parent does not exist although it
 * does, as /proc says.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  let folder = resolve(path);
  for (; statSync(folder, { throwIfNoEntry: false }) === undefined; folder = dirname(folder))
    missing.push(folder);
  for (const next of missing.reverse()) {
    try {
      mkdirSync(next);
    } catch (error) {
      // Another process may have made it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
