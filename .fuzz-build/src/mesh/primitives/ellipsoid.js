import { cos, sin } from "../../numerics/portable-math.js";
import { checkOptionNames } from "../../option-names.js";
import { convexHull } from "../convex-hull.js";
import { perAxis, positive, wholeNumber } from "./check-options.js";
import { skinBetweenTips } from "./skin.js";
const ELLIPSOID_OPTIONS = {
	radii: true,
	center: true,
	segments: true,
	rings: true
};
const LIMB = [
	1,
	1 / 3,
	1 / 3
];
/**
* A closed ellipsoid along x, the limb of a body. It is the hull of its points, so that it is convex to the last bit, which
* bands of nearly flat quadrangles are not.
*/
export function createEllipsoid(options = {}) {
	checkOptionNames(options, ELLIPSOID_OPTIONS, "createEllipsoid");
	return convexHull(skinOf(options));
}
const DENTED_ELLIPSOID_OPTIONS = {
	...ELLIPSOID_OPTIONS,
	dent: true
};
/** An ellipsoid whose half above z = 0 is pushed in: a closed boat hull, far from convex. */
export function createDentedEllipsoid(options = {}) {
	checkOptionNames(options, DENTED_ELLIPSOID_OPTIONS, "createDentedEllipsoid");
	const { dent = .6, center = [
		0,
		0,
		0
	] } = options;
	positive("dent", dent);
	positive("1 - dent", 1 - dent);
	const mesh = skinOf({
		...options,
		center: [
			0,
			0,
			0
		]
	});
	const { positions } = mesh;
	for (let i = 0; i < positions.length; i += 3) {
		if (positions[i + 2] > 0) positions[i + 2] *= -dent;
		for (let axis = 0; axis < 3; axis++) positions[i + axis] += center[axis];
	}
	return mesh;
}
function skinOf({ radii = LIMB, center = [
	0,
	0,
	0
], segments = 12, rings = 8 }) {
	const [rx, ry, rz] = perAxis("radii", radii, positive);
	wholeNumber("segments", segments, 3);
	wholeNumber("rings", rings, 2);
	const [x, y, z] = center;
	const sections = [];
	for (let ring = 1; ring < rings; ring++) {
		const angle = Math.PI * ring / rings;
		const sine = sin(angle);
		sections.push({
			center: [
				x - rx * cos(angle),
				y,
				z
			],
			u: [
				0,
				ry * sine,
				0
			],
			v: [
				0,
				0,
				rz * sine
			]
		});
	}
	return skinBetweenTips([
		x - rx,
		y,
		z
	], sections, [
		x + rx,
		y,
		z
	], segments);
}
