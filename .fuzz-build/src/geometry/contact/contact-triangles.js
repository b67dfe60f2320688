import { orient2d } from "../../numerics/orient.js";
export const NO_PROJECTION = 3;
/** How the corner q[k] lies to the line p[i] p[j], seen along the axis `plane`. */
export function turn(p, i, j, k, plane) {
	const x = plane === 2 ? 0 : plane + 1;
	const y = plane === 0 ? 2 : plane - 1;
	return orient2d(p[i + x], p[i + y], p[j + x], p[j + y], p[k + x], p[k + y]);
}
/** A coordinate plane on which the triangle at p[i] has an area, or NO_PROJECTION. */
export function projectionOf(p, i) {
	for (let plane = 0; plane < 3; plane++) if (turn(p, i, i + 3, i + 6, plane) !== 0) return plane;
	return NO_PROJECTION;
}
/**
* Rewrites a degenerate triangle as the segment or point it is and returns its number of corners. On a line the order
* by x, then y, then z is the order along it.
*/
export function reduceToHull(p, i) {
	let low = i;
	let high = i;
	for (let k = i + 3; k <= i + 6; k += 3) {
		if (isBefore(p, k, low)) low = k;
		if (isBefore(p, high, k)) high = k;
	}
	const [x, y, z] = [
		p[low],
		p[low + 1],
		p[low + 2]
	];
	const size = low === high || samePlace(p, low, high) ? 1 : 2;
	const end = [
		p[high],
		p[high + 1],
		p[high + 2]
	];
	p[i] = x;
	p[i + 1] = y;
	p[i + 2] = z;
	for (let axis = 0; axis < 3; axis++) p[i + 3 + axis] = p[i + 6 + axis] = end[axis];
	return size;
}
/** Whether p[i] comes before p[j] by x, then y, then z. */
export function isBefore(p, i, j) {
	for (let axis = 0; axis < 3; axis++) if (p[i + axis] !== p[j + axis]) return p[i + axis] < p[j + axis];
	return false;
}
function samePlace(p, i, j) {
	return p[i] === p[j] && p[i + 1] === p[j + 1] && p[i + 2] === p[j + 2];
}
