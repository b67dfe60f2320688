import type { LocalStore } from "../../store/clash-store.ts";
import { openStore } from "../../store/open-store.ts";
import { createStoredMeshes, type StoredMeshes } from "../../store/stored-meshes.ts";
import { digestOfFile, type FileDigest } from "./file-digest.ts";
import type { InputReader } from "./input-reader.ts";

/** What a run keeps in a store, and how it reads meshes from there. */
export interface SceneCache {
  /** Changes how files are read, on top of what the store knows of them. */
  readonly wrapReader?: (reader: InputReader) => InputReader;
  readonly folder: string;
  readonly store: LocalStore;
  readonly meshes: StoredMeshes;
  /** Hashes files: a known hash is a known file. */
  readonly digestOf: FileDigest;
}

/** Triangles that the command's own thread keeps in memory, for boxes and pages: this, or a part of the memory limit. */
const CACHE_BYTES = 2 ** 28;
const CACHE_SHARE = 1 / 16;

export async function openSceneCache(folder: string, memory: number | undefined): Promise<SceneCache> {
  const store = await openStore(folder);
  const cacheBytes = Math.min(CACHE_BYTES, CACHE_SHARE * (memory ?? Infinity));
  return { folder, store, meshes: createStoredMeshes(store, cacheBytes), digestOf: digestOfFile };
}
