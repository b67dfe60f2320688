import { FormatError } from "../errors.ts";
import { type DaeOptions, readDae } from "./dae.ts";
import { isGlb } from "./gltf/container.ts";
import { type GltfOptions, readGltf } from "./gltf/read.ts";
import type { Model } from "./model.ts";
import { readObj } from "./obj.ts";
import { readOff } from "./off.ts";
import { readPly } from "./ply.ts";
import { readStl, type StlOptions } from "./stl.ts";

/** The options of all readers; each takes those it knows. */
export interface ReadOptions extends StlOptions, GltfOptions, DaeOptions {}

export type ModelFormat = "stl" | "obj" | "ply" | "off" | "gltf" | "dae";

const EXTENSIONS: Record<string, ModelFormat> = {
  stl: "stl",
  obj: "obj",
  ply: "ply",
  off: "off",
  gltf: "gltf",
  glb: "gltf",
  dae: "dae",
};
const LETTERS = 256;

/**
 * Reads a model, whichever of STL, OBJ, PLY, OFF, glTF and Collada it is: by its first bytes where they are unmistakable (PLY,
 * GLB), then by the extension of `source`, then by what its text begins with.
 */
export async function readModel(
  bytes: Uint8Array,
  source: string,
  options: ReadOptions = {},
): Promise<Model> {
  switch (formatOf(bytes, source)) {
    case "stl":
      return readStl(bytes, source, options);
    case "obj":
      return readObj(bytes, source);
    case "ply":
      return readPly(bytes, source);
    case "off":
      return readOff(bytes, source);
    case "gltf":
      return readGltf(bytes, source, options);
    case "dae":
      return readDae(bytes, source, options);
    default:
      throw new FormatError(
        `${source}, byte 0: neither name nor content tells STL, OBJ, PLY, OFF, glTF or Collada`,
      );
  }
}

/** The format of a file, or null when nothing tells. */
export function formatOf(bytes: Uint8Array, source: string): ModelFormat | null {
  if (isGlb(bytes)) return "gltf";
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, LETTERS));
  if (/^ply[ \t]*[\r\n]/.test(start)) return "ply";
  const extension = /\.([^./\\]+)$/.exec(source)?.[1]?.toLowerCase() ?? "";
  if (Object.hasOwn(EXTENSIONS, extension)) return EXTENSIONS[extension]!;
  if (/^\s*solid\s/i.test(start)) return "stl";
  if (/^\s*(?:#[^\n]*\s+)*(?:ST)?C?N?4?n?OFF\s/.test(start)) return "off";
  if (/^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(start)) return "gltf";
  return /^\s*(?:(?:#|mtllib|o|g|v)[ \t][^\n]*\s+)*v[ \t]/.test(start) ? "obj" : null;
}
