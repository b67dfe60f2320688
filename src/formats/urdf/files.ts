import { FormatError, MeshError, OptionError, show } from "../../errors.ts";
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
import { childOf, childrenOf, type XmlElement } from "../xml.ts";

/** What the meshes of one robot have in common while it is read. */
export interface MeshLoader {
  source: string;
  budget: Budget;
  resolve: Resolver | undefined;
  geometry: "collision" | "visual";
  missingMeshes: "error" | "warn";
  segments: number;
  warnings: string[];
  /** Files by URI, asked for ahead of their use, each once. */
  files: Map<string, Promise<Uint8Array>>;
  /** What is in them; null for one that is missing. */
  models: Map<string, Model | null>;
  /** Links made of one mesh file in the same place share the mesh, and so its tree. */
  shared: Map<string, TriangleMesh | null>;
}

type Reader = (budget: Budget, bytes: Uint8Array, source: string) => Model | Promise<Model>;

const READERS = new Map<string, Reader>([
  ["stl", readStlWithin],
  ["obj", readObjWithin],
  // rviz and its kin leave Collada's axes as written, so that is what robot files count on.
  ["dae", (budget, bytes, source) => readDaeWithin(budget, bytes, source, "file")],
  ["ply", readPlyWithin],
  ["off", readOffWithin],
  ["glb", readGltfWithin],
  ["gltf", readGltfWithin],
]);
/** Files asked for at one time: enough to hide a network's latency, few enough for any limit on open files. */
const LANES = 8;

/** Begins to fetch the mesh files of these links, in their order. */
export function fetchAhead(links: Iterable<XmlElement>, loader: MeshLoader): void {
  const { source, budget, geometry, resolve, files } = loader;
  if (resolve === undefined) return;
  const lanes: Promise<unknown>[] = new Array(LANES).fill(Promise.resolve());
  for (const link of links)
    for (const shape of childrenOf(link, geometry)) {
      const mesh = childOf(shape, "geometry")?.children[0];
      const uri = mesh?.name === "mesh" ? mesh.attributes.get("filename") : undefined;
      if (uri === undefined || files.has(uri) || !READERS.has(extensionOf(uri))) continue;
      spend(budget, "files", 1, `${source}, mesh "${uri}"`);
      const lane = files.size % LANES;
      const bytes = lanes[lane].then(() => resolve(uri));
      lanes[lane] = bytes.catch(() => undefined); // reported where it is used
      files.set(uri, bytes);
    }
}

/** The model of a mesh file; null, with a warning, when it is missing and may be. */
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
    return missing(`${where}: mesh "${uri}" is of no known kind, expected one of .${kinds}`, loader);
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
    throw inWords(error, where); // a damaged file is an error whatever the option says
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

/** What a file makes of another layer's complaint. */
export function inWords(error: unknown, where: string): unknown {
  const isOurs = error instanceof FormatError || error instanceof MeshError || error instanceof OptionError;
  if (!isOurs || error.message.startsWith(where)) return error;
  return new FormatError(`${where}: ${error.message}`);
}
