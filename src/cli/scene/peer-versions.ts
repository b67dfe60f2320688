import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Optional packages that read files of some formats. Another version of one may read other triangles. */
const PEERS: [RegExp, string][] = [
  [/\.ifc$/i, "web-ifc"],
  [/\.(?:step|stp|p21|iges|igs|brep|brp)$/i, "occt-import-js"],
  [/\.(?:glb|gltf)$/i, "draco3dgltf"],
  [/\.(?:glb|gltf)$/i, "meshoptimizer"],
];
/** Names that tell the format. Archives, and files without a known extension, may hold any. */
const TELLING = /\.(?:stl|obj|ply|off|gltf|glb|dae|3mf|step|stp|p21|iges|igs|brep|brp|ifc)$/i;

/** A function that returns names and versions of the installed packages that may read a file. It looks for each package once. */
export function createPeerVersions(): (file: string) => string[] {
  const known = new Map<string, string>();
  return (file) =>
    PEERS.filter(([pattern]) => pattern.test(file) || !TELLING.test(file)).map(([, name]) => {
      const version = known.get(name) ?? versionOf(name);
      known.set(name, version);
      return `${name} ${version}`;
    });
}

function versionOf(name: string): string {
  try {
    // Few packages export their package.json, so it is looked for above the file that is imported.
    for (let folder = dirname(createRequire(import.meta.url).resolve(name)); ; folder = dirname(folder)) {
      const found = readPackage(folder);
      if (found?.name === name) return found.version;
      if (folder === dirname(folder)) return "unknown";
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return "absent";
    return "unknown";
  }
}

function readPackage(folder: string): { name: string; version: string } | null {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
