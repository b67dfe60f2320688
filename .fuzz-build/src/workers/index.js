// Published as abut/workers: the same queries on threads. This is Node's half; browser.ts is that of pages.
export { ThreadError } from "../errors.js";
export { findClashesOnThreads } from "./find-clashes-on-threads.js";
