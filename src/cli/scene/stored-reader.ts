import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { ALGORITHM } from "../../clash/plan/algorithm.ts";
import type { Model, ModelPart } from "../../formats/model.ts";
import { topologyOf } from "../../mesh/surface-topology.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { nodeDigest } from "../../store/node-digest.ts";
import { type MeshFacts, storeMesh } from "../../store/stored-meshes.ts";
import { type InputReader, STANDARD_INPUT } from "./input-reader.ts";
import { peerVersions } from "./peer-versions.ts";
import type { Input, InputOptions } from "./read-input.ts";
import type { SceneCache } from "./scene-cache.ts";

/** A file as the store keeps it: meshes are numbers into a list of content addresses. */
interface StoredInput extends Omit<Input, "model"> {
  model: Omit<Model, "parts"> & { parts: (Omit<ModelPart, "mesh"> & { mesh: number })[] };
  meshes: MeshFacts[];
  closed: boolean[];
  /** SHA-256 of the files that the file names. */
  namedDigests: string[];
}

/**
 * Reads files with `reader`, and keeps what they hold in the store: a file with known bytes is not parsed again. Its meshes are read from
 * the store when they are needed, so no more than one file is in memory.
 */
export function createStoredReader(reader: InputReader, { store, meshes }: SceneCache): InputReader {
  const open = ({ meshes: facts, namedDigests: _, model, ...rest }: StoredInput): Input => {
    const opened = facts.map(meshes.open);
    const parts = model.parts.map((part) => ({ ...part, mesh: opened[part.mesh] }));
    return { ...rest, model: { ...model, parts } };
  };
  return {
    async read(file, options) {
      const sha256 = file === STANDARD_INPUT ? null : await digestOfFile(file);
      const address = sha256 === null ? null : addressOfFile(file, sha256, options);
      if (address !== null) {
        const [bytes] = await store.get("file", [address]);
        const stored = bytes && (deserialize(bytes) as StoredInput);
        if (stored && (await isWhole(stored, store))) return open(stored);
      }
      const began = Date.now();
      const input = await reader.read(file, options);
      const stored = await storeInput(input, store);
      // The file may have changed between its digest and its reading, and files that it names between their reading and their digests.
      if (
        address !== null &&
        stored.sha256 === sha256 &&
        !isRobot(input) &&
        (await areOlder(input.named, began))
      )
        await store.put("file", [{ address, bytes: serialize(stored) }]);
      return open(stored);
    },
    end: () => reader.end(),
  };
}

/** The meshes of a robot are searched for by name: a nearer one may appear, so a robot is always read. */
function isRobot({ model }: Input): boolean {
  return model.allowedPairs !== undefined;
}

/** Whether files were last written before a moment. Clocks of file systems tick every few milliseconds. */
async function areOlder(files: readonly string[], moment: number): Promise<boolean> {
  for (const file of files) {
    const found = await stat(file).catch(() => null);
    if (found === null || found.mtimeMs >= moment - 10) return false;
  }
  return true;
}

/** Names of parts and warnings are made of the file's name, so it is part of the address. */
function addressOfFile(file: string, sha256: string, options: InputOptions): string {
  const source = serialize([ALGORITHM, file, sha256, options, peerVersions(file)]);
  return Buffer.from(nodeDigest(source)).toString("hex", 0, 16);
}

async function storeInput(
  { model, closed, ...rest }: Input,
  store: SceneCache["store"],
): Promise<StoredInput> {
  const numbers = new Map<TriangleMesh, number>();
  const facts: MeshFacts[] = [];
  const isClosed: boolean[] = [];
  const parts: StoredInput["model"]["parts"] = [];
  for (const [i, part] of model.parts.entries()) {
    let number = numbers.get(part.mesh);
    if (number === undefined) {
      number = facts.length;
      numbers.set(part.mesh, number);
      facts.push(await storeMesh(store, part.mesh));
      isClosed.push(closed?.[i] ?? topologyOf(part.mesh).closed);
    }
    parts.push({ ...part, mesh: number });
  }
  const namedDigests = await Promise.all(rest.named.map(async (path) => (await digestOfFile(path)) ?? ""));
  const closedOfParts = parts.map(({ mesh }) => isClosed[mesh]);
  return { ...rest, model: { ...model, parts }, meshes: facts, closed: closedOfParts, namedDigests };
}

/** Whether the files that the file names are unchanged, and its meshes are there. */
async function isWhole(
  { named, namedDigests, meshes }: StoredInput,
  store: SceneCache["store"],
): Promise<boolean> {
  for (const [i, path] of named.entries()) if ((await digestOfFile(path)) !== namedDigests[i]) return false;
  const isThere = await store.has(
    "mesh",
    meshes.map(({ address }) => address),
  );
  return !isThere.includes(false);
}

const SMALL_FILE = 2 ** 22;

/** SHA-256 as hex digits; null for what is not a file, such as a pipe, or cannot be read: the reader reports that. */
async function digestOfFile(file: string): Promise<string | null> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return null;
    const hash = createHash("sha256");
    // A stream takes 2 ms to open and close, longer than a small file takes to be hashed.
    if (found.size <= SMALL_FILE) return hash.update(readFileSync(file)).digest("hex");
    for await (const piece of createReadStream(file, { highWaterMark: 2 ** 20 })) hash.update(piece);
    return hash.digest("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
