import { FormatError, OptionError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import {
  type Budget,
  checkDepth,
  createBudget,
  LIMIT_OPTIONS,
  type LimitOptions,
  spend,
  spendBytes,
} from "../budget.ts";
import { checkStep, schemaOf } from "../ifc/step-syntax.ts";
import { createModel, type Model, type ModelPart, meshOfPart, nameOfFile, type PartColor } from "../model.ts";
import { plainBytes } from "../plain-bytes.ts";
import { openText } from "../text/text-cursor.ts";
import { weldSoup } from "../weld-soup.ts";
import {
  type CadUnit,
  countIgesFaces,
  countStepFaces,
  METRES,
  unitOfIges,
  unitOfStep,
} from "./length-unit.ts";
import {
  complaintsIn,
  type Occt,
  type OcctMesh,
  type OcctNode,
  type OcctResult,
  type OcctSettings,
  startOcct,
} from "./occt.ts";

export interface CadOptions extends LimitOptions {
  /**
   * How far triangles may be from the true surface at most, in the unit of the file. Default: a thousandth of the average side of
   * the model's box.
   */
  deflection?: number | undefined;
  /** The unit of `deflection`, in metres. Default: the unit of the file. */
  deflectionUnit?: number | undefined;
  /** The largest angle between neighbouring triangles of a curved face, in radians. Default 0.5. */
  angularDeflection?: number | undefined;
  /** A started occt-import-js, if it cannot be loaded by name (browsers). Default: loaded. */
  occt?: Occt | undefined;
}

export const CAD_OPTIONS: OptionNames<CadOptions> = {
  ...LIMIT_OPTIONS,
  deflection: true,
  deflectionUnit: true,
  angularDeflection: true,
  occt: true,
};

const RATIO = 0.001;
const ANGLE = 0.5;
/** Names that CAD programs give to shapes when people gave none. */
const GENERIC = /^(?:solid|shell|compound|face|open_?shell|)$/i;

/**
 * Reads a STEP file through occt-import-js: one part per solid or free shell, in the file's unit, with names, colours and the
 * assemblies that contain it. Curved faces become triangles, see `deflection`. Throws `FormatError`.
 */
export async function readStep(bytes: Uint8Array, source: string, options: CadOptions = {}): Promise<Model> {
  checkOptionNames(options, CAD_OPTIONS, "readStep");
  const budget = beginReading(bytes, source, options);
  const text = openText(bytes, source);
  const schema = schemaOf(text);
  if (schema.startsWith("IFC"))
    throw new FormatError(`${source}, byte 0: STEP of schema "${schema}" is a building; readIfc reads it`);
  checkStep(text, budget, true);
  const content = text.bytes.subarray(text.at);
  const model = await readShapes(
    "ReadStepFile",
    content,
    source,
    budget,
    unitOfStep(content) ?? "millimeter",
    options,
  );
  warnOfLostFaces(model, countStepFaces(content), source);
  return finish(model, source, budget);
}

/** OpenCASCADE drops damaged faces silently. */
function warnOfLostFaces({ warnings, faces }: Shapes, wanted: number, source: string): void {
  if (faces < wanted)
    warnings.push(
      `${source}: of ${wanted} faces in the file only ${faces} have a shape; the others are left out`,
    );
}

/** Reads an IGES file through occt-import-js, as `readStep` does. */
export async function readIges(bytes: Uint8Array, source: string, options: CadOptions = {}): Promise<Model> {
  checkOptionNames(options, CAD_OPTIONS, "readIges");
  const budget = beginReading(bytes, source, options);
  if (bytes.length < 80) throw new FormatError(`${source}, byte ${bytes.length}: too short for an IGES file`);
  const content = plainBytes(bytes);
  const unit = unitOfIges(content) ?? "millimeter";
  const model = await readShapes("ReadIgesFile", content, source, budget, unit, options);
  warnOfLostFaces(model, countIgesFaces(content), source);
  return finish(model, source, budget);
}

/** Reads an OpenCASCADE BREP file through occt-import-js. It has neither names nor colours nor a unit. */
export async function readBrep(bytes: Uint8Array, source: string, options: CadOptions = {}): Promise<Model> {
  checkOptionNames(options, CAD_OPTIONS, "readBrep");
  const budget = beginReading(bytes, source, options);
  const content = plainBytes(bytes);
  checkBrepEnd(content, source);
  return finish(await readShapes("ReadBrepFile", content, source, budget, null, options), source, budget);
}

/** The last lines name the shape that the file is about. OpenCASCADE never returns from a file that lacks them. */
function checkBrepEnd(bytes: Uint8Array, source: string): void {
  const text = new TextDecoder("latin1");
  const isBinary = !/^(?:DBRep_DrawableShape\s+)?CASCADE Topology V/.test(text.decode(bytes.subarray(0, 64)));
  if (isBinary)
    throw new FormatError(`${source}, byte 0: expected "CASCADE Topology V…", the start of a BREP file`);
  const end = text.decode(bytes.subarray(Math.max(0, bytes.length - 256)));
  if (!/\n\s*[+-]\d+ \d+\s*(?:\d+\s*)?$/.test(end))
    throw new FormatError(
      `${source}, byte ${bytes.length}: the file ends before its shape is named, it was cut off`,
    );
}

interface Shapes {
  parts: ModelPart[];
  warnings: string[];
  /** How many faces have triangles. */
  faces: number;
  unit: CadUnit | null;
}

function beginReading(bytes: Uint8Array, source: string, options: CadOptions): Budget {
  for (const name of ["deflection", "deflectionUnit", "angularDeflection"] as const) {
    const value = options[name];
    if (value !== undefined && !(typeof value === "number" && value > 0 && value < Infinity))
      throw new OptionError(`${name}: ${show(value)} is not a positive number`);
  }
  const budget = createBudget(options.limits);
  spendBytes(budget, bytes, source);
  if (bytes.length === 0) throw new FormatError(`${source}, byte 0: the file is empty`);
  return budget;
}

async function readShapes(
  method: keyof Occt,
  bytes: Uint8Array,
  source: string,
  budget: Budget,
  unit: CadUnit | null,
  options: CadOptions,
): Promise<Shapes> {
  const { occt, said } = options.occt ? { occt: options.occt, said: [] } : await startOcct(source);
  let result: OcctResult;
  try {
    result = occt[method](bytes, settingsOf(options, unit));
  } catch (error) {
    const reason = complaintsIn(said).at(-1) ?? messageOf(error);
    throw new FormatError(`${source}: occt-import-js broke down: ${reason}`);
  }
  const complaints = complaintsIn(said);
  const { success, root, meshes } = result;
  if (!success || root === undefined || meshes === undefined)
    throw new FormatError(
      `${source}, byte 0: occt-import-js cannot read it: ${complaints.join(", ") || "it is damaged, or another format"}`,
    );
  const shapes: Shapes = {
    parts: [],
    warnings: complaints.map((complaint) => `${source}: OpenCASCADE: ${complaint}`),
    faces: 0,
    unit,
  };
  addNode(root, [], 1, meshes, shapes, source, budget);
  return shapes;
}

function settingsOf(options: CadOptions, unit: CadUnit | null): OcctSettings {
  const { deflection, deflectionUnit, angularDeflection = ANGLE } = options;
  const scale = deflectionUnit === undefined || unit === null ? 1 : deflectionUnit / METRES[unit];
  return {
    linearUnit: unit ?? "millimeter",
    linearDeflectionType: deflection === undefined ? "bounding_box_ratio" : "absolute_value",
    linearDeflection: deflection === undefined ? RATIO : deflection * scale,
    angularDeflection,
  };
}

function addNode(
  node: OcctNode,
  path: string[],
  depth: number,
  meshes: readonly OcctMesh[],
  shapes: Shapes,
  source: string,
  budget: Budget,
): void {
  checkDepth(budget, depth, source);
  const within = node.name === "" ? path : [...path, node.name];
  for (const index of node.meshes) {
    const mesh = meshes[index];
    // A node with one shape is the part itself; with several it is an assembly.
    const isPart = node.meshes.length === 1 && node.children.length === 0;
    const name = GENERIC.test(mesh.name) ? node.name || nameOfFile(source) : mesh.name;
    addPart(mesh, name, isPart && name === node.name ? path : within, shapes, source, budget);
  }
  for (const child of node.children) addNode(child, within, depth + 1, meshes, shapes, source, budget);
}

function addPart(
  mesh: OcctMesh,
  name: string,
  path: string[],
  shapes: Shapes,
  source: string,
  budget: Budget,
): void {
  const where = `${source}, part "${name}"`;
  spend(budget, "parts", 1, where);
  const { array: points } = mesh.attributes.position;
  const { array: corners } = mesh.index;
  const empty = mesh.brep_faces.filter(({ first, last }) => last < first).length;
  shapes.faces += mesh.brep_faces.length - empty;
  if (empty > 0)
    shapes.warnings.push(`${where}: ${empty} of ${mesh.brep_faces.length} faces have no triangles`);
  if (corners.length === 0) return;
  spend(budget, "bytes", 24 * corners.length, where);
  // Each face has vertices of its own; those on a common edge have identical coordinates, and become one.
  const soup = new Float64Array(3 * corners.length);
  for (let i = 0; i < corners.length; i++)
    for (let axis = 0; axis < 3; axis++) soup[3 * i + axis] = points[3 * corners[i] + axis];
  if (!soup.every(Number.isFinite)) throw new FormatError(`${where}: a coordinate is not a finite number`);
  const { positions, indices } = weldSoup(soup);
  const color = colorOf(mesh);
  shapes.parts.push({
    name,
    mesh: meshOfPart(source, budget, name, positions, indices),
    toWorld: null,
    ...(path.length > 0 && { path }),
    ...(color !== null && { color }),
  });
}

/** The colour of the shape, or that of the most triangles. */
function colorOf({ color, brep_faces: faces }: OcctMesh): PartColor | null {
  if (color !== undefined) return inSrgb(color);
  const counts = new Map<string, number>();
  for (const { first, last, color: own } of faces)
    if (own !== null) counts.set(own.join(), (counts.get(own.join()) ?? 0) + last - first + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most === undefined ? null : inSrgb(most[0].split(",").map(Number));
}

/** OpenCASCADE computes with linear colours. Four digits, so that engines with other powers give equal numbers. */
function inSrgb(linear: readonly number[]): PartColor {
  return linear.slice(0, 3).map((value) => {
    const srgb = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(10_000 * Math.min(1, Math.max(0, srgb))) / 10_000;
  }) as unknown as PartColor;
}

function finish({ parts, warnings, unit }: Shapes, source: string, budget: Budget): Model {
  const space = { metresPerUnit: unit === null ? null : METRES[unit], upAxis: null };
  return createModel(source, budget, parts, warnings, space);
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "an error without a message";
}
