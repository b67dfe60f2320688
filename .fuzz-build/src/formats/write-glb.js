import { OptionError } from "../errors.js";
import { PART_NAMES } from "../mesh/part-names.js";
import { checkNamesOfEach, checkOptionNames } from "../option-names.js";
import { addNode, createDraft, packGlb, worldTransform } from "./gltf/draft.js";
import { addPart } from "./gltf/draft-part.js";
const WRITE_GLB_OPTIONS = {
	metresPerUnit: true,
	upAxis: true
};
const DRAFT_PART = {
	name: true,
	mesh: true,
	toWorld: true,
	extras: true
};
/**
* The parts as a binary glTF 2.0: one node a part, with its name and pose; parts that share a mesh object share it in
* the file. Positions are f32, as glTF has them; f64 meshes far from their origin are written relative to their middle, so
* that they keep their digits.
*/
export function writeModelGlb(parts, options = {}) {
	checkOptionNames(options, WRITE_GLB_OPTIONS, "writeModelGlb");
	checkNamesOfEach(parts, DRAFT_PART, "parts", PART_NAMES);
	const { metresPerUnit = 1, upAxis = null } = options;
	if (!(metresPerUnit > 0 && metresPerUnit < Infinity)) throw new OptionError(`metresPerUnit: ${metresPerUnit} is not a positive number`);
	const draft = createDraft();
	const isAsItIs = metresPerUnit === 1 && upAxis !== "z";
	const root = isAsItIs || parts.length === 0 ? null : addNode(draft, worldTransform(metresPerUnit, upAxis), null);
	const surfaces = new Map();
	for (const part of parts) addPart(draft, surfaces, part, null, root);
	return packGlb(draft);
}
