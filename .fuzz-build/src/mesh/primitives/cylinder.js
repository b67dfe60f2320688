import { checkOptionNames } from "../../option-names.js";
import { positive, wholeNumber } from "./check-options.js";
import { skinBetweenTips } from "./skin.js";
const CYLINDER_OPTIONS = {
	radius: true,
	length: true,
	segments: true
};
/**
* A closed cylinder about the z axis, centred at the origin: 4 · segments triangles. Its vertices lie on the round one, its sides
* at most radius · (1 − cos(π / segments)) inside.
*/
export function createCylinder(options = {}) {
	checkOptionNames(options, CYLINDER_OPTIONS, "createCylinder");
	const { radius = 1, length = 2, segments = 32 } = options;
	positive("radius", radius);
	positive("length", length);
	wholeNumber("segments", segments, 3);
	const half = length / 2;
	const [u, v] = [[
		radius,
		0,
		0
	], [
		0,
		radius,
		0
	]];
	const sections = [-half, half].map((z) => ({
		center: [
			0,
			0,
			z
		],
		u,
		v
	}));
	return skinBetweenTips([
		0,
		0,
		-half
	], sections, [
		0,
		0,
		half
	], segments);
}
