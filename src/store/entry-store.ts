import { StoreError } from "../errors.ts";
import type { Blobs } from "./blob-files.ts";
import { ENTRY_KINDS, type EntryKind, type ListedEntry, type LocalStore } from "./clash-store.ts";
import { nameOf, readName } from "./entry-names.ts";
import { dayAt, dayOf, stateOf, today, unwrap, wrap } from "./envelope.ts";
import type { Records } from "./lmdb-records.ts";
import type { RunMarks } from "./run-marks.ts";

/** Where a store keeps what is put into it. */
export interface Backend {
  /** How messages name the store. */
  readonly place: string;
  /** Small entries, and large ones. */
  readonly records: Records;
  readonly blobs: Blobs;
  /** Entries of at least this size are blobs. */
  readonly blobBytes: number;
  /** Where records and blobs come from and go to, if they are copies. */
  readonly remote?: Remote;
  /** Marks of runs in progress; absent where there is no folder for them. */
  readonly runs?: RunMarks;
}

/** The original of records and blobs that lie in a folder as copies. */
export interface Remote {
  /** Makes records that others have put visible. */
  refresh(): Promise<void>;
  /** Copies blobs into the folder. Blobs that do not exist are left out. */
  fetch(names: readonly string[]): Promise<void>;
  /** `fetch` for one blob, while the caller's thread waits. */
  fetchNow(name: string): void;
  hasBlobs(names: readonly string[]): Promise<boolean[]>;
  /** Lists blobs for `Blobs.list`. */
  listBlobs(): Promise<void>;
  /** Puts and deletes there what was put and deleted here. */
  flush(): Promise<void>;
  /** What went wrong, in words without secrets. */
  describe(error: unknown): string;
  close(): Promise<void>;
}

/** Kinds that are always records, whatever their size: most of them are looked up in vain the first time. */
const IS_RECORD: ReadonlySet<EntryKind> = new Set(["pair", "fact"]);

/** A store of enveloped entries in a backend. */
export function createEntryStore({ place, records, blobs, blobBytes, remote, runs }: Backend): LocalStore {
  const told = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw describeFailure(place, error, remote?.describe);
    }
  };
  const day = today();
  /** Entries that were last used on another day: they are written again with this day. */
  const used: [Uint8Array, Uint8Array][] = [];
  const writeUses = async () => {
    if (used.length > 0) await records.put(used.splice(0));
    await remote?.flush();
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
        const found = find(kind, address);
        if (found !== null || remote === undefined || IS_RECORD.has(kind)) return found;
        remote.fetchNow(nameOf(kind, address));
        return find(kind, address);
      } catch (error) {
        throw describeFailure(place, error, remote?.describe);
      }
    },
    get: (kind, addresses) =>
      told(async () => {
        await remote?.refresh();
        let found = addresses.map((address) => find(kind, address));
        if (remote !== undefined && !IS_RECORD.has(kind) && found.includes(null)) {
          const absent = addresses.filter((_, i) => found[i] === null);
          await remote.fetch(absent.map((address) => nameOf(kind, address)));
          found = found.map((bytes, i) => bytes ?? find(kind, addresses[i]));
        }
        await writeUses();
        return found;
      }),
    has: (kind, addresses) =>
      told(async () => {
        await remote?.refresh();
        const isRecord = addresses.map((address) => records.has(keyOf(kind, address)));
        if (IS_RECORD.has(kind) || !isRecord.includes(false)) return isRecord;
        const names = addresses.map((address) => nameOf(kind, address));
        const isBlob = (await remote?.hasBlobs(names)) ?? names.map(blobs.has);
        return isRecord.map((is, i) => is || isBlob[i]);
      }),
    put: (kind, entries) =>
      told(async () => {
        const isSmall = ({ bytes }: { bytes: Uint8Array }) => IS_RECORD.has(kind) || bytes.length < blobBytes;
        for (const entry of entries)
          if (!isSmall(entry)) blobs.put(nameOf(kind, entry.address), wrap(entry.bytes, day));
        const small = entries.filter(isSmall);
        if (small.length > 0)
          await records.put(
            small.map(({ address, bytes }) => [keyOf(kind, address), wrap(bytes, day)] as const),
          );
        await remote?.flush();
      }),
    delete: (kind, addresses) =>
      told(async () => {
        await records.delete(addresses.map((address) => keyOf(kind, address)));
        if (!IS_RECORD.has(kind)) for (const address of addresses) blobs.delete(nameOf(kind, address));
        await remote?.flush();
      }),
    begin() {
      try {
        return runs?.begin() ?? (() => {});
      } catch (error) {
        throw describeFailure(place, error);
      }
    },
    isInUse: () => runs?.isInUse() ?? false,
    compact: () =>
      told(async () => {
        await remote?.refresh();
        records.compact?.();
        await remote?.flush();
      }),
    async *list({ isShallow = false } = {}): AsyncGenerator<ListedEntry> {
      await told(async () => {
        await remote?.refresh();
        await remote?.listBlobs();
      });
      for (const [key, bytes] of records.list())
        yield { ...entryOf(key), size: key.length + bytes.length, day: dayOf(bytes), state: stateOf(bytes) };
      for (const { name, size, used: time } of blobs.list()) {
        const entry = readName(name);
        if (entry === null) continue;
        const isRead = remote === undefined || !isShallow;
        if (isRead) await told(() => remote?.fetch([name]));
        const state = isRead ? stateOf(blobs.get(name) ?? new Uint8Array(0)) : "sound";
        yield { ...entry, size, day: dayAt(time), state };
      }
    },
    close: () =>
      told(async () => {
        await writeUses();
        await records.close();
        await remote?.close();
      }),
  };
}

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

/** Whether an error is of a file or folder. */
function isOfFiles(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined && "path" in (error as object);
}

/** What went wrong, as `StoreError`. `describe` is for errors that are not about files. */
export function describeFailure(
  place: string,
  error: unknown,
  describe?: (error: unknown) => string,
): StoreError {
  if (error instanceof StoreError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (describe !== undefined && !isOfFiles(error)) return new StoreError(`${place}: ${describe(error)}`); // a cause might hold secrets
  const reason =
    code === "ENOSPC" || /no space left|MDB_MAP_FULL/i.test(message)
      ? "the disk is full"
      : code === "EACCES" || code === "EPERM" || code === "EROFS"
        ? "it may not be written"
        : message;
  return new StoreError(`${place}: ${reason}`, { cause: error });
}
