import { statSync } from "node:fs";

/** For each file a text that changes with its content; an empty string for a file that does not exist. */
export type FileStates = ReadonlyMap<string, string>;

export interface FileChanges {
  changed: string[];
  added: string[];
  removed: string[];
}

/**
 * Time of the last change, size and inode. A file that is replaced has another inode. A file that is written twice within one step of the
 * file system's clock, with one size, looks unchanged: the wait until a file is settled is longer than such a step on usual disks.
 */
export function stateOf(file: string): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? "" : `${found.mtimeNs} ${found.size} ${found.dev}:${found.ino}`;
  } catch {
    return ""; // a folder in between is a file, or may not be read: the reader reports it
  }
}

export function statesOf(files: Iterable<string>): Map<string, string> {
  const states = new Map<string, string>();
  for (const file of files) if (!states.has(file)) states.set(file, stateOf(file));
  return states;
}

export function changesBetween(before: FileStates, after: FileStates): FileChanges {
  const changes: FileChanges = { changed: [], added: [], removed: [] };
  for (const file of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(file) ?? "", after.get(file) ?? ""];
    if (old === now) continue;
    (old === "" ? changes.added : now === "" ? changes.removed : changes.changed).push(file);
  }
  return changes;
}

export function countChanges({ changed, added, removed }: FileChanges): number {
  return changed.length + added.length + removed.length;
}
