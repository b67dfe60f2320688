import { dirname, relative, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import { ALGORITHM } from "../../clash/plan/algorithm.ts";
import type { Model, ModelPart } from "../../formats/model.ts";
import { topologyOf } from "../../mesh/surface-topology.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { StoreEntry } from "../../store/clash-store.ts";
import { nodeDigest } from "../../store/node-digest.ts";
import { boxFact } from "../../store/record-parts.ts";
import { type MeshFacts, storeMeshes } from "../../store/stored-meshes.ts";
import { digestOfFile, isOlder } from "./file-digest.ts";
import { type InputReader, STANDARD_INPUT } from "./input-reader.ts";
import { createPeerVersions } from "./peer-versions.ts";
import type { Input, InputOptions } from "./read-input.ts";
import type { SceneCache } from "./scene-cache.ts";

/** A file as the store keeps it: meshes are numbers into a list of content addresses. */
interface StoredInput extends Omit<Input, "model" | "boxes" | "named"> {
  model: Omit<Model, "parts"> & { parts: (Omit<ModelPart, "mesh"> & { mesh: number })[] };
  meshes: MeshFacts[];
  closed: boolean[];
  /** Files that the file names, from its folder: a path may lead to another file in another working directory. */
  named: { path: string; sha256: string | null }[];
}

/** Changes with `StoredInput`. */
const LAYOUT = 2;

/**
 * Reads files with `reader`, and keeps what they hold in the store: a file with known bytes is not parsed again. Its meshes are read from
 * the store when they are needed, so no more than one file is in memory.
 */
export function createStoredReader(
  reader: InputReader,
  { store, meshes, digestOf }: SceneCache,
): InputReader {
  const versionsOf = createPeerVersions();
  const open = ({ meshes: facts, named, model, ...rest }: StoredInput, folder: string): Input => {
    const opened = facts.map(meshes.open);
    const parts = model.parts.map((part) => ({ ...part, mesh: opened[part.mesh] }));
    return { ...rest, model: { ...model, parts }, named: named.map(({ path }) => resolve(folder, path)) };
  };
  return {
    async read(file, options) {
      const folder = dirname(resolve(file));
      const sha256 = file === STANDARD_INPUT ? null : await digestOf(file);
      const address = sha256 === null ? null : addressOfFile(file, sha256, options, versionsOf(file));
      if (address !== null) {
        const [bytes] = await store.get("file", [address]);
        const stored = bytes && (deserialize(bytes) as StoredInput);
        if (stored && (await isWhole(stored, folder, store))) return open(stored, folder);
      }
      const began = Date.now();
      const input = await reader.read(file, options);
      const stored = await storeInput(input, folder, store);
      // The file may have changed between its digest and its reading, and files that it names between their reading and their digests.
      if (
        address !== null &&
        stored.sha256 === sha256 &&
        !isRobot(input) &&
        input.named.every((path) => isOlder(path, began))
      )
        await store.put("file", [{ address, bytes: serialize(stored) }]);
      return open(stored, folder);
    },
    end: () => reader.end(),
  };
}

/** The meshes of a robot are searched for by name: a nearer one may appear, so a robot is always read. */
function isRobot({ model }: Input): boolean {
  return model.allowedPairs !== undefined;
}

/** Names of parts and warnings are made of the file's name, so it is part of the address. */
function addressOfFile(
  file: string,
  sha256: string,
  options: InputOptions,
  versions: readonly string[],
): string {
  const source = serialize([ALGORITHM, LAYOUT, file, sha256, options, versions]);
  return Buffer.from(nodeDigest(source)).toString("hex", 0, 16);
}

async function storeInput(
  { model, closed, boxes = [], named: paths, ...rest }: Input,
  folder: string,
  store: SceneCache["store"],
): Promise<StoredInput> {
  const numbers = new Map<TriangleMesh, number>();
  const isClosed: boolean[] = [];
  for (const [i, { mesh }] of model.parts.entries()) {
    if (numbers.has(mesh)) continue;
    numbers.set(mesh, numbers.size);
    isClosed.push(closed?.[i] ?? topologyOf(mesh).closed);
  }
  const meshes = await storeMeshes(store, [...numbers.keys()]);
  const parts = model.parts.map((part) => ({ ...part, mesh: numbers.get(part.mesh)! }));
  const facts: StoreEntry[] = [];
  for (const [i, box] of boxes.entries()) {
    const { mesh, toWorld } = model.parts[i];
    if (box !== null) facts.push(await boxFact(meshes[numbers.get(mesh)!].address, toWorld, box));
  }
  if (facts.length > 0) await store.put("fact", facts);
  const named = await Promise.all(
    paths.map(async (path) => ({ path: relative(folder, path), sha256: await digestOfFile(path) })),
  );
  const closedOfParts = parts.map(({ mesh }) => isClosed[mesh]);
  return { ...rest, model: { ...model, parts }, meshes, closed: closedOfParts, named };
}

/** Whether the files that the file names are unchanged, and its meshes are there. */
async function isWhole(
  { named, meshes }: StoredInput,
  folder: string,
  store: SceneCache["store"],
): Promise<boolean> {
  for (const { path, sha256 } of named)
    if (sha256 === null || (await digestOfFile(resolve(folder, path))) !== sha256) return false;
  const isThere = await store.has(
    "mesh",
    meshes.map(({ address }) => address),
  );
  return !isThere.includes(false);
}
