import { addressOfMesh } from "../clash/plan/content-address.ts";
import type { Indices, Positions, TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { ClashStore, LocalStore } from "./clash-store.ts";
import { bytesOfMesh, meshOfBytes } from "./mesh-bytes.ts";
import { MissingMesh } from "./missing-mesh.ts";
import { nodeDigest } from "./node-digest.ts";

/** What is known of a mesh without its triangles. */
export interface MeshFacts {
  /** Content address. */
  readonly address: string;
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** Bytes of positions and indices. */
  readonly bytes: number;
}

/** Meshes that are read from a store when their triangles are needed, and dropped when others are. */
export interface StoredMeshes {
  /** The mesh with these facts: its arrays are read when they are used. */
  open(facts: MeshFacts): TriangleMesh;
  /** The facts of a mesh that `open` returned. */
  factsOf(mesh: TriangleMesh): MeshFacts | undefined;
}

/** Keeps at most about `cacheBytes` of triangles in memory. */
export function createStoredMeshes(store: LocalStore, cacheBytes: number): StoredMeshes {
  const known = new WeakMap<TriangleMesh, MeshFacts>();
  // A Map keeps the order of insertion: the first entry is the one that was used longest ago.
  const cache = new Map<string, TriangleMesh>();
  let cached = 0;
  // Loops ask for the arrays of one mesh again and again.
  let latest: { address: string; mesh: TriangleMesh } | null = null;
  const load = ({ address, bytes }: MeshFacts): TriangleMesh => {
    if (latest?.address === address) return latest.mesh;
    let mesh = cache.get(address);
    if (mesh === undefined) {
      const stored = store.getNow("mesh", address);
      if (stored === null) throw new MissingMesh(store.place, address);
      mesh = meshOfBytes(stored);
      cached += bytes;
    } else cache.delete(address);
    cache.set(address, mesh);
    for (const [oldest, unused] of cache) {
      if (cached <= cacheBytes || oldest === address) break;
      cache.delete(oldest);
      cached -= byteLengthOf(unused);
    }
    latest = { address, mesh };
    return mesh;
  };
  return {
    open(facts) {
      const { vertexCount, triangleCount } = facts;
      const mesh: TriangleMesh = {
        get positions(): Positions {
          return load(facts).positions;
        },
        get indices(): Indices | null {
          return load(facts).indices;
        },
        vertexCount,
        triangleCount,
      };
      known.set(mesh, facts);
      return mesh;
    },
    factsOf: (mesh) => known.get(mesh),
  };
}

/** Meshes are looked up and written together until they are this large. */
const BATCH_BYTES = 2 ** 24;

/** Puts meshes into a store, unless they are there and sound. What is written together is one file of a shared store. */
export async function storeMeshes(store: ClashStore, meshes: readonly TriangleMesh[]): Promise<MeshFacts[]> {
  const facts: MeshFacts[] = [];
  let written: Promise<void> = Promise.resolve();
  try {
    for (let from = 0, to = 0; from < meshes.length; from = to) {
      for (let bytes = 0; to < meshes.length && (to === from || bytes < BATCH_BYTES); to++)
        bytes += byteLengthOf(meshes[to]);
      const batch = meshes.slice(from, to);
      const addresses: string[] = [];
      for (const mesh of batch) addresses.push(await addressOfMesh(mesh, nodeDigest)); // while the batch before is written
      await written;
      facts.push(...batch.map((mesh, i) => factsOf(mesh, addresses[i])));
      written = storeBatch(store, batch, addresses);
    }
  } finally {
    await written;
  }
  return facts;
}

async function storeBatch(
  store: ClashStore,
  meshes: readonly TriangleMesh[],
  addresses: readonly string[],
): Promise<void> {
  const known = await store.get("mesh", addresses);
  const absent = new Map(meshes.map((mesh, i) => [addresses[i], mesh]));
  known.forEach((bytes, i) => {
    if (bytes !== null) absent.delete(addresses[i]);
  });
  const entries = Array.from(absent, ([address, mesh]) => ({ address, bytes: bytesOfMesh(mesh) }));
  if (entries.length > 0) await store.put("mesh", entries);
}

function factsOf(mesh: TriangleMesh, address: string): MeshFacts {
  const { vertexCount, triangleCount } = mesh;
  return { address, vertexCount, triangleCount, bytes: byteLengthOf(mesh) };
}

function byteLengthOf({ positions, indices }: TriangleMesh): number {
  return positions.byteLength + (indices?.byteLength ?? 0);
}
