export const EDGE_BITS = 3;
const ALL = 63;
/** Gives each feature to the first slot that has it. */
export function findFeatureOwners({ corners, mesh }) {
	const owners = new Uint8Array(corners.length / 3);
	if (mesh.indices === null) return owners.fill(ALL);
	const isTaken = new Uint8Array(mesh.vertexCount);
	for (let c = 0; c < corners.length; c++) {
		const vertex = corners[c];
		if (isTaken[vertex] === 1) continue;
		isTaken[vertex] = 1;
		owners[Math.floor(c / 3)] |= 1 << c % 3;
	}
	giveEdges(corners, owners);
	return owners;
}
function giveEdges(corners, owners) {
	// A hash table of edges by the corner at which they begin, at most half full; 0 is an empty place.
	const mask = 2 ** Math.ceil(Math.log2(2 * corners.length)) - 1;
	const table = new Uint32Array(mask + 1);
	for (let c = 0; c < corners.length; c++) {
		const next = nextCorner(c);
		const from = corners[c];
		const to = corners[next];
		let place = Math.imul(from ^ to, 2654435761) ^ Math.imul(from + to, 2246822507);
		for (place = (place ^ place >>> 15) & mask; table[place] !== 0; place = place + 1 & mask) if (isSameEdge(corners, table[place] - 1, from, to)) break;
		if (table[place] !== 0) continue;
		table[place] = c + 1;
		owners[Math.floor(c / 3)] |= 1 << EDGE_BITS + c % 3;
	}
}
function isSameEdge(corners, c, from, to) {
	const start = corners[c];
	const end = corners[nextCorner(c)];
	return start === from && end === to || start === to && end === from;
}
/** The corner after corner c in its triangle. */
function nextCorner(c) {
	return c % 3 === 2 ? c - 2 : c + 1;
}
