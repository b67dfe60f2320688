import type { ClashPart, ClashResult } from "../clash/clash.ts";
import { findClashesOn, type ThreadedClashOptions } from "./find-clashes-on.ts";
import { WEB } from "./web-workers.ts";

// Published as abut/workers for browsers: the same queries on web workers.
export { ThreadError } from "../errors.ts";
export type { ThreadedClashOptions };

/**
 * What `findClashes` gives, bit for bit, found on several web workers that share memory. In a page that is not cross-origin
 * isolated, which may not, on the page's own thread, ten pauses a second. Rejects with `ThreadError` when a worker fails.
 */
export function findClashesOnThreads<Part extends ClashPart>(
  parts: readonly Part[],
  options: ThreadedClashOptions<Part> = {},
): Promise<ClashResult> {
  return findClashesOn(WEB, parts, options);
}
