import type { ClashPart, ClashResult } from "../clash/clash.ts";
import { findClashesOn, type ThreadedClashOptions } from "./find-clashes-on.ts";
import { WEB } from "./web-workers.ts";

// Published as abut/workers for browsers: clashes on web workers.
export { buildTreeOnThread } from "./build-tree-on-web-worker.ts";
export type { ThreadedClashOptions };

/**
 * Returns the result of `findClashes`, bit for bit, computed on several web workers that share memory. A page that is not
 * cross-origin isolated may not share memory: there the page's own thread does the work, pausing ten times a second.
 * Rejects with `ThreadError` when a worker fails.
 */
export function findClashesOnThreads<Part extends ClashPart>(
  parts: readonly Part[],
  options: ThreadedClashOptions<Part> = {},
): Promise<ClashResult> {
  return findClashesOn(WEB, parts, options);
}
