/** The vector at values[3 · i]. */
export function vectorAt(values, i) {
	return [
		values[3 * i],
		values[3 * i + 1],
		values[3 * i + 2]
	];
}
export function minus(a, b) {
	return [
		a[0] - b[0],
		a[1] - b[1],
		a[2] - b[2]
	];
}
export function dot(a, b) {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
export function cross(a, b) {
	return [
		a[1] * b[2] - a[2] * b[1],
		a[2] * b[0] - a[0] * b[2],
		a[0] * b[1] - a[1] * b[0]
	];
}
export function isZero(v) {
	return v[0] === 0n && v[1] === 0n && v[2] === 0n;
}
