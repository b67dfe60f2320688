import { cos, sin } from "../../numerics/portable-math.js";
import { checkOptionNames } from "../../option-names.js";
import { positive, wholeNumber } from "./check-options.js";
import { skinBetweenTips } from "./skin.js";
const SPHERE_OPTIONS = {
	radius: true,
	segments: true,
	rings: true
};
/** A closed sphere of meridians and parallels about the y axis: 2 · segments · (rings - 1) triangles. */
export function createSphere(options = {}) {
	checkOptionNames(options, SPHERE_OPTIONS, "createSphere");
	const { radius = 1, segments = 32, rings = 16 } = options;
	positive("radius", radius);
	wholeNumber("segments", segments, 3);
	wholeNumber("rings", rings, 2);
	const sections = [];
	for (let ring = 1; ring < rings; ring++) {
		const angle = Math.PI * ring / rings;
		const r = radius * sin(angle);
		sections.push({
			center: [
				0,
				radius * cos(angle),
				0
			],
			u: [
				r,
				0,
				0
			],
			v: [
				0,
				0,
				r
			]
		});
	}
	return skinBetweenTips([
		0,
		radius,
		0
	], sections, [
		0,
		-radius,
		0
	], segments);
}
