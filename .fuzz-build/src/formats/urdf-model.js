import { createArticulation, placeLinks } from "../mesh/articulation/articulation.js";
import { checkOptionNames, pickOptions } from "../option-names.js";
import { createBudget } from "./budget.js";
import { createModel } from "./model.js";
import { readSrdfWithin } from "./srdf.js";
import { jointValues, readUrdfWithin, URDF_OPTIONS } from "./urdf.js";
export const URDF_MODEL_OPTIONS = {
	...URDF_OPTIONS,
	joints: true,
	srdf: true
};
/**
* Reads a URDF robot as a model: one part per link with a shape, all its shapes joined, where the joint values put it. Links
* that a joint holds together are `allowedPairs`, frames without a shape between them left out. Throws as `readUrdf` does, and
* `OptionError` for a joint that the robot does not have.
*/
export async function readUrdfModel(document, source, options = {}) {
	checkOptionNames(options, URDF_MODEL_OPTIONS, "readUrdfModel");
	const { joints = {}, srdf } = options;
	const budget = createBudget(options.limits);
	const robot = await readUrdfWithin(budget, document, source, pickOptions(options, URDF_OPTIONS));
	const allowedPairs = adjacentLinks(robot.links);
	if (srdf !== undefined) await addDisabledPairs(allowedPairs, robot, srdf, source, budget);
	const space = {
		metresPerUnit: 1,
		upAxis: "z"
	};
	return {
		...createModel(source, budget, posedLinks(robot, joints), robot.warnings, space),
		allowedPairs
	};
}
function posedLinks(robot, joints) {
	const { links } = robot;
	const linkToWorld = new Float64Array(16 * links.length);
	placeLinks(createArticulation(links), jointValues(robot, joints), null, linkToWorld);
	return links.flatMap(({ name, mesh = null }, i) => mesh === null ? [] : [{
		name,
		mesh,
		toWorld: linkToWorld.slice(16 * i, 16 * i + 16)
	}]);
}
/** Each link with a shape, after the nearest one above it that has one. */
function adjacentLinks(links) {
	const byName = new Map(links.map((link) => [link.name, link]));
	/** The nearest link with a shape from a link on upwards, itself counted: kept, for many may hang on one long chain. */
	const shaped = new Map();
	const nearestShaped = (link) => {
		const passed = [];
		let at = link;
		while (at !== undefined && (at.mesh ?? null) === null && !shaped.has(at)) {
			passed.push(at);
			at = byName.get(at.parent ?? "");
		}
		const found = at === undefined ? null : (at.mesh ?? null) === null ? shaped.get(at) : at;
		for (const frame of passed) shaped.set(frame, found);
		return found;
	};
	const pairs = [];
	for (const { name, mesh = null, parent = null } of links) {
		if (mesh === null || parent === null) continue;
		const above = nearestShaped(byName.get(parent));
		if (above !== null) pairs.push([above.name, name]);
	}
	return pairs;
}
/** Those of the .srdf file that are not there yet; pairs of links without a shape are of no use. */
async function addDisabledPairs(pairs, robot, srdf, source, budget) {
	const name = `${source}, srdf`;
	const { allowedPairs, warnings } = await readSrdfWithin(budget, srdf, name, robot.links);
	robot.warnings.push(...warnings);
	const shaped = new Set(robot.links.filter(({ mesh = null }) => mesh !== null).map(({ name }) => name));
	const key = (a, b) => JSON.stringify(a < b ? [a, b] : [b, a]);
	const known = new Set(pairs.map(([a, b]) => key(a, b)));
	for (const [a, b] of allowedPairs) if (shaped.has(a) && shaped.has(b) && !known.has(key(a, b))) pairs.push([a, b]);
}
