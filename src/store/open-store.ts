import { statSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../errors.ts";
import { openBlobFiles } from "./blob-files.ts";
import { ENTRY_KINDS, type EntryKind, type ListedEntry, type LocalStore } from "./clash-store.ts";
import { dayOf, stateOf, today, unwrap, wrap } from "./envelope.ts";
import { openLmdbRecords } from "./lmdb-records.ts";
import { makeFolder } from "./make-folder.ts";
import { openPackRecords } from "./pack-records.ts";

/** The layout of a store's folder. What other layouts hold is left alone. */
const STORE_VERSION = "v1";
/** Entries of at least this size are files of their own (docs/decisions/28-store.md). */
const BLOB_BYTES = 4096;
/** Kinds that are always records, whatever their size: most of them are looked up in vain the first time. */
const IS_RECORD: ReadonlySet<EntryKind> = new Set(["pair", "fact"]);

/** Before the folder: plain files instead of LMDB, for folders that several machines share. */
const SHARED = "files:";

/**
 * Opens the store in a folder, which is made if it does not exist. `files:<folder>` is a folder that several machines share. Throws
 * `StoreError`.
 */
export async function openStore(path: string): Promise<LocalStore> {
  const isShared = path.startsWith(SHARED);
  const folder = isShared ? path.slice(SHARED.length) : path;
  const place = `store ${folder}`;
  if (folder === "") throw new StoreError("store: the name of its folder is empty");
  const told = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw describeFailure(place, error);
    }
  };
  const { records, blobs } = await told(async () => {
    if (statSync(folder, { throwIfNoEntry: false })?.isFile())
      throw new StoreError(`${place}: it is a file, expected a folder`);
    const root = join(folder, STORE_VERSION);
    makeFolder(join(root, "blobs"));
    return {
      records: isShared ? openPackRecords(join(root, "packs")) : await openLmdbRecords(join(root, "records")),
      blobs: openBlobFiles(join(root, "blobs")),
    };
  });
  const day = today();
  /** Entries that were last used on another day: they are written again with this day. */
  const used: [Uint8Array, Uint8Array][] = [];
  const writeUses = async () => {
    if (used.length > 0) await records.put(used.splice(0));
  };

  function find(kind: EntryKind, address: string): Uint8Array<ArrayBuffer> | null {
    const key = keyOf(kind, address);
    const bytes = records.get(key);
    if (bytes !== undefined) {
      const content = unwrap(bytes);
      if (content === null) return null;
      if (dayOf(bytes) !== day) used.push([key, wrap(content, day)]);
      return new Uint8Array(content); // the bytes are valid only until the next call
    }
    if (IS_RECORD.has(kind)) return null;
    const name = nameOf(kind, address);
    const blob = blobs.get(name);
    if (blob === undefined) return null;
    if (dayOf(blob) !== day) blobs.touch(name);
    return unwrap(blob);
  }

  return {
    place,
    getNow(kind, address) {
      try {
        return find(kind, address);
      } catch (error) {
        throw describeFailure(place, error);
      }
    },
    get: (kind, addresses) =>
      told(async () => {
        const found = addresses.map((address) => find(kind, address));
        await writeUses();
        return found;
      }),
    has: (kind, addresses) =>
      told(() =>
        addresses.map(
          (address) =>
            records.has(keyOf(kind, address)) || (!IS_RECORD.has(kind) && blobs.has(nameOf(kind, address))),
        ),
      ),
    put: (kind, entries) =>
      told(async () => {
        const isSmall = ({ bytes }: { bytes: Uint8Array }) =>
          IS_RECORD.has(kind) || bytes.length < BLOB_BYTES;
        for (const entry of entries)
          if (!isSmall(entry)) blobs.put(nameOf(kind, entry.address), wrap(entry.bytes, day));
        const small = entries.filter(isSmall);
        if (small.length > 0)
          await records.put(
            small.map(({ address, bytes }) => [keyOf(kind, address), wrap(bytes, day)] as const),
          );
      }),
    delete: (kind, addresses) =>
      told(async () => {
        await records.delete(addresses.map((address) => keyOf(kind, address)));
        if (!IS_RECORD.has(kind)) for (const address of addresses) blobs.delete(nameOf(kind, address));
      }),
    async *list(): AsyncGenerator<ListedEntry> {
      for (const [key, bytes] of records.list())
        yield { ...entryOf(key), size: key.length + bytes.length, day: dayOf(bytes), state: stateOf(bytes) };
      for (const { name, size, used: time } of blobs.list()) {
        const [kind, address] = name.split("-") as [EntryKind, string];
        const state = stateOf(blobs.get(name) ?? new Uint8Array(0));
        yield { kind, address, size, day: Math.floor(time / DAY_MS), state };
      }
    },
    close: () =>
      told(async () => {
        await writeUses();
        await records.close();
      }),
  };
}

const DAY_MS = 86_400_000;

/** A byte for the kind, then the address. */
function keyOf(kind: EntryKind, address: string): Uint8Array {
  const key = Buffer.allocUnsafe(1 + address.length / 2);
  key[0] = ENTRY_KINDS.indexOf(kind);
  key.write(address, 1, "hex");
  return key;
}

function entryOf(key: Uint8Array): { kind: EntryKind; address: string } {
  return { kind: ENTRY_KINDS[key[0]], address: Buffer.from(key.subarray(1)).toString("hex") };
}

function nameOf(kind: EntryKind, address: string): string {
  return `${kind}-${address}`;
}

/** What went wrong, as `StoreError`. */
function describeFailure(place: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const reason =
    code === "ENOSPC" || /no space left|MDB_MAP_FULL/i.test(message)
      ? "the disk is full"
      : code === "EACCES" || code === "EPERM" || code === "EROFS"
        ? "it may not be written"
        : message;
  return new StoreError(`${place}: ${reason}`, { cause: error });
}
