import { boxOfRecords } from "./box-of-records.js";
import { longestAxis } from "./longest-axis.js";
import { moveRecord } from "./move-record.js";
import { orderByMidpoint } from "./order.js";
/** Van den Bergen, rejected rule (a): two sets of equal size, in order of the midpoints on the longest axis. */
export function splitMedian(work, from, to, node, begin, end, child) {
	const middle = begin + end >>> 1;
	const order = orderByMidpoint(from.floats, begin, end, longestAxis(work.nodes, node));
	for (let i = begin; i < end; i++) moveRecord(from.words, begin + order[i - begin], to.words, i);
	boxOfRecords(work, child, to, begin, middle);
	boxOfRecords(work, child + 1, to, middle, end);
	return middle;
}
