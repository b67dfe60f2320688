import { findClashesOn } from "./find-clashes-on.js";
import { WEB } from "./web-workers.js";
// Published as abut/workers for browsers: the same queries on web workers.
export { ThreadError } from "../errors.js";
/**
* What `findClashes` gives, bit for bit, found on several web workers that share memory. In a page that is not cross-origin
* isolated, which may not, on the page's own thread, ten pauses a second. Rejects with `ThreadError` when a worker fails.
*/
export function findClashesOnThreads(parts, options = {}) {
	return findClashesOn(WEB, parts, options);
}
