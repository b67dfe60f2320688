import { FormatError } from "../errors.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../option-names.ts";
import { LIMIT_OPTIONS } from "./budget.ts";
import { DAE_OPTIONS, type DaeOptions, readDae } from "./dae/read.ts";
import { isGlb } from "./gltf/container.ts";
import { GLTF_OPTIONS, type GltfOptions, readGltf } from "./gltf/read.ts";
import { IFC_OPTIONS, type IfcOptions, readIfc } from "./ifc/read.ts";
import type { Model } from "./model.ts";
import { readObj } from "./obj/read.ts";
import { readOff } from "./off/read.ts";
import { describeOtherFormat } from "./other-formats.ts";
import { readPly } from "./ply/read.ts";
import { readStl, STL_OPTIONS, type StlOptions } from "./stl/read.ts";
import { readUrdfModel, URDF_MODEL_OPTIONS, type UrdfModelOptions } from "./urdf/model.ts";

/** The options of all readers; each uses those it knows. */
export interface ReadOptions extends StlOptions, GltfOptions, DaeOptions, UrdfModelOptions, IfcOptions {}

export const READ_OPTIONS: OptionNames<ReadOptions> = {
  ...STL_OPTIONS,
  ...GLTF_OPTIONS,
  ...DAE_OPTIONS,
  ...URDF_MODEL_OPTIONS,
  ...IFC_OPTIONS,
};

export type ModelFormat = "stl" | "obj" | "ply" | "off" | "gltf" | "dae" | "urdf" | "ifc";

const EXTENSIONS: Record<string, ModelFormat> = {
  stl: "stl",
  obj: "obj",
  ply: "ply",
  off: "off",
  gltf: "gltf",
  glb: "gltf",
  dae: "dae",
  urdf: "urdf",
  ifc: "ifc",
};
const LETTERS = 1024;

/**
 * Reads an STL, OBJ, PLY, OFF, glTF, Collada, URDF or IFC model. The format is recognised by unmistakable first bytes (PLY,
 * GLB, IFC), then by the extension of `source`, then by how its text begins.
 */
export async function readModel(
  bytes: Uint8Array,
  source: string,
  options: ReadOptions = {},
): Promise<Model> {
  checkOptionNames(options, READ_OPTIONS, "readModel");
  switch (formatOf(bytes, source)) {
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
    case "ifc":
      return readIfc(bytes, source, pickOptions(options, IFC_OPTIONS));
    default:
      throw new FormatError(
        `${source}, byte 0: ${
          describeOtherFormat(extensionOf(source)) ??
          "neither name nor content tells STL, OBJ, PLY, OFF, glTF, Collada, URDF or IFC"
        }`,
      );
  }
}

/** The format of a file, or null if it is not recognised or not read. */
export function formatOf(bytes: Uint8Array, source: string): ModelFormat | null {
  if (isGlb(bytes)) return "gltf";
  const start = new TextDecoder("latin1")
    .decode(bytes.subarray(0, LETTERS))
    .replace(/^\u00ef\u00bb\u00bf/, "");
  if (/^ply[ \t]*[\r\n]/.test(start)) return "ply";
  if (/^\s*ISO-10303-21\s*;/.test(start)) return "ifc";
  const extension = extensionOf(source);
  if (Object.hasOwn(EXTENSIONS, extension)) return EXTENSIONS[extension];
  if (describeOtherFormat(extension) !== null) return null;
  if (/^\s*solid\s/i.test(start)) return "stl";
  // Each line can match in one way only; with two ways, 2^n combinations would be tried.
  if (/^\s*(?:#[^\r\n]*[\r\n]\s*)*(?:ST)?C?N?4?n?OFF\s/.test(start)) return "off";
  if (/^\s*\{/.test(start)) return "gltf";
  const root = /^\s*(?:<[?!][^>]*>\s*)*<(robot|COLLADA)[\s>]/.exec(start)?.[1];
  if (root !== undefined) return root === "robot" ? "urdf" : "dae";
  return /^\s*(?:(?:#|(?:mtllib|o|g|v)[ \t])[^\r\n]*[\r\n]\s*)*v[ \t]/.test(start) ? "obj" : null;
}

function extensionOf(source: string): string {
  return /\.([^./\\]+)$/.exec(source)?.[1]?.toLowerCase() ?? "";
}
