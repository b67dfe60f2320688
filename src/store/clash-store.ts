// What a store keeps, under content addresses. A store is a cache: whatever it lacks, or holds damaged, is computed again.

/**
 * "mesh": positions and indices. "tree": the tree of a mesh. "fact": what was computed of a mesh or a part, such as its world box.
 * "pair": an outcome. "file": what a model file holds. "task": a task of a plan that other processes run. "report": what a run
 * found out about files that have not changed.
 */
export const ENTRY_KINDS = ["mesh", "tree", "fact", "pair", "file", "task", "report"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** "damaged": its checksum is wrong. "outdated": made by another version of abut, whose outcomes may differ. */
export type EntryState = "sound" | "damaged" | "outdated";

export interface StoreEntry {
  /** Hex digits. */
  readonly address: string;
  readonly bytes: Uint8Array;
}

/** An entry in a listing. */
export interface ListedEntry {
  readonly kind: EntryKind;
  readonly address: string;
  readonly size: number;
  /** The day of its last use, in days since 1970. */
  readonly day: number;
  readonly state: EntryState;
}

/**
 * A store of entries. Several threads and processes may use one at a time. Once `put` is resolved, entries survive the death of
 * the process. Damaged and outdated entries are absent to `get`. Methods reject with `StoreError`.
 */
export interface ClashStore {
  /** How messages name the store. */
  readonly place: string;
  /** The entries' bytes in the order of the addresses; null for those that are absent. Callers own the bytes. */
  get(kind: EntryKind, addresses: readonly string[]): Promise<(Uint8Array<ArrayBuffer> | null)[]>;
  /** Whether the store has an entry, sound or not. */
  has(kind: EntryKind, addresses: readonly string[]): Promise<boolean[]>;
  /** Replaces entries that are there. */
  put(kind: EntryKind, entries: readonly StoreEntry[]): Promise<void>;
  delete(kind: EntryKind, addresses: readonly string[]): Promise<void>;
  /** Marks the start of a run. `pruneStore` evicts nothing until the returned function is called. */
  begin(): () => void;
  /** Whether a run is in progress, in this process or another. Always false for a bucket, which has no marks. */
  isInUse(): boolean;
  /** Joins small files of a shared store: each `put` makes one. Other processes may go on. */
  compact(): Promise<void>;
  /**
   * Every entry, damaged and outdated ones included. `isShallow`: large entries that would have to be fetched for it are not checked,
   * and are listed as sound.
   */
  list(options?: { isShallow?: boolean }): AsyncIterable<ListedEntry>;
  close(): Promise<void>;
}

/** A store of this machine, which can answer at once. */
export interface LocalStore extends ClashStore {
  getNow(kind: EntryKind, address: string): Uint8Array<ArrayBuffer> | null;
}
