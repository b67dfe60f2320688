import type { LocalStore } from "../../store/clash-store.ts";
import { openStore } from "../../store/open-store.ts";
import { createStoredMeshes, type StoredMeshes } from "../../store/stored-meshes.ts";

/** What a run keeps in a store, and how it reads meshes from there. */
export interface SceneCache {
  readonly folder: string;
  readonly store: LocalStore;
  readonly meshes: StoredMeshes;
}

/** Triangles that the command's own thread keeps in memory, for boxes and pages: this, or a part of the memory limit. */
const CACHE_BYTES = 2 ** 28;
const CACHE_SHARE = 1 / 16;

export async function openSceneCache(folder: string, memory: number | undefined): Promise<SceneCache> {
  const store = await openStore(folder);
  const cacheBytes = Math.min(CACHE_BYTES, CACHE_SHARE * (memory ?? Infinity));
  return { folder, store, meshes: createStoredMeshes(store, cacheBytes) };
}
