import { type FSWatcher, statSync, watch } from "node:fs";

/** Wakes its caller when something happens in one of several folders, without saying what. */
export interface FolderAlarm {
  /** The folders from now on. */
  set(folders: Iterable<string>): void;
  /** Resolves at an event since the last call, after `ms`, or at the signal. */
  next(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Folders are watched, not files: editors write beside a file and rename. A folder that cannot be watched, or is gone, causes no
 * events: callers also look at intervals, as they must on network file systems. `set` starts to watch a replaced folder again.
 */
export function createFolderAlarm(): FolderAlarm {
  const watchers = new Map<string, { watcher: FSWatcher; identity: string }>();
  let hasRung = false;
  let wake: (() => void) | null = null;
  const ring = () => {
    hasRung = true;
    wake?.();
  };
  const drop = (folder: string) => {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  };
  return {
    set(folders) {
      const wanted = new Set(folders);
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) {
        try {
          const { ino, birthtimeMs } = statSync(folder);
          const identity = `${ino} ${birthtimeMs}`; // the number of a removed folder may be given to the next one
          if (watchers.get(folder)?.identity === identity) continue;
          drop(folder);
          const watcher = watch(folder, { persistent: false }, ring);
          watchers.set(folder, { watcher, identity });
          watcher.on("error", () => {
            drop(folder);
            ring();
          });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
        }
      }
    },
    async next(ms, signal) {
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", end);
          wake = null;
          resolve();
        };
        const timer = setTimeout(end, ms);
        if (hasRung || signal.aborted) return end();
        wake = end;
        signal.addEventListener("abort", end);
      });
      hasRung = false;
    },
    close() {
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
