import type { ClashPart } from "../clash/clash.ts";
import { addressOfPosed } from "../clash/plan/content-address.ts";
import type { PartRecord } from "../clash/plan/part-record.ts";
import { checkGroup } from "../clash/prepare-clashes.ts";
import { completeNamedPart, createKeyCheck, createShapeCheck } from "../clash/read-parts.ts";
import { usedVertices, worldBox } from "../clash/world-boxes.ts";
import type { Bounds } from "../geometry/bounds.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { ClashStore, StoreEntry } from "./clash-store.ts";
import { nodeDigest } from "./node-digest.ts";
import { type MeshFacts, storeMeshes } from "./stored-meshes.ts";

/** How many entries are asked for at once. */
const BATCH = 10_000;

/**
 * Describes parts as `planClashes` does, and puts their meshes into the store. A part whose mesh and pose are known is not read: its
 * world box is in the store. `factsOf` knows meshes that are in the store already.
 */
export async function recordParts(
  parts: readonly ClashPart[],
  store: ClashStore,
  between: boolean,
  factsOf: (mesh: TriangleMesh) => MeshFacts | undefined = () => undefined,
): Promise<PartRecord[]> {
  const checkKey = createKeyCheck();
  const checkShape = createShapeCheck();
  const whole = parts.map(completeNamedPart);
  const facts = new Map<TriangleMesh, MeshFacts | undefined>();
  for (const [number, part] of whole.entries()) {
    checkKey(part, number);
    if (between) checkGroup(parts[number], number);
    if (facts.has(part.mesh)) continue;
    const known = factsOf(part.mesh);
    if (known === undefined) checkShape(part, number);
    facts.set(part.mesh, known);
  }
  const fresh = [...facts.keys()].filter((mesh) => facts.get(mesh) === undefined);
  (await storeMeshes(store, fresh)).forEach((stored, i) => {
    facts.set(fresh[i], stored);
  });
  const numbers = new Map([...facts.keys()].map((mesh, number) => [mesh, number]));
  const records: Omit<PartRecord, "box">[] = [];
  for (const { key, name, group, mesh, toWorld } of whole) {
    const { address, triangleCount: triangles, bytes } = facts.get(mesh)!;
    const meshNumber = numbers.get(mesh)!;
    const posed = await addressOfPosed(address, toWorld, nodeDigest);
    records.push({ key, name, group, mesh: address, meshNumber, triangles, bytes, toWorld, posed });
  }
  const boxes: (Bounds | null)[] = [];
  for (let from = 0; from < records.length; from += BATCH) {
    const batch = records.slice(from, from + BATCH);
    const found = await store.get(
      "fact",
      batch.map(({ posed }) => posed),
    );
    boxes.push(...found.map((bytes) => bytes && boxOfBytes(bytes)));
  }
  const measured: StoreEntry[] = [];
  let latest: { mesh: TriangleMesh; isUsed: Uint8Array } | null = null;
  for (const [number, part] of whole.entries()) {
    if (boxes[number] !== null) continue;
    checkShape(part, number);
    const mesh: TriangleMesh = { ...part.mesh }; // a stored mesh is read once
    if (latest === null || latest.mesh !== part.mesh)
      latest = { mesh: part.mesh, isUsed: usedVertices(mesh) };
    const box = worldBox(mesh, latest.isUsed, part.toWorld);
    boxes[number] = box;
    measured.push(factOfBox(records[number].posed, box));
  }
  for (let from = 0; from < measured.length; from += BATCH)
    await store.put("fact", measured.slice(from, from + BATCH));
  return records.map((record, i) => ({ ...record, box: boxes[i]! }));
}

/** The entry from which `recordParts` takes the world box of a part. The part's mesh and pose are valid. */
export async function boxFact(mesh: string, toWorld: Float64Array | null, box: Bounds): Promise<StoreEntry> {
  return factOfBox(await addressOfPosed(mesh, toWorld, nodeDigest), box);
}

function factOfBox(posed: string, box: Bounds): StoreEntry {
  return { address: posed, bytes: new Uint8Array(Float64Array.from(box).buffer) };
}

function boxOfBytes(bytes: Uint8Array<ArrayBuffer>): Bounds | null {
  if (bytes.length !== 48) return null;
  return [...new Float64Array(bytes.buffer, bytes.byteOffset, 6)] as Bounds;
}
