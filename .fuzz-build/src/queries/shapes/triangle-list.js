import { createStats } from "../stats.js";
/** An empty result, to be passed as `into`. */
export function createTriangleList() {
	const storage = new Uint32Array(0);
	return {
		count: 0,
		triangles: storage,
		stats: createStats(),
		storage
	};
}
let found = new Uint32Array(256);
let count = 0;
export function clearTriangles() {
	count = 0;
}
export function addTriangle(triangle) {
	if (count === found.length) {
		const longer = new Uint32Array(2 * count);
		longer.set(found);
		found = longer;
	}
	found[count++] = triangle;
}
/** Sorts what was added into `result`. */
export function takeTriangles(result) {
	if (result.storage.length < count) result.storage = new Uint32Array(count);
	result.count = count;
	result.triangles = result.storage.subarray(0, count);
	result.triangles.set(found.subarray(0, count));
	result.triangles.sort();
}
