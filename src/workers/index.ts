// Published as abut/workers: clashes on threads. This entry is for Node, browser.ts for browsers.
export type { ThreadedClashOptions } from "./find-clashes-on.ts";
export { findClashesOnThreads } from "./find-clashes-on-threads.ts";
