// Published as abut/workers: clashes and trees on threads. This entry is for Node, browser.ts for browsers.
export { buildTreeOnThread } from "./build-tree-on-thread.ts";
export type { ThreadedClashOptions } from "./find-clashes-on.ts";
export { findClashesOnThreads } from "./find-clashes-on-threads.ts";
