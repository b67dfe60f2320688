import { cross, dot, isLess, minus } from "./vectors.js";
/**
* The square of how far b must move to part two convex solids, as a fraction; 0 if they touch, null if they are apart. The least travel is
* along a normal of a face of a, of a face of b, or of an edge of each: all of them are tried, both ways.
*/
export function convexDepth(a, b) {
	const [pointsA, pointsB] = [a.flat(), b.flat()];
	let least = null;
	for (const normal of normalsOf(a, b)) for (const n of [normal, normal.map((x) => -x)]) {
		const most = pointsA.map((p) => dot(n, p)).reduce((x, y) => x > y ? x : y);
		const fewest = pointsB.map((p) => dot(n, p)).reduce((x, y) => x < y ? x : y);
		if (most < fewest) return null;
		const square = [(most - fewest) ** 2n, dot(n, n)];
		if (least === null || isLess(square, least)) least = square;
	}
	return least;
}
function* normalsOf(a, b) {
	const isVector = (n) => n.some((x) => x !== 0n);
	for (const [p, q, r] of [...a, ...b]) {
		const n = cross(minus(q, p), minus(r, p));
		if (isVector(n)) yield n;
	}
	const edges = (triangles) => {
		const found = new Map();
		for (const t of triangles) for (let k = 0; k < 3; k++) {
			const e = minus(t[(k + 1) % 3], t[k]);
			if (!found.has(e.map((x) => -x).join())) found.set(e.join(), e);
		}
		return [...found.values()];
	};
	const [edgesA, edgesB] = [edges(a), edges(b)];
	for (const e of edgesA) for (const f of edgesB) {
		const n = cross(e, f);
		if (isVector(n)) yield n;
	}
}
