import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./make-folder.ts";

// A run reads some meshes long after it began. Each run has a file in the store that it touches now and then, so that a prune does not remove them.

export interface RunMarks {
  /** Marks the start of a run. Returns a function to call at its end. */
  begin(): () => void;
  /** Whether a run is in progress, in any process that shares the folder. */
  isInUse(): boolean;
}

const MARK = ".run";
const TOUCH_MS = 20_000;
/** A mark that was not touched for longer was left by a process that was killed. Clocks of machines may differ by some minutes. */
const ABANDONED_MS = 600_000;

export function openRunMarks(folder: string): RunMarks {
  return {
    begin() {
      makeFolder(folder);
      const mark = join(folder, `${randomBytes(8).toString("hex")}${MARK}`);
      writeFileSync(mark, "");
      const timer = setInterval(() => touch(mark), TOUCH_MS);
      timer.unref();
      return () => {
        clearInterval(timer);
        rmSync(mark, { force: true });
      };
    },
    isInUse() {
      let isInUse = false;
      for (const name of namesIn(folder)) {
        const age = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
        if (age < ABANDONED_MS) isInUse = true;
        else rmSync(join(folder, name), { force: true });
      }
      return isInUse;
    },
  };
}

function touch(mark: string): void {
  try {
    const now = Date.now() / 1000;
    utimesSync(mark, now, now);
  } catch {
    // The mark was removed, or the disk is gone. A mesh that a prune then removes is read from its file again.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(MARK));
  } catch {
    return []; // there was no run yet
  }
}
