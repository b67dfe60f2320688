// Published as abut/store, for Node: what was found out about a model, kept for the next run and for other processes.

export {
  type ClashStore,
  ENTRY_KINDS,
  type EntryKind,
  type EntryState,
  type ListedEntry,
  type LocalStore,
  type StoreEntry,
} from "./clash-store.ts";
export {
  findClashesInStore,
  type StoredClashOptions,
  type StoredClashResult,
} from "./find-clashes-in-store.ts";
export { MissingMesh } from "./missing-mesh.ts";
export { nodeDigest } from "./node-digest.ts";
export { openStore } from "./open-store.ts";
export { recordParts } from "./record-parts.ts";
export { createTreeLoader } from "./tree-loader.ts";
