import { FormatError, OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../option-names.ts";
import { read3mf } from "./3mf/read.ts";
import { checkFile, LIMIT_OPTIONS } from "./budget.ts";
import { CAD_OPTIONS, type CadOptions, readBrep, readIges, readStep } from "./cad/read.ts";
import { DAE_OPTIONS, type DaeOptions, readDae } from "./dae/read.ts";
import { isGlb } from "./gltf/container.ts";
import { GLTF_OPTIONS, type GltfOptions, readGltf } from "./gltf/read.ts";
import { IFC_OPTIONS, type IfcOptions, readIfc } from "./ifc/read.ts";
import { schemaOf } from "./ifc/step-syntax.ts";
import { readMjcfModel } from "./mjcf/model.ts";
import type { Model } from "./model.ts";
import { MODEL_FORMATS, type ModelFormat } from "./model-formats.ts";
import { readObj } from "./obj/read.ts";
import { readOff } from "./off/read.ts";
import { describeOtherFormat } from "./other-formats.ts";
import { readPly } from "./ply/read.ts";
import { readStl, STL_OPTIONS, type StlOptions } from "./stl/read.ts";
import { readUrdfModel, URDF_MODEL_OPTIONS, type UrdfModelOptions } from "./urdf/model.ts";
import { isZip } from "./zip/archive.ts";
import { readZip } from "./zip/read.ts";

/** The options of all readers; each uses those it knows. */
export interface ReadOptions
  extends StlOptions,
    GltfOptions,
    DaeOptions,
    UrdfModelOptions,
    IfcOptions,
    CadOptions {
  /** The format, if neither the name nor the content tells it. Default: see `formatOf`. */
  format?: ModelFormat | undefined;
}

export const READ_OPTIONS: OptionNames<ReadOptions> = {
  format: true,
  ...STL_OPTIONS,
  ...GLTF_OPTIONS,
  ...DAE_OPTIONS,
  ...URDF_MODEL_OPTIONS,
  ...IFC_OPTIONS,
  ...CAD_OPTIONS,
};

const EXTENSIONS: Record<string, ModelFormat> = {
  stl: "stl",
  obj: "obj",
  ply: "ply",
  off: "off",
  gltf: "gltf",
  glb: "gltf",
  dae: "dae",
  "3mf": "3mf",
  step: "step",
  stp: "step",
  p21: "step",
  iges: "iges",
  igs: "iges",
  brep: "brep",
  brp: "brep",
  urdf: "urdf",
  mjcf: "mjcf",
  ifc: "ifc",
  ifczip: "zip",
  zip: "zip",
};
/** Formats by the root element of an XML file. */
const ROOTS: Record<string, ModelFormat> = { robot: "urdf", COLLADA: "dae", mujoco: "mjcf" };
const LETTERS = 1024;
/** Within this many bytes a STEP file names its schema, and an XML file its root element. */
const HEADER_LETTERS = 2 ** 16;

/**
 * Reads an STL, OBJ, PLY, OFF, glTF, Collada, 3MF, STEP, IGES, BREP, URDF, MJCF or IFC model, or an archive of such models. The
 * format is recognised by unmistakable first bytes (PLY, GLB, STEP and IFC, ZIP), then by the extension of `source`, then by how
 * its text begins. An archive is read like a folder: its robot, or else all models in it.
 */
export async function readModel(
  bytes: Uint8Array,
  source: string,
  options: ReadOptions = {},
): Promise<Model> {
  checkOptionNames(options, READ_OPTIONS, "readModel");
  const { format } = options;
  if (format !== undefined && !MODEL_FORMATS.includes(format))
    throw new OptionError(`format: expected one of ${MODEL_FORMATS.join(", ")}, got ${show(format)}`);
  checkFile(bytes, source);
  if (bytes.length === 0) throw new FormatError(`${source}, byte 0: the file is empty`);
  switch (format ?? formatOf(bytes, source)) {
    case "stl":
      return readStl(bytes, source, pickOptions(options, STL_OPTIONS));
    case "obj":
      return readObj(bytes, source, pickOptions(options, LIMIT_OPTIONS));
    case "ply":
      return readPly(bytes, source, pickOptions(options, LIMIT_OPTIONS));
    case "off":
      return readOff(bytes, source, pickOptions(options, LIMIT_OPTIONS));
    case "gltf":
      return readGltf(bytes, source, pickOptions(options, GLTF_OPTIONS));
    case "dae":
      return readDae(bytes, source, pickOptions(options, DAE_OPTIONS));
    case "urdf":
      return readUrdfModel(bytes, source, pickOptions(options, URDF_MODEL_OPTIONS));
    case "mjcf":
      return readMjcfModel(bytes, source, pickOptions(options, URDF_MODEL_OPTIONS));
    case "ifc":
      return readIfc(bytes, source, pickOptions(options, IFC_OPTIONS));
    case "3mf":
      return read3mf(bytes, source, pickOptions(options, LIMIT_OPTIONS));
    case "step":
      return readStep(bytes, source, pickOptions(options, CAD_OPTIONS));
    case "iges":
      return readIges(bytes, source, pickOptions(options, CAD_OPTIONS));
    case "brep":
      return readBrep(bytes, source, pickOptions(options, CAD_OPTIONS));
    case "zip":
      return readZip(bytes, source, options.limits, (content, name, limits, resolve) =>
        readModel(content, name, { ...options, format: undefined, limits, resolve }),
      );
    default:
      throw new FormatError(
        `${source}, byte 0: ${
          describeOtherFormat(extensionOf(source)) ?? "neither name nor content tells a format that is read"
        }`,
      );
  }
}

/** The format of a file, or null if it is not recognised or not read. */
export function formatOf(bytes: Uint8Array, source: string): ModelFormat | null {
  checkFile(bytes, source);
  if (isGlb(bytes)) return "gltf";
  const start = new TextDecoder("latin1")
    .decode(bytes.subarray(0, LETTERS))
    .replace(/^\u00ef\u00bb\u00bf/, "");
  if (/^ply[ \t]*[\r\n]/.test(start)) return "ply";
  if (/^\s*ISO-10303-21\s*;/.test(start)) return isBuilding(bytes, source) ? "ifc" : "step";
  const extension = extensionOf(source);
  if (isZip(bytes) && describeOtherFormat(extension) === null) return extension === "3mf" ? "3mf" : "zip";
  if (Object.hasOwn(EXTENSIONS, extension)) return EXTENSIONS[extension];
  if (describeOtherFormat(extension) !== null) return null;
  if (/^\s*solid\s/i.test(start)) return "stl";
  // Each line can match in one way only; with two ways, 2^n combinations would be tried.
  if (/^\s*(?:#[^\r\n]*[\r\n]\s*)*(?:ST)?C?N?4?n?OFF\s/.test(start)) return "off";
  if (/^\s*\{/.test(start)) return "gltf";
  const root = rootOf(bytes);
  if (root !== null && Object.hasOwn(ROOTS, root)) return ROOTS[root];
  if (/^(?:DBRep_DrawableShape|CASCADE Topology V)/.test(start)) return "brep";
  if (/^[^\r\n]{72}S {0,6}0{0,6}1\s*[\r\n]/.test(start)) return "iges";
  return /^\s*(?:(?:#|(?:mtllib|o|g|v)[ \t])[^\r\n]*[\r\n]\s*)*v[ \t]/.test(start) ? "obj" : null;
}

/** The name of an XML file's root element, after declarations and comments, which may be long; null if it is not XML. */
function rootOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, HEADER_LETTERS));
  let at = /^(?:\u00ef\u00bb\u00bf)?\s*/.exec(text)![0].length;
  while (text[at] === "<" && (text[at + 1] === "!" || text[at + 1] === "?")) {
    const end = text.startsWith("<!--", at) ? "-->" : ">";
    const found = text.indexOf(end, at);
    if (found < 0) return null;
    at = found + end.length;
    while (/\s/.test(text[at] ?? "")) at++;
  }
  return /^<([\w.:-]+)[\s/>]/.exec(text.slice(at, at + LETTERS))?.[1] ?? null;
}

/** STEP is the syntax of buildings (IFC) and of CAD models; the schema in the header tells, or else the file's name. */
function isBuilding(bytes: Uint8Array, source: string): boolean {
  const schema = schemaOf({ bytes: bytes.subarray(0, HEADER_LETTERS), source, at: 0 });
  return schema === "" ? EXTENSIONS[extensionOf(source)] !== "step" : schema.startsWith("IFC");
}

function extensionOf(source: string): string {
  return /\.([^./\\]+)$/.exec(source)?.[1]?.toLowerCase() ?? "";
}
