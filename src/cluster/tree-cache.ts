import { residentBytes } from "../clash/plan/cut-tasks.ts";
import type { LoadMesh } from "../clash/plan/run-clash-task.ts";

type Loaded = Awaited<ReturnType<LoadMesh>>;

/** A loader that keeps what it loaded last, up to about `limit` bytes: consecutive tasks have many meshes in common. */
export function cacheTrees(loadMesh: LoadMesh, limit: number): LoadMesh {
  // A Map keeps the order of insertion: the first entry is the one that was used longest ago.
  const cache = new Map<string, { loaded: Loaded; bytes: number }>();
  let cached = 0;
  return async (part) => {
    let entry = cache.get(part.mesh);
    if (entry === undefined) {
      entry = { loaded: await loadMesh(part), bytes: residentBytes(part) };
      cached += entry.bytes;
    } else cache.delete(part.mesh);
    cache.set(part.mesh, entry);
    for (const [mesh, { bytes }] of cache) {
      if (cached <= limit || mesh === part.mesh) break;
      cache.delete(mesh);
      cached -= bytes;
    }
    return entry.loaded;
  };
}
