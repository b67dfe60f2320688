import { realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { FormatError, OptionError } from "../errors.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../option-names.ts";
import { createBudget, type ReadLimits } from "./budget.ts";
import { locateMesh } from "./locate-mesh.ts";
import type { Model } from "./model.ts";
import { formatOf, READ_OPTIONS, type ReadOptions, readModel } from "./read-model.ts";
import { readWholeFile } from "./read-whole-file.ts";

// The Node part: everything else in this folder works on bytes and runs in browsers too.

export interface ReadFileOptions extends ReadOptions {
  /** Robots: the folders of packages, see `locateMesh`. Default: folders of that name around the file, the nearest first. */
  packages?: Readonly<Record<string, string>> | undefined;
  /**
   * The folder that must contain the files that a model names, after symbolic links are resolved. Default: a .gltf's own
   * folder for its buffers; the meshes of a robot may be anywhere. Not used if `resolve` is set.
   */
  filesWithin?: string | undefined;
  /** Called with the real path of each file that the model names, before it is read. */
  onFile?: ((path: string) => void) | undefined;
}

const READ_FILE_OPTIONS: OptionNames<ReadFileOptions> = {
  ...READ_OPTIONS,
  packages: true,
  filesWithin: true,
  onFile: true,
};

/**
 * Reads a model from a file. Buffers of a .gltf and meshes of a .urdf are looked up relative to it, those of ROS packages
 * in the folders around it. `source` in errors is `path`.
 */
export async function readModelFile(path: string, options: ReadFileOptions = {}): Promise<Model> {
  checkOptionNames(options, READ_FILE_OPTIONS, "readModelFile");
  return readModelOfFile(await readFileBytes(path, options.limits), path, options);
}

/** All bytes of a file or a pipe, up to the limit. */
export async function readFileBytes(path: string, limits?: ReadLimits): Promise<Uint8Array> {
  try {
    return await readWholeFile(path, createBudget(limits));
  } catch (error) {
    if (error instanceof FormatError || error instanceof OptionError) throw error;
    throw new FormatError(`${path}: cannot read the file: ${(error as Error).message}`);
  }
}

/** Reads a model file whose bytes the caller has already read, because a pipe can be read only once. */
export async function readModelOfFile(
  bytes: Uint8Array,
  path: string,
  options: ReadFileOptions,
): Promise<Model> {
  const { packages = {}, filesWithin } = options;
  const folder = resolve(dirname(path));
  const within = filesWithin === undefined ? null : await findFolder(filesWithin);
  const isRobot = formatOf(bytes, path) === "urdf";
  const read = createNamedFiles(options);
  const find = isRobot
    ? (uri: string) => readMesh(uri, folder, packages, within, read)
    : (uri: string) => readBeside(uri, folder, within ?? folder, read);
  return readModel(bytes, path, {
    ...pickOptions(options, READ_OPTIONS),
    resolve: options.resolve ?? find,
  });
}

async function findFolder(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) return path;
  } catch {
    // treated as missing
  }
  throw new OptionError(`filesWithin: there is no folder ${path}`);
}

/** A glTF is exchanged as a folder: an untrusted file must not reach outside it. */
async function readBeside(
  uri: string,
  folder: string,
  within: string,
  read: NamedFiles,
): Promise<Uint8Array> {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(uri)) throw new Error("only files beside it are read");
  return read(resolve(folder, decodeURIComponent(uri)), within);
}

type NamedFiles = (path: string, within: string | null) => Promise<Uint8Array>;

/**
 * Reads the files that a model names; rejects devices and pipes, which may never end. A file is read once, whatever names
 * and links lead to it, and all files together must stay within the limit.
 */
function createNamedFiles({ limits, onFile }: ReadFileOptions): NamedFiles {
  const budget = createBudget(limits);
  const known = new Map<string, Promise<Uint8Array>>();
  return async (path, within) => {
    const real = await realpath(path);
    if (within !== null && !isInside(real, await realpath(within)))
      throw new Error(
        `it is not in ${within}, where files may come from; filesWithin (--files-within) names another folder`,
      );
    const found = await stat(real, { bigint: true });
    if (!found.isFile()) throw new Error("it is not a file");
    onFile?.(real);
    const key = `${found.dev}:${found.ino}`;
    const bytes = known.get(key) ?? readWholeFile(real, budget);
    known.set(key, bytes);
    return bytes;
  };
}

function isInside(path: string, folder: string): boolean {
  const fromFolder = relative(folder, path);
  return fromFolder !== ".." && !fromFolder.startsWith(`..${sep}`) && !isAbsolute(fromFolder);
}

/**
 * Robots name files anywhere on the disk: packages lie side by side, and generated files have absolute paths. Only files
 * with a mesh extension are read, and nothing is fetched from a network.
 */
async function readMesh(
  uri: string,
  folder: string,
  packages: Readonly<Record<string, string>>,
  within: string | null,
  read: NamedFiles,
): Promise<Uint8Array> {
  if (/^(?!package:|file:)[a-z][a-z\d+.-]+:/i.test(uri))
    throw new Error("only files on this machine are read");
  const isGiven = Object.keys(packages).some((name) => uri.startsWith(`package://${name}/`));
  const found = isGiven ? null : await findInPackage(uri, folder);
  return read(found ?? locateMesh(uri, { folder, packages }), within);
}

/**
 * The file of a package:// name below the nearest surrounding folder that is the package or contains it; null if there is
 * none.
 */
async function findInPackage(uri: string, folder: string): Promise<string | null> {
  const [, name, path] = /^package:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  if (name === undefined || path === undefined) return null;
  for (let around = folder; ; around = dirname(around)) {
    const candidates = [join(around, name, path)];
    if (basename(around) === name) candidates.unshift(join(around, path));
    for (const candidate of candidates) if (await isFile(candidate)) return candidate;
    if (around === dirname(around)) return null;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
