import { cross, dot, minus } from "../../numerics/integer-vectors.js";
import { toInteger } from "../../numerics/integers.js";
import { ratioToNumber } from "../../numerics/ratio.js";
/** The grid of every f64. */
export const FINEST = {
	exponent: -1074,
	factor: 0
};
/** A grid on which all the coordinates lie, nearly the coarsest. */
export function gridOf(...lists) {
	let factor = 1;
	for (const list of lists) for (let i = 0; i < list.length; i++) while (!Number.isInteger(list[i] * factor)) {
		factor *= 16;
		// Coordinates reach 2^100; beyond this their multiples could overflow.
		if (factor > 2 ** 900) return FINEST;
	}
	return {
		exponent: -Math.log2(factor),
		factor
	};
}
/** The point at p[i…i+2] in units of the grid. */
export function integersOf(p, i, { factor }) {
	if (factor === 0) return [
		toInteger(p[i]),
		toInteger(p[i + 1]),
		toInteger(p[i + 2])
	];
	return [
		BigInt(p[i] * factor),
		BigInt(p[i + 1] * factor),
		BigInt(p[i + 2] * factor)
	];
}
export function rationalOf(p, i, grid) {
	const [x, y, z] = integersOf(p, i, grid);
	return [
		x,
		y,
		z,
		1n
	];
}
/** Where the segment p q crosses the plane of a b c; p and q lie strictly on different sides. */
export function edgeMeetsPlane(p, q, a, b, c) {
	const normal = cross(minus(b, a), minus(c, a));
	const atP = dot(normal, minus(p, a));
	const atQ = dot(normal, minus(q, a));
	return between(p, q, atP, atP - atQ);
}
/** Where the lines p q and u v cross; they lie in one plane and are not parallel. */
export function edgesMeet(p, q, u, v) {
	const along = minus(v, u);
	const whole = cross(minus(q, p), along);
	const part = cross(minus(u, p), along);
	const axis = whole[0] !== 0n ? 0 : whole[1] !== 0n ? 1 : 2;
	return between(p, q, part[axis], whole[axis]);
}
/** p + part / whole · (q − p) */
function between(p, q, part, whole) {
	const sign = whole < 0n ? -1n : 1n;
	const w = sign * whole;
	const s = sign * part;
	return [
		p[0] * w + s * (q[0] - p[0]),
		p[1] * w + s * (q[1] - p[1]),
		p[2] * w + s * (q[2] - p[2]),
		w
	];
}
export function samePoint(p, q) {
	return p[0] * q[3] === q[0] * p[3] && p[1] * q[3] === q[1] * p[3] && p[2] * q[3] === q[2] * p[3];
}
/** Writes the nearest f64 coordinates to out[at…at+2]. */
export function roundPoint([x, y, z, w], { exponent }, out, at) {
	out[at] = ratioToNumber(x, w, exponent);
	out[at + 1] = ratioToNumber(y, w, exponent);
	out[at + 2] = ratioToNumber(z, w, exponent);
}
