import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { FormatError } from "../../errors.js";
/** What a folder is searched for. A file that is named itself may be called anything. */
const MODEL_FILE = /\.(?:stl|obj|ply|off|gltf|glb|dae|urdf|ifc)$/i;
/** The files meant by an argument: a folder stands for the models in it, sorted by name; folders within it are left out. */
export async function listModelFiles(path) {
	const isFolder = await stat(path).then((found) => found.isDirectory(), () => false);
	if (!isFolder) return [path];
	const names = (await readdir(path)).filter((name) => MODEL_FILE.test(name)).sort();
	if (names.length === 0) throw new FormatError(`${path}: no models in this folder`);
	return names.map((name) => join(path, name));
}
