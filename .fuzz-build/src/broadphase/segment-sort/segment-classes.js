import { cutAxes, segmentOf, uncut } from "./segment-cuts.js";
/** A class of so few boxes is not worth cutting. */
const SMALL_CLASS = 32;
let pending = new Uint32Array(64);
/** Cuts the axes anew for the boxes of now. */
export function cutClasses(store) {
	const { limit, used } = store;
	if (pending.length < limit) pending = new Uint32Array(2 * limit);
	let count = 0;
	for (let id = 0; id < limit; id++) if (used[id] === 1) pending[count++] = id;
	const classes = [];
	let base = 0;
	while (count > SMALL_CLASS) {
		const [y, z] = cutAxes(store.boxes, store.stride, pending, count, 1, store.dimensions === 3 ? 2 : -1);
		if (y.segments * z.segments === 1) break;
		const left = keepTooLarge(store, y, z, count);
		if (left > count / 2) break;
		classes.push({
			y,
			z,
			base
		});
		base += y.segments * z.segments;
		count = left;
	}
	classes.push({
		y: uncut(),
		z: uncut(),
		base
	});
	return classes;
}
export function cellCount(classes) {
	return classes.at(-1).base + 1;
}
/** Leaves those boxes in `pending` that would be cut twice; returns how many. */
function keepTooLarge({ boxes, stride, dimensions }, y, z, count) {
	let left = 0;
	for (let i = 0; i < count; i++) {
		const at = stride * pending[i];
		const large = isCutTwice(y, boxes, at + 1, at + dimensions + 1);
		if (large || dimensions === 3 && isCutTwice(z, boxes, at + 2, at + 5)) pending[left++] = pending[i];
	}
	return left;
}
function isCutTwice(axis, boxes, min, max) {
	const first = segmentOf(axis, boxes, min);
	return boxes[max] >= axis.cuts[first + 1] && boxes[max] >= axis.cuts[first + 2];
}
