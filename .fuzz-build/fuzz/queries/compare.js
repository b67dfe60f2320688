/** The triangles of the first few pairs that are in one of two sorted lists only, for a and for b; null if the lists are equal. */
export function differenceOfPairs(got, expected) {
	if (got.length === expected.length && got.every((x, i) => x === expected[i])) return null;
	const keysOf = (list) => {
		const keys = new Set();
		for (let i = 0; i < list.length; i += 2) keys.add(`${list[i]},${list[i + 1]}`);
		return keys;
	};
	const [first, second] = [keysOf(got), keysOf(expected)];
	const different = [...[...first].filter((k) => !second.has(k)), ...[...second].filter((k) => !first.has(k))];
	const focus = [[], []];
	for (const key of different.slice(0, 1)) {
		const [i, j] = key.split(",").map(Number);
		focus[0].push(i);
		focus[1].push(j);
	}
	return focus;
}
