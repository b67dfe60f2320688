import { FormatError } from "../errors.js";
import { checkOptionNames } from "../option-names.js";
import { addFace } from "./add-face.js";
import { createBudget, LIMIT_OPTIONS, spendFile } from "./budget.js";
import { createIndexList, pushTriangle, trimmed } from "./growing-list.js";
import { createModel, meshOfPart, nameOfFile } from "./model.js";
import { openPlyText } from "./ply-ascii.js";
import { openPlyBytes } from "./ply-binary.js";
import { readPlyHeader } from "./ply-header.js";
import { TOO_COMPLEX } from "./triangulate.js";
import { describeWarnings } from "./warnings.js";
/** Ends a strip; -1 as it comes out of a list. */
const RESTART = 4294967295;
/**
* Reads a PLY file, ASCII (f64) or binary of either byte order (f32 or f64, as it says): one part. Faces are polygons
* of "vertex_indices" or "vertex_index"; triangle strips are read as well; other elements and properties are skipped.
* Throws `FormatError` with line or byte.
*/
export function readPly(bytes, source, options = {}) {
	checkOptionNames(options, LIMIT_OPTIONS, "readPly");
	return readPlyWithin(createBudget(options.limits), bytes, source);
}
/** `readPly` within a budget that it shares with other files. */
export function readPlyWithin(budget, bytes, source) {
	spendFile(budget, bytes.length, source);
	const header = readPlyHeader(bytes, source);
	const rows = header.format === "ascii" ? openPlyText(bytes, source, header) : openPlyBytes(bytes, source, header, header.format === "binary_little_endian");
	const warnings = new Map();
	const triangles = createIndexList();
	let vertices = null;
	const early = [];
	for (const element of header.elements) {
		if (element.name === "vertex" && vertices === null) vertices = rows.readPoints(element);
		else if (vertices !== null && indexProperty(element)) readFaces(rows, element, vertices, triangles, warnings, source);
		else {
			if (indexProperty(element)) early.push({
				element,
				at: rows.at
			});
			rows.skip(element);
		}
	}
	for (const { element, at } of early) {
		rows.at = at;
		readFaces(rows, element, vertices ?? new Float64Array(0), triangles, warnings, source);
	}
	const name = nameOfFile(source);
	const parts = [];
	if (triangles.length > 0) parts.push({
		name,
		mesh: meshOfPart(source, budget, name, vertices, trimmed(triangles)),
		toWorld: null
	});
	return createModel(source, budget, parts, describeWarnings(warnings, source, (at) => rows.place(at)));
}
/** The list that holds an element's vertex numbers, if it is one that makes triangles. */
function indexProperty({ name, properties }) {
	if (name !== "face" && name !== "tristrips") return undefined;
	return properties.find((property) => property.lengthType !== null && /^vertex_(?:indices|index)$/.test(property.name))?.name;
}
function readFaces(rows, element, vertices, triangles, warnings, source) {
	const vertexCount = vertices.length / 3;
	const corners = createIndexList();
	const isStrip = element.name === "tristrips";
	rows.readLists(element, indexProperty(element), corners, (at) => {
		for (let i = 0; i < corners.length; i++) {
			const vertex = corners.values[i];
			if (vertex >= vertexCount && !(isStrip && vertex === RESTART)) throw new FormatError(`${source}, ${rows.place(at)}: vertex ${vertex > 2147483647 ? vertex | 0 : vertex} is out of range, there are ${vertexCount}`);
		}
		if (isStrip) addStrip(corners, triangles);
		else if (!addFace(vertices, corners, triangles, warnings, at)) throw new FormatError(`${source}, ${rows.place(at)}: ${TOO_COMPLEX}`);
	});
}
/** Every other triangle of a strip runs the other way round. Those that repeat a corner only turn the strip. */
function addStrip({ values, length }, triangles) {
	for (let i = 0, start = 0; i < length; i++) {
		if (values[i] === RESTART) start = i + 1;
		if (i < start + 2) continue;
		const isOdd = (i - start) % 2 === 1;
		const a = values[i - 2];
		const b = values[isOdd ? i : i - 1];
		const c = values[isOdd ? i - 1 : i];
		if (a !== b && b !== c && c !== a) pushTriangle(triangles, a, b, c);
	}
}
