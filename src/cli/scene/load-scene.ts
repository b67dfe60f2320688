import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ClashPart, WholePart } from "../../clash/clash.ts";
import { keyParts } from "../../clash/key-parts.ts";
import { FormatError, OptionError } from "../../errors.ts";
import type { ReadLimits } from "../../formats/budget.ts";
import type { Model, PartColor } from "../../formats/model.ts";
import type { ModelFormat } from "../../formats/model-formats.ts";
import type { Bounds } from "../../geometry/bounds.ts";
import type { ReportInput, ReportUnit } from "../../reports/clash-report.ts";
import { createInputReader, STANDARD_INPUT } from "./input-reader.ts";
import { readJoints } from "./joints.ts";
import { labelFiles } from "./label-files.ts";
import { type LeftOut, notBuilt } from "./left-out.ts";
import { nameParts } from "./name-parts.ts";
import type { Input } from "./read-input.ts";
import type { SceneCache } from "./scene-cache.ts";
import { chooseSceneUnit, type Length, scalePose, UNITS, type UnitName } from "./scene-unit.ts";
import { createStoredReader } from "./stored-reader.ts";

/** How files are read: options of all subcommands. */
export interface SceneOptions {
  unit: UnitName | null;
  joints: readonly string[];
  /** The file that lists which links of a robot may meet. */
  srdf: string | null;
  /** The folders of packages that a robot's file names. */
  packages: Readonly<Record<string, string>>;
  /** The folder that must contain files named by models; null for the defaults of `readModelFile`. */
  filesWithin: string | null;
  limits: ReadLimits;
  /** Whether to read also what is not built: spaces, openings and so on. */
  allElements: boolean;
  animation: string | null;
  time: number | null;
  /** How far triangles of CAD models may be from the true surface; null for the default. */
  deflection: Length | null;
  /** The format of the standard input, and of files whose name has no extension; null if the content tells. */
  inputFormat: ModelFormat | null;
  /** The standard input. */
  input: () => AsyncIterable<Uint8Array>;
  /** Whether to read the properties of IFC elements. */
  properties: boolean;
  /** Ends reading; null if files are read on this thread. */
  signal: AbortSignal | null;
  /** Keeps what files hold; null if files are read each time. */
  cache: SceneCache | null;
  onProgress: (done: number, total: number) => void;
}

/** What a file says about a part, beside its shape. */
interface PartInfo {
  guid?: string;
  type?: string;
  storey?: string;
  properties?: Readonly<Record<string, string>>;
  closed?: boolean;
  path?: string[];
  color?: PartColor;
  /** World box, if known. */
  box?: Bounds;
}

/** All files as one scene. */
export interface Scene {
  parts: WholePart[];
  /** Properties of the parts from their files, in order. */
  partInfo: PartInfo[];
  /** A short name for each input, and one for each part. */
  labels: string[];
  partNames: string[];
  inputs: Omit<ReportInput, "parts" | "triangles">[];
  /** Every file that was read: the inputs, and the files they name. */
  files: string[];
  unit: ReportUnit;
  /** Null if no file says, or files differ. */
  upAxis: Model["upAxis"];
  /** Warnings about the scene as a whole; those about a file are with the inputs. */
  warnings: string[];
  /** IFC: what is not checked. */
  leftOut: LeftOut[];
  /** Whether the file itself says that two parts may meet: the links on either side of a joint. */
  isAllowedByFile: (a: ClashPart, b: ClashPart) => boolean;
}

/** Reads the files into one scene. The group of a part is the index of its file. */
export async function loadScene(files: readonly string[], options: SceneOptions): Promise<Scene> {
  const joints = await readJoints(options.joints);
  const animation = options.animation;
  const reading = {
    joints,
    srdf: options.srdf === null ? undefined : await readSrdfFile(options.srdf),
    packages: options.packages,
    filesWithin: options.filesWithin ?? undefined,
    limits: options.limits,
    ...(options.allElements && { excludeTypes: [] }),
    animation: animation !== null && /^\d+$/.test(animation) ? Number(animation) : (animation ?? undefined),
    time: options.time ?? undefined,
    ...deflectionOf(options.deflection, options.unit),
    properties: options.properties,
  };
  if (files.filter((file) => file === STANDARD_INPUT).length > 1)
    throw new OptionError("-: the standard input can be read only once");
  const models: Model[] = [];
  const inputs: Scene["inputs"] = [];
  const all = [
    ...files.filter((file) => file !== STANDARD_INPUT),
    ...options.joints.filter((text) => !text.includes("=")),
  ];
  if (options.srdf !== null) all.push(options.srdf);
  const closedOf: (boolean[] | undefined)[] = [];
  const plainReader = createInputReader(options.signal, options.input, options.cache !== null);
  const knowing = options.cache === null ? plainReader : createStoredReader(plainReader, options.cache);
  const reader = options.cache?.wrapReader?.(knowing) ?? knowing;
  const read = (file: string) =>
    reader.read(file, {
      ...reading,
      format: hasExtension(file) ? undefined : (options.inputFormat ?? undefined),
    });
  let ahead: Promise<Input> | null = null;
  try {
    for (const [i, file] of files.entries()) {
      options.onProgress(i, files.length);
      const current: Promise<Input> = ahead ?? read(file);
      ahead = options.cache !== null && isSmallFile(files[i + 1]) ? read(files[i + 1]) : null;
      ahead?.catch(() => {}); // reported when it is its turn
      const { model, bytes, sha256, named, closed } = await current;
      models.push(model);
      closedOf.push(closed);
      inputs.push({ file: file.replaceAll("\\", "/"), bytes, sha256, warnings: model.warnings });
      all.push(...named);
    }
  } finally {
    await reader.end();
  }
  options.onProgress(files.length, files.length);
  const scene = joinModels(models, labelFiles(files), inputs, options.unit);
  scene.files = all;
  scene.partInfo = models.flatMap(({ parts }, i) =>
    parts.map(({ guid, type, storey, properties, path, color }, k) => ({
      ...(guid && { guid }),
      ...(type && { type }),
      ...(storey && { storey }),
      ...(properties && { properties }),
      ...(path && { path }),
      ...(color && { color }),
      ...(closedOf[i] && { closed: closedOf[i][k] }),
    })),
  );
  const hasRobot = models.some(({ allowedPairs }) => allowedPairs !== undefined);
  const isForRobots =
    options.joints.length > 0 || options.srdf !== null || Object.keys(options.packages).length > 0;
  if (isForRobots && !hasRobot)
    scene.warnings.push("--joints, --srdf and --package are for robots, and no input is a robot");
  return scene;
}

/** A deflection without a unit is in that of --unit, or of the file. */
function deflectionOf(deflection: Length | null, unit: UnitName | null) {
  if (deflection === null) return {};
  const name = deflection.unit ?? unit;
  return { deflection: deflection.value, ...(name !== null && { deflectionUnit: UNITS[name] }) };
}

/** A file up to this size is read while the one before it goes to the store: two of them fit into any memory limit. */
const SMALL_FILE = 2 ** 25;

function isSmallFile(file: string | undefined): boolean {
  if (file === undefined || file === STANDARD_INPUT) return false;
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= SMALL_FILE;
  } catch {
    return false; // no such file, or a cycle of links: the reader reports it
  }
}

function hasExtension(file: string): boolean {
  return /\.[^./\\]+$/.test(file);
}

async function readSrdfFile(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new FormatError(`--srdf ${file}: cannot read the file: ${(error as Error).message}`);
  }
}

function joinModels(
  models: readonly Model[],
  labels: string[],
  inputs: Scene["inputs"],
  named: UnitName | null,
): Scene {
  const filled = models.flatMap(({ parts, metresPerUnit }, i) =>
    parts.length > 0 ? [{ label: labels[i], metresPerUnit, number: i }] : [],
  );
  const { unit, scales, warnings } = chooseSceneUnit(filled, named);
  const scaleOfFile = new Map(filled.map(({ number }, i) => [number, scales[i]]));
  // Keys are made from the poses as read, so that they do not change with a unit.
  const parts = keyParts(models.map((model, i) => ({ label: labels[i], parts: model.parts }))).map(
    (part): WholePart => ({ ...part, toWorld: scalePose(part.toWorld, scaleOfFile.get(part.group)!) }),
  );
  return {
    parts,
    partInfo: [],
    labels,
    partNames: nameParts(parts, labels),
    inputs,
    files: [],
    unit,
    upAxis: commonUp(models),
    warnings: [...warnings, ...differentUps(models, labels)],
    leftOut: notBuilt(models.map(({ leftOut = {} }) => leftOut)),
    isAllowedByFile: allowedByFiles(models, parts),
  };
}

function commonUp(models: readonly Model[]): Model["upAxis"] {
  const axes = new Set(models.flatMap(({ upAxis }) => (upAxis === null ? [] : [upAxis])));
  return axes.size === 1 ? [...axes][0] : null;
}

function differentUps(models: readonly Model[], labels: readonly string[]): string[] {
  const [y, z] = (["y", "z"] as const).map((axis) => models.findIndex(({ upAxis }) => upAxis === axis));
  if (y < 0 || z < 0) return [];
  return [`${labels[y]} has y as its up axis and ${labels[z]} z: neither is rotated`];
}

function allowedByFiles(models: readonly Model[], parts: readonly WholePart[]): Scene["isAllowedByFile"] {
  const allowed = new Map<string, Set<string>>();
  const keyOf = new Map(parts.map(({ key, name, group }) => [`${group}/${name}`, key]));
  models.forEach(({ allowedPairs = [] }, group) => {
    for (const [nameA, nameB] of allowedPairs) {
      const [a, b] = [keyOf.get(`${group}/${nameA}`), keyOf.get(`${group}/${nameB}`)];
      if (a === undefined || b === undefined) continue; // a link without triangles
      for (const [first, second] of [
        [a, b],
        [b, a],
      ] as const)
        allowed.set(first, (allowed.get(first) ?? new Set()).add(second));
    }
  });
  return (a, b) => allowed.get(a.key)?.has(b.key) === true;
}
