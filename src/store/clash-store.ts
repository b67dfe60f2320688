// What a store keeps, under content addresses. A store is a cache: whatever it lacks, or holds damaged, is computed again.

/**
 * "mesh": positions and indices. "tree": a saved tree of that mesh. "pair": an outcome. "file": what a model file holds.
 * "task": a task of a plan that other processes run.
 */
export const ENTRY_KINDS = ["mesh", "tree", "pair", "file", "task"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface StoreEntry {
  readonly address: string;
  readonly bytes: Uint8Array;
}

/** What a list says of an entry. */
export interface ListedEntry {
  readonly kind: EntryKind;
  readonly address: string;
  /** Bytes of the entry with its address. */
  readonly size: number;
  /** The day of its last use, in days since 1970. */
  readonly day: number;
  /** Whether its checksum is wrong. */
  readonly isDamaged: boolean;
}

/**
 * A store of entries. Several threads and processes may use one at a time. Once `put` is resolved, entries survive the death of
 * the process. Damaged entries, and those of other versions of abut, are absent to `get` and `has`.
 */
export interface ClashStore {
  /** How messages name the store. */
  readonly place: string;
  /** The entries' bytes in the order of the addresses; null for those that are absent. Callers may keep and change the bytes. */
  get(kind: EntryKind, addresses: readonly string[]): Promise<(Uint8Array | null)[]>;
  has(kind: EntryKind, addresses: readonly string[]): Promise<boolean[]>;
  put(kind: EntryKind, entries: readonly StoreEntry[]): Promise<void>;
  delete(kind: EntryKind, addresses: readonly string[]): Promise<void>;
  /** Every entry, damaged ones included. */
  list(): AsyncIterable<ListedEntry>;
  /** Bytes on the disk. */
  size(): Promise<number>;
  close(): Promise<void>;
}
