import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { locateMesh } from "./locate-mesh.ts";
import { type FilesByName, findByTail, indexByName } from "./match-tail.ts";

// Robots name files anywhere on the disk: packages lie side by side, and generated files have absolute paths. Only files with a
// mesh extension are read, and nothing is fetched from a network.

export interface MeshFinder {
  /** The path of a mesh by its name in the robot's file. Throws an error that says where it was searched. */
  find(uri: string): Promise<string>;
  /** Which packages were found by the tail of a path only. */
  warnings(): string[];
}

/** How many files and folders below the robot's folder are looked at. */
const MOST_FILES = 20_000;
const DEEPEST = 8;

export function createMeshFinder(path: string, packages: Readonly<Record<string, string>>): MeshFinder {
  const folder = resolve(dirname(path));
  const guessed = new Map<string, string>();
  let below: Promise<FilesByName> | null = null;
  return {
    async find(uri) {
      if (/^(?!package:|file:)[a-z][a-z\d+.-]+:/i.test(uri))
        throw new Error("only files on this machine are read");
      const [, name, inPackage] = /^package:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
      const isGiven = Object.keys(packages).some((known) => uri.startsWith(`package://${known}/`));
      if (isGiven || name === undefined || inPackage === undefined)
        return locateMesh(uri, { folder, packages });
      const found = await findAround(folder, name, inPackage);
      if (found !== null) return found;
      below ??= listBelow(folder);
      const byTail =
        (await findTailAround(folder, inPackage)) ?? findByTail(`${name}/${inPackage}`, await below);
      if (byTail === null)
        throw new Error(
          `package "${name}" is not in ${folder} or a folder around it, and no file there ends like ${inPackage}; ` +
            `packages (--package ${name}=<folder>) names its folder`,
        );
      const full = resolve(folder, byTail);
      // Meshes are searched at once, and come in any order: a warning names the least path, not the earliest.
      const least = guessed.get(name);
      if (least === undefined || full < least) guessed.set(name, full);
      return full;
    },
    warnings: () =>
      [...guessed]
        .sort(([p], [q]) => (p < q ? -1 : 1))
        .map(
          ([name, file]) =>
            `${path}: package "${name}" was not found; meshes were found by the tails of their paths, the first is ${relative(process.cwd(), file)}`,
        ),
  };
}

/** The file in the nearest surrounding folder that is the package or contains it. */
async function findAround(folder: string, name: string, path: string): Promise<string | null> {
  for (let around = folder; ; around = dirname(around)) {
    const candidates = [join(around, name, path)];
    if (basename(around) === name) candidates.unshift(join(around, path));
    for (const candidate of candidates) if (await isFile(candidate)) return candidate;
    if (around === dirname(around)) return null;
  }
}

/** The longest tail of the path, with at least one folder in it, that leads to a file from a surrounding folder. */
async function findTailAround(folder: string, path: string): Promise<string | null> {
  const parts = path.split("/").filter(Boolean);
  for (let around = folder; ; around = dirname(around)) {
    for (let skipped = 0; skipped + 2 <= parts.length; skipped++) {
      const candidate = join(around, ...parts.slice(skipped));
      if (await isFile(candidate)) return candidate;
    }
    if (around === dirname(around)) return null;
  }
}

/** The files below a folder, relative to it, by name. Folders that cannot be listed are skipped, and hidden ones. */
async function listBelow(folder: string): Promise<FilesByName> {
  const files: string[] = [];
  const waiting: { path: string; depth: number }[] = [{ path: folder, depth: 0 }];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined && seen < MOST_FILES; next = waiting.pop()) {
    const { path, depth } = next;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      seen++;
      const full = join(path, entry.name);
      if (entry.isDirectory() && depth < DEEPEST) waiting.push({ path: full, depth: depth + 1 });
      else if (entry.isFile()) files.push(relative(folder, full).split(sep).join("/"));
    }
  }
  return indexByName(files);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
