import { OptionError } from "../../errors.js";
import { cos, hypot, sin } from "../../numerics/portable-math.js";
import { checkOptionNames } from "../../option-names.js";
import { positive, wholeNumber } from "./check-options.js";
import { skinLoop } from "./skin.js";
const TORUS_KNOT_OPTIONS = {
	p: true,
	q: true,
	majorRadius: true,
	minorRadius: true,
	tubeRadius: true,
	knotSegments: true,
	tubeSegments: true
};
/** A closed tube along the (p, q) torus knot: 2 · knotSegments · tubeSegments triangles. */
export function createTorusKnot(options = {}) {
	checkOptionNames(options, TORUS_KNOT_OPTIONS, "createTorusKnot");
	const { p = 2, q = 3, majorRadius = 1, minorRadius = .4, tubeRadius = .15, knotSegments = 256, tubeSegments = 16 } = options;
	wholeNumber("p", p, 1);
	wholeNumber("q", q, 1);
	if (commonDivisor(p, q) !== 1) throw new OptionError(`p, q: expected no common divisor, got ${p} and ${q}, which make several rings`);
	positive("majorRadius", majorRadius);
	positive("minorRadius", minorRadius);
	positive("tubeRadius", tubeRadius);
	wholeNumber("knotSegments", knotSegments, 3);
	wholeNumber("tubeSegments", tubeSegments, 3);
	function sectionAt(t) {
		const cosP = cos(p * t);
		const sinP = sin(p * t);
		const cosQ = cos(q * t);
		const sinQ = sin(q * t);
		const reach = majorRadius + minorRadius * cosQ;
		const reachChange = -minorRadius * q * sinQ;
		const along = [
			reachChange * cosP - reach * p * sinP,
			minorRadius * q * cosQ,
			reachChange * sinP + reach * p * cosP
		];
		// The torus's own normal is square to every curve on it and returns to itself: no twist to hide at the seam.
		const normal = [
			cosQ * cosP,
			sinQ,
			cosQ * sinP
		];
		return {
			center: [
				reach * cosP,
				minorRadius * sinQ,
				reach * sinP
			],
			u: withLength(normal, tubeRadius),
			v: withLength(cross(along, normal), tubeRadius)
		};
	}
	const sections = Array.from({ length: knotSegments }, (_, i) => sectionAt(2 * Math.PI * i / knotSegments));
	return skinLoop(sections, tubeSegments);
}
function commonDivisor(a, b) {
	return b === 0 ? a : commonDivisor(b, a % b);
}
function cross(a, b) {
	return [
		a[1] * b[2] - a[2] * b[1],
		a[2] * b[0] - a[0] * b[2],
		a[0] * b[1] - a[1] * b[0]
	];
}
function withLength([x, y, z], length) {
	const factor = length / hypot(x, y, z);
	return [
		x * factor,
		y * factor,
		z * factor
	];
}
