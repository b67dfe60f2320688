import { cos, sin } from "../../numerics/portable-math.js";
import { checkOptionNames } from "../../option-names.js";
import { positive, wholeNumber } from "./check-options.js";
import { skinBetweenTips } from "./skin.js";
const CAPSULE_OPTIONS = {
	radius: true,
	length: true,
	segments: true
};
/** A closed capsule about the z axis, centred at the origin, with its vertices on the round one. */
export function createCapsule(options = {}) {
	checkOptionNames(options, CAPSULE_OPTIONS, "createCapsule");
	const { radius = 1, length = 2, segments = 32 } = options;
	positive("radius", radius);
	positive("length", length);
	wholeNumber("segments", segments, 4);
	const bands = Math.max(1, Math.round(segments / 4));
	const sections = [];
	for (const [end, first] of [[-1, 1], [1, bands]]) for (let i = 0; i < bands; i++) {
		const angle = Math.PI / 2 * ((first - end * i) / bands);
		const r = radius * sin(angle);
		const z = end * (length / 2 + radius * cos(angle));
		sections.push({
			center: [
				0,
				0,
				z
			],
			u: [
				r,
				0,
				0
			],
			v: [
				0,
				r,
				0
			]
		});
	}
	const tip = length / 2 + radius;
	return skinBetweenTips([
		0,
		0,
		-tip
	], sections, [
		0,
		0,
		tip
	], segments);
}
