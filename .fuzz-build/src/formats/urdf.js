import { FormatError, OptionError, show } from "../errors.js";
import { checkOptionNames } from "../option-names.js";
import { createBudget, LIMIT_OPTIONS, spend } from "./budget.js";
import { fetchAhead } from "./urdf-files.js";
import { readLinkMesh } from "./urdf-geometry.js";
import { linksOfJoint, readUrdfJoint, resolveMimics, valueNamesOf } from "./urdf-joint.js";
import { attributeOf, childrenOf, parseXml } from "./xml.js";
export const URDF_OPTIONS = {
	...LIMIT_OPTIONS,
	resolve: true,
	geometry: true,
	missingMeshes: true,
	segments: true
};
/**
* Reads a URDF robot. Revolute and continuous joints become hinges, prismatic ones sliders, floating ones free; a planar joint
* becomes two sliders and a hinge. Several shapes of a link are joined into one mesh. Throws `FormatError` that names the file
* and the link or joint.
*/
export async function readUrdf(document, source, options = {}) {
	checkOptionNames(options, URDF_OPTIONS, "readUrdf");
	return readUrdfWithin(createBudget(options.limits), document, source, options);
}
/** `readUrdf` within a budget that it shares with other files. */
export async function readUrdfWithin(budget, document, source, options) {
	const loader = checkOptions(options, source, budget);
	const { warnings } = loader;
	const root = await parseXml(document, source, budget);
	if (root.name !== "robot") throw new FormatError(`${source}: expected <robot>, got <${root.name}>`);
	const elements = readLinkElements(root, source, budget);
	const joints = childrenOf(root, "joint").map((joint) => readUrdfJoint(joint, source, warnings));
	const rootLink = checkTree(elements, joints, source);
	resolveMimics(joints, source);
	const links = [{ name: rootLink }];
	for (const joint of joints) links.push(...linksOfJoint(joint));
	checkAddedNames(links, source);
	fetchAhead(elements.values(), loader);
	for (const link of links) {
		const element = elements.get(link.name);
		if (element !== undefined) link.mesh = await readLinkMesh(element, link.name, loader);
	}
	const name = root.attributes.get("name") ?? "";
	return {
		name,
		links,
		valueNames: joints.flatMap(valueNamesOf),
		warnings
	};
}
function checkOptions(options, source, budget) {
	const { resolve, geometry = "collision", missingMeshes = "error", segments = 32 } = options;
	if (geometry !== "collision" && geometry !== "visual") throw new OptionError(`geometry: expected "collision" or "visual", got ${show(geometry)}`);
	if (missingMeshes !== "error" && missingMeshes !== "warn") throw new OptionError(`missingMeshes: expected "error" or "warn", got ${show(missingMeshes)}`);
	if (!(Number.isInteger(segments) && segments >= 4 && segments <= 4096)) throw new OptionError(`segments: expected a whole number from 4 to 4096, got ${show(segments)}`);
	if (resolve !== undefined && typeof resolve !== "function") throw new OptionError(`resolve: expected a function, got ${typeof resolve}`);
	const [files, models, shared] = [
		new Map(),
		new Map(),
		new Map()
	];
	return {
		source,
		budget,
		resolve,
		geometry,
		missingMeshes,
		segments,
		warnings: [],
		files,
		models,
		shared
	};
}
function readLinkElements(root, source, budget) {
	const elements = new Map();
	for (const element of childrenOf(root, "link")) {
		const name = attributeOf(element, "name", `${source}, link ${elements.size + 1}`);
		if (elements.has(name)) throw new FormatError(`${source}: a second link "${name}"`);
		elements.set(name, element);
	}
	if (elements.size === 0) throw new FormatError(`${source}: the robot has no links`);
	spend(budget, "parts", elements.size, `${source}, links`);
	return elements;
}
/** The name of the one link that hangs on nothing; throws unless all others hang on it, each by one joint. */
function checkTree(elements, joints, source) {
	const jointTo = new Map();
	const names = new Set();
	for (const joint of joints) {
		const where = `${source}, joint "${joint.name}"`;
		if (names.has(joint.name)) throw new FormatError(`${where}: there are two of this name`);
		names.add(joint.name);
		for (const end of ["parent", "child"]) if (!elements.has(joint[end])) throw new FormatError(`${where}: its ${end} link "${joint[end]}" does not exist`);
		const other = jointTo.get(joint.child);
		if (other !== undefined) throw new FormatError(`${where}: link "${joint.child}" already hangs on joint "${other.name}"`);
		jointTo.set(joint.child, joint);
	}
	const roots = [...elements.keys()].filter((name) => !jointTo.has(name));
	if (roots.length > 1) throw new FormatError(`${source}: links "${roots[0]}" and "${roots[1]}" both hang on no joint`);
	// Every link has one joint at most, so whoever comes by again within one walk has gone round.
	const sound = new Set(roots);
	for (const joint of joints) {
		const path = new Set();
		for (let link = joint.child; !sound.has(link); link = jointTo.get(link).parent) {
			if (path.has(link)) throw new FormatError(`${source}, joint "${jointTo.get(link).name}": link "${link}" hangs on itself`);
			path.add(link);
		}
		for (const link of path) sound.add(link);
	}
	return roots[0];
}
function checkAddedNames(links, source) {
	const names = new Set();
	for (const { name } of links) {
		if (names.has(name)) throw new FormatError(`${source}: link "${name}" has the name of a frame that a planar joint adds`);
		names.add(name);
	}
}
/**
* The numbers for `setPose` from values by name. What is not named stays at rest: 0, and 1 for the first number of a quaternion.
* Throws `OptionError` for a name that the robot does not have.
*/
export function jointValues({ valueNames }, byName) {
	const places = new Map(valueNames.map((name, i) => [name, i]));
	const values = Float64Array.from(valueNames, (name) => name.endsWith(".qw") ? 1 : 0);
	for (const [name, value] of Object.entries(byName)) {
		const place = places.get(name);
		if (place === undefined) throw new OptionError(`values: the robot has no joint "${name}" with a value of its own`);
		if (!Number.isFinite(value)) throw new OptionError(`values: ${value} for joint "${name}" is not a finite number`);
		values[place] = value;
	}
	return values;
}
