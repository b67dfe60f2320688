import { FormatError } from "../errors.js";
import { checkOptionNames, pickOptions } from "../option-names.js";
import { LIMIT_OPTIONS } from "./budget.js";
import { DAE_OPTIONS, readDae } from "./dae.js";
import { isGlb } from "./gltf/container.js";
import { GLTF_OPTIONS, readGltf } from "./gltf/read.js";
import { IFC_OPTIONS, readIfc } from "./ifc/read.js";
import { readObj } from "./obj.js";
import { readOff } from "./off.js";
import { describeOtherFormat } from "./other-formats.js";
import { readPly } from "./ply.js";
import { readStl, STL_OPTIONS } from "./stl.js";
import { readUrdfModel, URDF_MODEL_OPTIONS } from "./urdf-model.js";
export const READ_OPTIONS = {
	...STL_OPTIONS,
	...GLTF_OPTIONS,
	...DAE_OPTIONS,
	...URDF_MODEL_OPTIONS,
	...IFC_OPTIONS
};
const EXTENSIONS = {
	stl: "stl",
	obj: "obj",
	ply: "ply",
	off: "off",
	gltf: "gltf",
	glb: "gltf",
	dae: "dae",
	urdf: "urdf",
	ifc: "ifc"
};
const LETTERS = 1024;
/**
* Reads a model, whichever of STL, OBJ, PLY, OFF, glTF, Collada, URDF and IFC it is: by its first bytes where they are
* unmistakable (PLY, GLB, IFC), then by the extension of `source`, then by what its text begins with.
*/
export async function readModel(bytes, source, options = {}) {
	checkOptionNames(options, READ_OPTIONS, "readModel");
	switch (formatOf(bytes, source)) {
		case "stl": return readStl(bytes, source, pickOptions(options, STL_OPTIONS));
		case "obj": return readObj(bytes, source, pickOptions(options, LIMIT_OPTIONS));
		case "ply": return readPly(bytes, source, pickOptions(options, LIMIT_OPTIONS));
		case "off": return readOff(bytes, source, pickOptions(options, LIMIT_OPTIONS));
		case "gltf": return readGltf(bytes, source, pickOptions(options, GLTF_OPTIONS));
		case "dae": return readDae(bytes, source, pickOptions(options, DAE_OPTIONS));
		case "urdf": return readUrdfModel(bytes, source, pickOptions(options, URDF_MODEL_OPTIONS));
		case "ifc": return readIfc(bytes, source, pickOptions(options, IFC_OPTIONS));
		default: throw new FormatError(`${source}, byte 0: ${describeOtherFormat(extensionOf(source)) ?? "neither name nor content tells STL, OBJ, PLY, OFF, glTF, Collada, URDF or IFC"}`);
	}
}
/** The format of a file, or null when nothing tells or it is one that is not read. */
export function formatOf(bytes, source) {
	if (isGlb(bytes)) return "gltf";
	const start = new TextDecoder("latin1").decode(bytes.subarray(0, LETTERS)).replace(/^\u00ef\u00bb\u00bf/, "");
	if (/^ply[ \t]*[\r\n]/.test(start)) return "ply";
	if (/^\s*ISO-10303-21\s*;/.test(start)) return "ifc";
	const extension = extensionOf(source);
	if (Object.hasOwn(EXTENSIONS, extension)) return EXTENSIONS[extension];
	if (describeOtherFormat(extension) !== null) return null;
	if (/^\s*solid\s/i.test(start)) return "stl";
	// Lines end where they end: what could match in two ways would be tried in 2^n.
	if (/^\s*(?:#[^\r\n]*[\r\n]\s*)*(?:ST)?C?N?4?n?OFF\s/.test(start)) return "off";
	if (/^\s*\{/.test(start)) return "gltf";
	const root = /^\s*(?:<[?!][^>]*>\s*)*<(robot|COLLADA)[\s>]/.exec(start)?.[1];
	if (root !== undefined) return root === "robot" ? "urdf" : "dae";
	return /^\s*(?:(?:#|(?:mtllib|o|g|v)[ \t])[^\r\n]*[\r\n]\s*)*v[ \t]/.test(start) ? "obj" : null;
}
function extensionOf(source) {
	return /\.([^./\\]+)$/.exec(source)?.[1]?.toLowerCase() ?? "";
}
