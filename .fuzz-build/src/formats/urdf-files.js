import { FormatError, MeshError, OptionError, show } from "../errors.js";
import { isArrayOf } from "../typed-arrays.js";
import { spend } from "./budget.js";
import { readDaeWithin } from "./dae.js";
import { readGltfWithin } from "./gltf/read.js";
import { readObjWithin } from "./obj.js";
import { readOffWithin } from "./off.js";
import { readPlyWithin } from "./ply.js";
import { readStlWithin } from "./stl.js";
import { childOf, childrenOf } from "./xml.js";
const READERS = new Map([
	["stl", readStlWithin],
	["obj", readObjWithin],
	["dae", (budget, bytes, source) => readDaeWithin(budget, bytes, source, "file")],
	["ply", readPlyWithin],
	["off", readOffWithin],
	["glb", readGltfWithin],
	["gltf", readGltfWithin]
]);
/** Files asked for at one time: enough to hide a network's latency, few enough for any limit on open files. */
const LANES = 8;
/** Begins to fetch the mesh files of these links, in their order. */
export function fetchAhead(links, loader) {
	const { source, budget, geometry, resolve, files } = loader;
	if (resolve === undefined) return;
	const lanes = new Array(LANES).fill(Promise.resolve());
	for (const link of links) for (const shape of childrenOf(link, geometry)) {
		const mesh = childOf(shape, "geometry")?.children[0];
		const uri = mesh?.name === "mesh" ? mesh.attributes.get("filename") : undefined;
		if (uri === undefined || files.has(uri) || !READERS.has(extensionOf(uri))) continue;
		spend(budget, "files", 1, `${source}, mesh "${uri}"`);
		const lane = files.size % LANES;
		const bytes = lanes[lane].then(() => resolve(uri));
		lanes[lane] = bytes.catch(() => undefined);
		files.set(uri, bytes);
	}
}
/** The model of a mesh file; null, with a warning, when it is missing and may be. */
export async function loadModel(uri, where, loader) {
	const known = loader.models.get(uri);
	if (known !== undefined) return known;
	const model = await readModel(uri, where, loader);
	loader.models.set(uri, model);
	return model;
}
async function readModel(uri, where, loader) {
	const read = READERS.get(extensionOf(uri));
	if (read === undefined) {
		const kinds = [...READERS.keys()].join(", .");
		return missing(`${where}: mesh "${uri}" is of no known kind, expected one of .${kinds}`, loader);
	}
	let bytes;
	try {
		if (loader.resolve === undefined) throw new OptionError("no resolve option was given");
		bytes = await loader.files.get(uri);
		if (!isArrayOf(bytes, "Uint8Array")) throw new OptionError(`resolve gave ${bytes === null ? "null" : typeof bytes}, not bytes`);
	} catch (error) {
		const reason = error instanceof Error ? error.message : show(error);
		return missing(`${where}: mesh "${uri}" is missing: ${reason}`, loader);
	}
	try {
		const model = await read(loader.budget, bytes, uri);
		loader.warnings.push(...model.warnings.map((warning) => `${where}: ${warning}`));
		return model;
	} catch (error) {
		throw inWords(error, where);
	}
}
function missing(complaint, { missingMeshes, warnings }) {
	if (missingMeshes === "error") throw new FormatError(complaint);
	warnings.push(complaint);
	return null;
}
function extensionOf(uri) {
	const path = uri.replace(/[?#].*$/, "");
	return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}
/** What a file makes of another layer's complaint. */
export function inWords(error, where) {
	const isOurs = error instanceof FormatError || error instanceof MeshError || error instanceof OptionError;
	if (!isOurs || error.message.startsWith(where)) return error;
	return new FormatError(`${where}: ${error.message}`);
}
