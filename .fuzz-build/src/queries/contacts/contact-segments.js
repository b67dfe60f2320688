import { firstPairs } from "./gather-triangles.js";
export const LINE = 0;
export const BORDER = 1;
export const INNER = 2;
/** In `ofCorners`, a corner that begins no segment. */
export const NO_SEGMENT = 4294967295;
export function findSegments({ pairs, faces }, { starts, points }) {
	const low = new Uint32Array(points.length);
	const high = new Uint32Array(points.length);
	for (let i = 0; i + 1 < starts.length; i++) {
		const from = starts[i];
		const end = starts[i + 1];
		for (let k = from; k < end; k++) {
			const p = points[k];
			const q = points[k + 1 === end ? from : k + 1];
			// the second corner of a segment goes nowhere: low = high
			low[k] = end - from === 2 && k > from ? p : Math.min(p, q);
			high[k] = end - from === 2 && k > from ? p : Math.max(p, q);
		}
	}
	const first = firstPairs(low, high);
	const ofCorners = new Uint32Array(points.length);
	const ends = [];
	for (let k = 0; k < points.length; k++) {
		if (low[k] === high[k]) ofCorners[k] = NO_SEGMENT;
		else if (first[k] !== k) ofCorners[k] = ofCorners[first[k]];
		else ofCorners[k] = ends.push(low[k], high[k]) / 2 - 1;
	}
	const patches = distinctPatches(pairs, faces, starts);
	const count = ends.length / 2;
	return {
		count,
		ends: Uint32Array.from(ends),
		places: findPlaces(count, ofCorners, starts, patches),
		ofCorners,
		patches
	};
}
function distinctPatches(pairs, faces, starts) {
	const found = [];
	for (let i = 0; i + 1 < starts.length; i++) if (starts[i + 1] - starts[i] > 2) found.push(i);
	const first = firstPairs(Uint32Array.from(found, (i) => faces[pairs[2 * i]]), Uint32Array.from(found, (i) => faces[pairs[2 * i + 1]]));
	return Uint32Array.from(found.filter((_, k) => first[k] === k));
}
function findPlaces(count, ofCorners, starts, patches) {
	const uses = new Uint32Array(count);
	for (const i of patches) for (let k = starts[i]; k < starts[i + 1]; k++) if (ofCorners[k] !== NO_SEGMENT) uses[ofCorners[k]]++;
	return Uint8Array.from(uses, (n) => n === 0 ? LINE : n % 2 === 1 ? BORDER : INNER);
}
/** Points at which an odd number of the segments at `place` end. */
export function oddEnds({ ends, places }, place, pointCount) {
	const odd = new Uint8Array(pointCount);
	for (let k = 0; k < ends.length; k++) if (places[k >> 1] === place) odd[ends[k]] ^= 1;
	const found = [];
	for (let p = 0; p < pointCount; p++) if (odd[p] === 1) found.push(p);
	return found;
}
