import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { FormatError } from "../../errors.ts";
import { STANDARD_INPUT } from "./input-reader.ts";

/** The files that a folder is searched for. A file named on the command line may have any extension. */
const MODEL_FILE =
  /\.(?:stl|obj|ply|off|gltf|glb|dae|3mf|step|stp|p21|iges|igs|brep|brp|urdf|mjcf|ifc|ifczip|zip)$/i;

/** Whether a folder that contains this file stands for it, too. */
export function isModelName(file: string): boolean {
  return MODEL_FILE.test(file);
}

/** The files of an argument: a folder stands for the models in it, sorted by name, without subfolders. */
export async function listModelFiles(path: string): Promise<string[]> {
  if (path === STANDARD_INPUT) return [path];
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false, // the reader reports the error
  );
  if (!isFolder) return [path];
  const all = await readdir(path, { withFileTypes: true }).catch((error: Error) => {
    throw new FormatError(`${path}: cannot read the folder: ${error.message}`);
  });
  const names = all
    .map(({ name }) => name)
    .filter(isModelName)
    .sort();
  if (names.length === 0) {
    const [below] = all
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name)
      .sort();
    const hint = below === undefined ? "" : `; subfolders are not searched, name them: ${join(path, below)}`;
    throw new FormatError(`${path}: no models in this folder${hint}`);
  }
  return names.map((name) => join(path, name));
}
