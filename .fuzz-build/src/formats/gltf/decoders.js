import { items, member, refuse } from "./json.js";
export const DECODERS = {
	draco: true,
	meshopt: true
};
const DRACO = "KHR_draco_mesh_compression";
const MESHOPT = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
/** The decoders that the file's extensions call for: those given, else those installed, else none. */
export async function loadDecoders(root, given) {
	const used = items(member(root, "extensionsUsed")).map(({ value }) => value);
	const { draco = used.includes(DRACO) ? await loadDraco() : null } = given;
	const { meshopt = used.some((name) => MESHOPT.includes(name)) ? await loadMeshopt() : null } = given;
	await meshopt?.ready;
	return {
		draco,
		meshopt
	};
}
// Names in variables, so that neither the compiler nor a bundler insists on packages that may be absent.
async function loadDraco() {
	const name = "draco3dgltf";
	try {
		const { default: draco } = await import(name);
		return await draco.createDecoderModule();
	} catch {
		return null;
	}
}
async function loadMeshopt() {
	const name = "meshoptimizer";
	try {
		return (await import(name)).MeshoptDecoder;
	} catch {
		return null;
	}
}
export function meshoptDecoder({ meshopt }, json) {
	return meshopt ?? refuse(json, "the data is compressed with meshopt; to read it, run: npm install meshoptimizer");
}
export function dracoDecoder({ draco }, json) {
	return draco ?? refuse(json, "the mesh is compressed with Draco; to read it, run: npm install draco3dgltf");
}
