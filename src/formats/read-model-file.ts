import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { FormatError, OptionError } from "../errors.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../option-names.ts";
import { createBudget, type ReadLimits } from "./budget.ts";
import { createMeshFinder } from "./find-mesh.ts";
import type { Resolver } from "./gltf/document.ts";
import { readMjcf } from "./mjcf/read.ts";
import type { Model } from "./model.ts";
import { formatOf, READ_OPTIONS, type ReadOptions, readModel } from "./read-model.ts";
import { readWholeFile } from "./read-whole-file.ts";
import { type Robot, readUrdf, URDF_OPTIONS, type UrdfOptions } from "./urdf/read.ts";

// The Node part: everything else in this folder works on bytes and runs in browsers too.

export interface ReadFileOptions extends ReadOptions {
  /**
   * Robots: the folders of packages, see `locateMesh`. Default: folders of that name around the file, the nearest first; then by
   * the tail of the path, with a warning.
   */
  packages?: Readonly<Record<string, string>> | undefined;
  /**
   * The folder that must contain the files that a model names, after symbolic links are resolved. Default: a .gltf's own
   * folder for its buffers; the meshes of a robot may be anywhere. Not used if `resolve` is set.
   */
  filesWithin?: string | undefined;
  /** Called for each file that the model names, before it is read: with its real path, and with its path before links are followed. */
  onFile?: ((path: string, asked: string) => void) | undefined;
}

const FILE_OPTIONS = { packages: true, filesWithin: true, onFile: true } as const;
const READ_FILE_OPTIONS: OptionNames<ReadFileOptions> = { ...READ_OPTIONS, ...FILE_OPTIONS };

/** How a robot is read from a file. */
export interface RobotFileOptions
  extends UrdfOptions,
    Pick<ReadFileOptions, "packages" | "filesWithin" | "onFile"> {}

const ROBOT_FILE_OPTIONS: OptionNames<RobotFileOptions> = { ...URDF_OPTIONS, ...FILE_OPTIONS };

/**
 * Reads a model from a file. Buffers of a .gltf and meshes of a robot are looked up relative to it, those of ROS packages
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
  const format = options.format ?? formatOf(bytes, path);
  if (format === "urdf" || format === "mjcf") {
    const { resolve: find, warnings } = await createRobotResolver(path, options);
    const model = await readModel(bytes, path, {
      ...pickOptions(options, READ_OPTIONS),
      resolve: options.resolve ?? find,
    });
    model.warnings.push(...warnings());
    return model;
  }
  const folder = resolve(dirname(path));
  const within = await findFolder(options.filesWithin);
  const read = createNamedFiles(options);
  return readModel(bytes, path, {
    ...pickOptions(options, READ_OPTIONS),
    resolve: options.resolve ?? ((uri) => readBeside(uri, folder, within ?? folder, read)),
  });
}

/** Reads a URDF robot from a file, with the meshes it names. Options are those of `readUrdf` and of `readModelFile`. */
export async function readUrdfFile(path: string, options: RobotFileOptions = {}): Promise<Robot> {
  checkOptionNames(options, ROBOT_FILE_OPTIONS, "readUrdfFile");
  return readRobot(await readFileBytes(path, options.limits), path, options, readUrdf);
}

/** Reads a robot from a URDF or MJCF file, whichever it is; otherwise like `readUrdfFile`. */
export async function readRobotFile(path: string, options: RobotFileOptions = {}): Promise<Robot> {
  checkOptionNames(options, ROBOT_FILE_OPTIONS, "readRobotFile");
  const bytes = await readFileBytes(path, options.limits);
  const format = formatOf(bytes, path);
  if (format !== null && format !== "urdf" && format !== "mjcf")
    throw new FormatError(`${path}: expected a robot, URDF or MJCF, got ${format}`);
  return readRobot(bytes, path, options, format === "mjcf" ? readMjcf : readUrdf);
}

async function readRobot(
  bytes: Uint8Array,
  path: string,
  options: RobotFileOptions,
  read: typeof readUrdf,
): Promise<Robot> {
  const { resolve: find, warnings } = await createRobotResolver(path, options);
  const robot = await read(bytes, path, {
    ...pickOptions(options, URDF_OPTIONS),
    resolve: options.resolve ?? find,
  });
  robot.warnings.push(...warnings());
  return robot;
}

/** A resolver that finds a robot's meshes, and the warnings of its searches. */
async function createRobotResolver(
  path: string,
  options: RobotFileOptions,
): Promise<{ resolve: Resolver; warnings: () => string[] }> {
  const within = await findFolder(options.filesWithin);
  const read = createNamedFiles(options);
  const finder = createMeshFinder(path, options.packages ?? {});
  return { resolve: async (uri) => read(await finder.find(uri), within), warnings: finder.warnings };
}

async function findFolder(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
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
function createNamedFiles({ limits, onFile }: RobotFileOptions): NamedFiles {
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
    onFile?.(real, resolve(path));
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
