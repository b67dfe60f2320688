import { availableParallelism } from "node:os";
import { findClashesOn } from "./find-clashes-on.js";
import { runThreads } from "./node-threads.js";
const NODE = {
	cores: availableParallelism,
	hindrance: () => null,
	nextTurn: () => new Promise(setImmediate),
	run: (count, task, receive, kill) => runThreads(new URL("./clash-thread.js", import.meta.url), count, task, receive, kill)
};
/**
* What `findClashes` gives, bit for bit, found on several threads of Node. Meshes and trees are in memory that all threads share.
* `isStopped` and `onProgress` are called on the caller's thread, a few times a second; `signal` ends the search within a pair. Rejects with `ThreadError` when a
* thread fails. When the promise settles, no thread is left.
*/
export function findClashesOnThreads(parts, options = {}) {
	return findClashesOn(NODE, parts, options);
}
