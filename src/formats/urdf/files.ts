import { FormatError, MeshError, OptionError, PoseError, show } from "../../errors.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { isArrayOf } from "../../typed-arrays.ts";
import { type Budget, spend } from "../budget.ts";
import { readDaeWithin } from "../dae/read.ts";
import type { Resolver } from "../gltf/document.ts";
import { readGltfWithin } from "../gltf/read.ts";
import type { Model } from "../model.ts";
import { readObjWithin } from "../obj/read.ts";
import { readOffWithin } from "../off/read.ts";
import { readPlyWithin } from "../ply/read.ts";
import { readStlWithin } from "../stl/read.ts";

/** State shared by the meshes of one robot while it is read. */
export interface MeshLoader {
  source: string;
  budget: Budget;
  resolve: Resolver | undefined;
  geometry: "collision" | "visual";
  missingMeshes: "error" | "warn";
  segments: number;
  warnings: string[];
  /** Files by URI, each requested once, ahead of use. */
  files: Map<string, Promise<Uint8Array>>;
  /** The models in them; null for a missing file. */
  models: Map<string, Model | null>;
  /** Links made of one mesh file at one origin share the mesh, and so its tree. */
  shared: Map<string, TriangleMesh | null>;
}

type Reader = (budget: Budget, bytes: Uint8Array, source: string) => Model | Promise<Model>;

const READERS = new Map<string, Reader>([
  ["stl", readStlWithin],
  ["obj", readObjWithin],
  // rviz and similar programs leave Collada's axes as written, so robot files rely on that.
  ["dae", (budget, bytes, source) => readDaeWithin(budget, bytes, source, "file")],
  ["ply", readPlyWithin],
  ["off", readOffWithin],
  ["glb", readGltfWithin],
  ["gltf", readGltfWithin],
]);
/** Concurrent requests: enough to hide network latency, few enough for any limit on open files. */
const LANES = 8;

/** Starts to fetch these mesh files, in order. */
export function fetchAhead(uris: Iterable<string>, loader: MeshLoader): void {
  const { source, budget, resolve, files } = loader;
  if (resolve === undefined) return;
  const lanes: Promise<unknown>[] = new Array(LANES).fill(Promise.resolve());
  for (const uri of uris) {
    if (files.has(uri) || !READERS.has(extensionOf(uri))) continue;
    spend(budget, "files", 1, `${source}, mesh "${uri}"`);
    const lane = files.size % LANES;
    const bytes = lanes[lane].then(() => resolve(uri));
    lanes[lane] = bytes.catch(() => undefined); // reported where it is used
    files.set(uri, bytes);
  }
}

/** The model of a mesh file; null, with a warning, if it is missing and missing files are allowed. */
export async function loadModel(uri: string, where: string, loader: MeshLoader): Promise<Model | null> {
  const known = loader.models.get(uri);
  if (known !== undefined) return known;
  const model = await readModel(uri, where, loader);
  loader.models.set(uri, model);
  return model;
}

async function readModel(uri: string, where: string, loader: MeshLoader): Promise<Model | null> {
  const read = READERS.get(extensionOf(uri));
  if (read === undefined) {
    const kinds = [...READERS.keys()].join(", .");
    return missing(`${where}: mesh "${uri}" has an unknown extension, expected one of .${kinds}`, loader);
  }
  let bytes: unknown;
  try {
    if (loader.resolve === undefined) throw new OptionError("no resolve option was given");
    bytes = await loader.files.get(uri);
    if (!isArrayOf(bytes, "Uint8Array"))
      throw new OptionError(`resolve gave ${bytes === null ? "null" : typeof bytes}, not bytes`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : show(error);
    return missing(`${where}: mesh "${uri}" is missing: ${reason}`, loader);
  }
  try {
    const model = await read(loader.budget, bytes, uri);
    loader.warnings.push(...model.warnings.map((warning) => `${where}: ${warning}`));
    return model;
  } catch (error) {
    throw inWords(error, where); // a damaged file is always an error
  }
}

function missing(complaint: string, { missingMeshes, warnings }: MeshLoader): null {
  if (missingMeshes === "error") throw new FormatError(complaint);
  warnings.push(complaint);
  return null;
}

function extensionOf(uri: string): string {
  const path = uri.replace(/[?#].*$/, "");
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

/** Converts an error of another layer to a `FormatError` of this file. */
export function inWords(error: unknown, where: string): unknown {
  const isOurs = [FormatError, MeshError, PoseError, OptionError].some((kind) => error instanceof kind);
  if (!(isOurs && error instanceof Error) || error.message.startsWith(where)) return error;
  return new FormatError(`${where}: ${error.message}`);
}
