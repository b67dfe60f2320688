import { FormatError, MeshError, PoseError } from "../../errors.js";
import { checkOptionNames } from "../../option-names.js";
import { createBudget, LIMIT_OPTIONS, spend, spendFile } from "../budget.js";
import { createModel } from "../model.js";
import { openText } from "../text-cursor.js";
import { describeWarnings, warn } from "../warnings.js";
import { readElements } from "./elements.js";
import { readShape } from "./shapes.js";
import { checkStep, schemaOf } from "./step-syntax.js";
import { heard, listen, loadWebIfc, releaseWebIfc } from "./web-ifc.js";
export const IFC_OPTIONS = {
	...LIMIT_OPTIONS,
	types: true,
	excludeTypes: true,
	webIfc: true
};
/**
* Reads a building in IFC, by web-ifc: one part per element with a shape, in metres, z up, openings cut out. Elements of the
* same geometry share a mesh. Coordinates stay where the file has them, however far from the origin. Throws `FormatError`.
*/
export async function readIfc(bytes, source, options = {}) {
	checkOptionNames(options, IFC_OPTIONS, "readIfc");
	const budget = createBudget(options.limits);
	spendFile(budget, bytes.length, source);
	const text = openText(bytes, source);
	const schema = schemaOf(text);
	if (!schema.startsWith("IFC")) {
		const advice = "export it as STL, OBJ or glTF from the program that made it, or convert it with FreeCAD";
		throw new FormatError(`${source}, byte 0: STEP of schema "${schema}" is not read, only IFC; ${advice}`);
	}
	checkStep(text, budget);
	const api = options.webIfc ?? await loadWebIfc(source);
	const model = openModel(api, text);
	const reading = {
		api,
		source,
		budget,
		model,
		known: new Map(),
		warnings: new Map()
	};
	try {
		const elements = readElements(api, reading.model, options);
		const parts = elements.flatMap((element) => readPart(element, reading));
		const byLine = new Map(elements.map((element) => [element.line, element]));
		const place = (line) => placeOf(byLine.get(line));
		const space = {
			metresPerUnit: 1,
			upAxis: "z"
		};
		return createModel(source, budget, parts, describeWarnings(reading.warnings, source, place), space);
	} finally {
		closeModel(reading);
	}
}
function openModel(api, { bytes, source, at }) {
	heard();
	let model = -1;
	let reason = "";
	try {
		model = listen(() => api.OpenModel(bytes.subarray(at), { COORDINATE_TO_ORIGIN: false }));
	} catch (error) {
		releaseWebIfc();
		reason = messageOf(error);
	}
	if (model >= 0) return model;
	throw new FormatError(`${source}: web-ifc cannot open it: ${heard().join(", ") || reason || "no reason given"}`);
}
/** One part; none, with a warning, for an element whose shape cannot be made. */
function readPart(element, reading) {
	const { api, source, budget, model, known, warnings } = reading;
	spend(budget, "parts", 1, source);
	const { line, name, guid, type } = element;
	let shape = null;
	try {
		shape = readShape(api, model, line, known, (triangles) => spend(budget, "triangles", triangles, `${source}, ${placeOf(element)}`));
	} catch (error) {
		// It has run beyond its memory or its stack: nothing in it can be trusted any more.
		if (error instanceof Error && /^R(?:untime|ange)Error$/.test(error.name)) {
			releaseWebIfc();
			const reason = heard().at(-1) ?? error.message;
			throw new FormatError(`${source}, ${placeOf(element)}: web-ifc broke down: ${reason}`);
		}
		if (error instanceof FormatError) throw error;
		const isOurs = error instanceof MeshError || error instanceof PoseError;
		warn(warnings, `${isOurs ? "" : "web-ifc: "}${messageOf(error)}; ${type} left out`, line);
		return [];
	}
	const complaints = heard();
	for (const complaint of complaints) warn(warnings, `web-ifc: ${complaint}${shape === null ? `; ${type} left out` : ""}`, line);
	if (shape !== null) return [{
		name,
		...shape,
		guid,
		type
	}];
	if (complaints.length === 0) warn(warnings, `no triangles; ${type} left out`, line);
	return [];
}
function placeOf({ line, type, name }) {
	return `#${line} ${type} "${name}"`;
}
/** Frees its memory, unless the module itself is to go. */
function closeModel({ api, model }) {
	try {
		api.CloseModel(model);
	} catch {
		releaseWebIfc();
	}
}
/** web-ifc throws all kinds of things, numbers among them. */
function messageOf(error) {
	return error instanceof Error && error.message !== "" ? error.message : "an error without a message";
}
