export function createPairList() {
	return {
		pairs: new Uint32Array(0),
		count: 0
	};
}
/** Notes a pair of ids, in either order. */
export function notePair(list, a, b) {
	const at = 2 * list.count;
	if (at >= list.pairs.length) growPairs(list, 1);
	list.pairs[at] = Math.min(a, b);
	list.pairs[at + 1] = Math.max(a, b);
	list.count++;
}
/** Sees to it that there is room for so many more pairs. */
export function growPairs(list, more) {
	const needed = 2 * (list.count + more);
	if (list.pairs.length >= needed) return;
	const larger = new Uint32Array(Math.max(64, 2 * needed));
	larger.set(list.pairs);
	list.pairs = larger;
}
/** `array`, or a larger one with nothing in it. */
export function roomForPairs(array, length) {
	return array.length >= length ? array : new Uint32Array(2 * length);
}
