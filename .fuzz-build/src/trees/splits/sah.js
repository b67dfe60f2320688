import { cheapestPlane } from "./bins.js";
import { moveRecord } from "./move-record.js";
import { quantiseAgain } from "./quantised-records.js";
import { splitSmallSet } from "./small-sets.js";
import { splitFour, splitThree } from "./three-or-four.js";
import { createRecords } from "./workspace.js";
// Copies, checked by the compiler: V8 does not fold constants of other modules, and loops over them take a fifth
// longer (docs/decisions).
const RECORD_STRIDE = 8;
const RECORD_WORDS_SHIFT = 2;
const MIRRORED_MAX = 3;
const SAMPLE = 512;
const COARSE = 1024;
const NOISE = 4;
const SMALL_SET = 8;
const sample = createRecords(SAMPLE);
const plane = {
	axis: 0,
	cut: 0,
	cost: 0,
	spread: 0
};
/**
* The surface area heuristic: the least area × count on both sides, over the three axes. Works on quantised records
* and never looks at a node's box.
*/
export function splitSah(work, from, to, _node, begin, end) {
	const count = end - begin;
	if (count <= SMALL_SET) {
		if (count === 2) return splitTwo(from, to, begin);
		if (count === 3) return splitThree(from, to, begin);
		if (count === 4) return splitFour(from, to, begin);
		return splitSmallSet(from, to, begin, end);
	}
	findPlane(from, begin, end);
	if (plane.spread < COARSE) {
		quantiseAgain(from, begin, end, work.mesh, work.corners);
		findPlane(from, begin, end);
		if (plane.spread <= NOISE) return begin;
	}
	return partition(from, to, begin, end);
}
function findPlane(from, begin, end) {
	if (end - begin > 2 * SAMPLE) {
		takeSample(from.words, begin, end - begin);
		cheapestPlane(sample.ints, 0, SAMPLE, plane);
		if (plane.spread > NOISE) return;
	}
	cheapestPlane(from.ints, begin, end, plane);
}
/** One of each run of equal length, at a scattered place: a fixed stride could follow one row of a grid. */
function takeSample(words, begin, count) {
	const run = count / SAMPLE;
	for (let i = 0; i < SAMPLE; i++) {
		const scatter = (Math.imul(i, 2654435761) >>> 8) * 2 ** -24;
		moveRecord(words, begin + Math.floor((i + scatter) * run), sample.words, i);
	}
}
/** Left ones fill `to` from the front, right ones from the back, without a branch as in midpoint.ts. */
function partition(from, to, begin, end) {
	const { ints } = from;
	const { axis, cut } = plane;
	const source = from.words;
	const target = to.words;
	let front = begin;
	let back = end - 1;
	for (let i = begin; i < end; i++) {
		const r = RECORD_STRIDE * i + axis;
		const isLeft = ints[r] - ints[r + MIRRORED_MAX] - cut >> 31;
		// `moveRecord`, written out: here V8 does not always inline it, which costs a tenth of the build.
		const s = i << RECORD_WORDS_SHIFT;
		const t = (back ^ (front ^ back) & isLeft) << RECORD_WORDS_SHIFT;
		target[t] = source[s];
		target[t + 1] = source[s + 1];
		target[t + 2] = source[s + 2];
		target[t + 3] = source[s + 3];
		front = front - isLeft | 0;
		back = back - 1 - isLeft | 0;
	}
	return front;
}
function splitTwo(from, to, begin) {
	moveRecord(from.words, begin, to.words, begin);
	moveRecord(from.words, begin + 1, to.words, begin + 1);
	return begin + 1;
}
