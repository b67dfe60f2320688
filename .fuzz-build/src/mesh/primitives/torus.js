import { cos, sin } from "../../numerics/portable-math.js";
import { checkOptionNames } from "../../option-names.js";
import { positive, wholeNumber } from "./check-options.js";
import { skinLoop } from "./skin.js";
const TORUS_OPTIONS = {
	majorRadius: true,
	minorRadius: true,
	majorSegments: true,
	minorSegments: true
};
/** A closed ring about the y axis: 2 · majorSegments · minorSegments triangles. */
export function createTorus(options = {}) {
	checkOptionNames(options, TORUS_OPTIONS, "createTorus");
	const { majorRadius = 1, minorRadius = .4, majorSegments = 48, minorSegments = 24 } = options;
	positive("majorRadius", majorRadius);
	positive("minorRadius", minorRadius);
	wholeNumber("majorSegments", majorSegments, 3);
	wholeNumber("minorSegments", minorSegments, 3);
	const sections = [];
	for (let i = 0; i < majorSegments; i++) {
		const angle = 2 * Math.PI * i / majorSegments;
		const cosine = cos(angle);
		const sine = sin(angle);
		sections.push({
			center: [
				majorRadius * cosine,
				0,
				majorRadius * sine
			],
			u: [
				minorRadius * cosine,
				0,
				minorRadius * sine
			],
			v: [
				0,
				minorRadius,
				0
			]
		});
	}
	return skinLoop(sections, minorSegments);
}
