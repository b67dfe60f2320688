import { availableParallelism } from "node:os";
import type { ClashPart, ClashResult } from "../clash/clash.ts";
import { findClashesOn, type ThreadedClashOptions } from "./find-clashes-on.ts";
import { startThreads } from "./node-threads.ts";
import type { ThreadPlatform } from "./thread-platform.ts";

const NODE: ThreadPlatform = {
  cores: availableParallelism,
  hindrance: () => null,
  nextTurn: () => new Promise(setImmediate),
  start: (count) => startThreads(new URL("./clash-thread.js", import.meta.url), count),
};

/**
 * Returns the result of `findClashes`, bit for bit, computed on several worker threads of Node. All threads share the memory of
 * meshes and trees. `isStopped` and `onProgress` are called on the caller's thread, a few times a second. `signal` ends the search
 * even within a pair. Rejects with `ThreadError` when a thread fails. When the promise settles, all threads have ended.
 */
export function findClashesOnThreads<Part extends ClashPart>(
  parts: readonly Part[],
  options: ThreadedClashOptions<Part> = {},
): Promise<ClashResult> {
  return findClashesOn(NODE, parts, options);
}
