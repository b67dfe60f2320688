// Published as abut/workers: the same queries on threads of Node.
export { ThreadError } from "../errors.ts";
export { findClashesOnThreads, type ThreadedClashOptions } from "./find-clashes-on-threads.ts";
