import { toIntegers } from "./integers.js";
export const minus = (a, b) => [
	a[0] - b[0],
	a[1] - b[1],
	a[2] - b[2]
];
export const plus = (a, b) => [
	a[0] + b[0],
	a[1] + b[1],
	a[2] + b[2]
];
export const times = (a, factor) => [
	a[0] * factor,
	a[1] * factor,
	a[2] * factor
];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0]
];
export const isLess = (a, b) => a[0] * b[1] < b[0] * a[1];
export const isEqual = (a, b) => a[0] * b[1] === b[0] * a[1];
export const leastOf = (a, b) => isLess(b, a) ? b : a;
export const fraction = (over, under) => under < 0n ? [-over, -under] : [over, under];
/** All numbers of the lists, three a vector, in one unit. */
export function toVectors(...lists) {
	const all = lists.flatMap((list) => Array.from(list));
	const whole = [];
	const exponent = toIntegers(all, all.length, whole);
	const vectors = Array.from({ length: all.length / 3 }, (_, i) => [
		whole[3 * i],
		whole[3 * i + 1],
		whole[3 * i + 2]
	]);
	return {
		vectors,
		exponent
	};
}
