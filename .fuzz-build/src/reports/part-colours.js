/**
* For each part a number of 0 … count − 1, so that two parts which clash have different numbers wherever that many allow
* it; null for parts that are in no clash. The worst clashes choose first.
*/
export function colourParts({ parts, clashes }, count) {
	const partners = new Map();
	for (const { a, b } of clashes) {
		listOf(partners, a).push(b);
		listOf(partners, b).push(a);
	}
	const colours = parts.map(() => null);
	// A map keeps the order in which clashes name the parts.
	for (const [part, others] of partners) {
		const taken = new Set(others.map((other) => colours[other]));
		let colour = 0;
		while (taken.has(colour) && colour < count - 1) colour++;
		colours[part] = colour;
	}
	return colours;
}
function listOf(lists, key) {
	const list = lists.get(key) ?? [];
	lists.set(key, list);
	return list;
}
