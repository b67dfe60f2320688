import { boxOfRecords } from "./box-of-records.js";
import { RECORD_WORDS } from "./workspace.js";
/**
* Equal halves in the order the records lie in, "disregarding the geometric location" (van den Bergen, section 2). For
* quantised records the boxes written mean nothing, and nothing reads them.
*/
export function splitHalves(work, from, to, _node, begin, end, child) {
	const middle = begin + end >>> 1;
	to.words.set(from.words.subarray(RECORD_WORDS * begin, RECORD_WORDS * end), RECORD_WORDS * begin);
	boxOfRecords(work, child, from, begin, middle);
	boxOfRecords(work, child + 1, from, middle, end);
	return middle;
}
