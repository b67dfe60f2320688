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
    for (const [oldest, { positions, indices }] of cache) {
      if (cached <= cacheBytes || oldest === address) break;
      cache.delete(oldest);
      cached -= positions.byteLength + (indices?.byteLength ?? 0);
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

/** Puts a mesh into a store, unless it is there and sound. */
export async function storeMesh(store: ClashStore, mesh: TriangleMesh): Promise<MeshFacts> {
  const address = await addressOfMesh(mesh, nodeDigest);
  const [known] = await store.get("mesh", [address]);
  if (known === null) await store.put("mesh", [{ address, bytes: bytesOfMesh(mesh) }]);
  const { positions, indices, vertexCount, triangleCount } = mesh;
  return { address, vertexCount, triangleCount, bytes: positions.byteLength + (indices?.byteLength ?? 0) };
}
