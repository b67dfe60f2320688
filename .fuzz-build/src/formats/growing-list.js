export function createPointList(capacity = 24) {
	return {
		values: new Float64Array(capacity),
		length: 0
	};
}
/** Small at first: a hostile file may ask for a million of them. */
export function createIndexList(capacity = 24) {
	return {
		values: new Uint32Array(capacity),
		length: 0
	};
}
/** Makes room for `extra` more values. */
export function reserve(list, extra) {
	const { values, length } = list;
	if (length + extra <= values.length) return;
	const Kind = values.constructor;
	list.values = new Kind(Math.max(length + extra, 2 * values.length));
	list.values.set(values);
}
/** A copy of exactly the values in use: the spare half is given back. */
export function trimmed(list) {
	return list.values.slice(0, list.length);
}
export function pushTriangle(list, a, b, c) {
	if (list.length + 3 > list.values.length) reserve(list, 3);
	const { values, length } = list;
	values[length] = a;
	values[length + 1] = b;
	values[length + 2] = c;
	list.length = length + 3;
}
