import { randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Records } from "./lmdb-records.ts";
import { makeFolder } from "./make-folder.ts";
import { writeWhole, writeWholeSoon } from "./write-whole.ts";

// Records in plain files, for folders that several machines share: LMDB maps its file into memory, which network file systems do not
// support. What is put at once is one file, a pack. A pack never changes, and is renamed into place: it is there whole, or not at all.
//
//   u32 magic | u32 bytes of the table | table: u16 bytes of the key, u32 bytes of the record, key, for each | records
const MAGIC = 0x31706261; // "abp1"
const HEADER_BYTES = 8;
const ENTRY_BYTES = 6;
const PACK = ".pack";
const PACK_NAME = /^[0-9a-z-]+\.pack$/;
/** Clocks of file systems advance in steps: a folder that changed less than this before it was listed may have changed again. */
const CLOCK_STEP_MS = 100;

/** Packs of other processes are visible after this time at the latest, in milliseconds: listing the folder for every absent record is slow. */
const STALE_MS = 20;

/** How often a record is looked up again after its pack is gone: concurrent prunes move it from pack to pack. */
const MOST_MOVES = 5;

/** Packs below this size are joined, into packs of about the other one, in bytes. */
const [SMALL_PACK, FULL_PACK] = [2 ** 22, 2 ** 24];

/** Where a record lies. */
interface Place {
  readonly pack: string;
  readonly at: number;
  readonly length: number;
}

type Entries = readonly (readonly [key: Uint8Array, bytes: Uint8Array])[];

interface TableEntry {
  readonly key: string;
  readonly at: number;
  readonly length: number;
}

/** Which packs there are. */
export interface PackNames {
  /** Their names; null if nothing has changed since the last call. */
  changed(): Iterable<string> | null;
  /** Packs that were written and removed here. */
  wrote(pack: string): void;
  removed(pack: string): void;
  /** After this call, `changed` returns all names. */
  reset(): void;
}

/** The packs in a folder. */
function namesIn(folder: string): PackNames {
  let [changed, listedAt] = [Number.NaN, Number.NaN];
  return {
    changed() {
      const { mtimeMs } = statSync(folder);
      const isUnchanged = mtimeMs === changed && listedAt - mtimeMs > CLOCK_STEP_MS;
      listedAt = Date.now();
      if (isUnchanged) return null;
      changed = mtimeMs;
      return readdirSync(folder);
    },
    wrote() {},
    removed() {},
    reset() {
      changed = Number.NaN;
    },
  };
}

/** Records in packs of a folder; `names` says which of them count. Default: all. */
export function openPackRecords(folder: string, names: PackNames = namesIn(folder)): Records {
  makeFolder(folder);
  /** Every place of a record: it may have been written several times. The last one counts. */
  const places = new Map<string, Place[]>();
  const listed = new Set<string>();
  let listedAt = Number.NaN;

  const note = (pack: string, table: readonly TableEntry[]) => {
    listed.add(pack);
    for (const { key, at, length } of table) {
      const place = { pack, at, length };
      const earlier = places.get(key);
      if (earlier === undefined) places.set(key, [place]);
      else if (earlier[earlier.length - 1].pack < pack) earlier.push(place);
      else earlier.unshift(place);
    }
  };
  /** Reads the tables of packs that are new since the last time. */
  const refresh = () => {
    const all = names.changed();
    listedAt = Date.now();
    if (all === null) return;
    for (const pack of [...all].sort()) {
      if (!isPackName(pack) || listed.has(pack)) continue;
      const table = readTable(join(folder, pack));
      if (table === null) continue; // another process removed it
      note(pack, table);
    }
  };
  const forget = (packs: ReadonlySet<string>) => {
    for (const pack of packs) listed.delete(pack);
    for (const [key, all] of places) {
      const left = all.filter((place) => !packs.has(place.pack));
      if (left.length > 0) places.set(key, left);
      else places.delete(key);
    }
    listedAt = Number.NaN;
    names.reset();
  };
  const find = (key: Uint8Array): Place | undefined => {
    const name = nameOf(key);
    if (!(Date.now() - listedAt < STALE_MS)) refresh();
    return places.get(name)?.at(-1);
  };
  let writes = 0;
  /** Names sort by time: of two records with one key, the later one is found. */
  const nextName = () => {
    const order = `${Date.now().toString(36).padStart(9, "0")}-${(writes++).toString(36).padStart(6, "0")}`;
    return `${order}-${randomBytes(6).toString("hex")}${PACK}`;
  };
  const wrote = (name: string, pack: Buffer) => {
    if (!listed.has(name)) note(name, tableOf(pack, pack.length));
    names.wrote(name);
  };
  const write = (entries: Entries) => {
    const name = nextName();
    const pack = packOf(entries);
    writeWhole(join(folder, name), pack);
    wrote(name, pack);
  };

  /** The records of a pack that count. */
  const recordsIn = (pack: string): [Uint8Array, Uint8Array][] => {
    const path = join(folder, pack);
    const own = (readTable(path) ?? []).filter(({ key }) => places.get(key)?.at(-1)?.pack === pack);
    return own.flatMap(({ key, at, length }) => {
      const bytes = readRange(path, at, length);
      return bytes === null ? [] : [[Buffer.from(key, "latin1"), bytes] as [Uint8Array, Uint8Array]];
    });
  };
  const remove = (packs: ReadonlySet<string>) => {
    for (const pack of packs) {
      rmSync(join(folder, pack), { force: true });
      names.removed(pack);
    }
    forget(packs);
  };

  return {
    get(key) {
      let place = find(key);
      for (let move = 0; move < MOST_MOVES && (place !== undefined || move > 0); move++) {
        const bytes = place && readRange(join(folder, place.pack), place.at, place.length);
        if (bytes) return bytes;
        forget(new Set(place && [place.pack])); // another process removed it, or wrote its records to another one
        place = find(key);
      }
      return undefined;
    },
    has: (key) => find(key) !== undefined,
    async put(entries) {
      if (entries.length === 0) return;
      const name = nextName();
      const pack = packOf(entries);
      await writeWholeSoon(join(folder, name), pack);
      wrote(name, pack);
    },
    async delete(keys) {
      refresh();
      const gone = new Set(keys.map(nameOf));
      const packs = new Set([...gone].flatMap((name) => places.get(name)?.map(({ pack }) => pack) ?? []));
      for (const pack of packs) {
        const left = recordsIn(pack).filter(([key]) => !gone.has(nameOf(key)));
        if (left.length > 0) write(left);
      }
      remove(packs);
    },
    compact() {
      refresh();
      const sizeOf = (pack: string) => statSync(join(folder, pack), { throwIfNoEntry: false })?.size ?? 0;
      const small = [...listed].filter((pack) => sizeOf(pack) < SMALL_PACK).sort();
      for (let from = 0, to = 0; from < small.length; from = to) {
        for (let bytes = 0; to < small.length && bytes < FULL_PACK; to++) bytes += sizeOf(small[to]);
        const joined = small.slice(from, to);
        if (joined.length < 2) continue;
        const records = joined.flatMap(recordsIn);
        if (records.length > 0) write(records);
        remove(new Set(joined));
      }
    },
    *list() {
      refresh();
      for (const [key, all] of places) {
        const { pack, at, length } = all[all.length - 1];
        const bytes = readRange(join(folder, pack), at, length);
        if (bytes !== null) yield [Buffer.from(key, "latin1"), bytes];
      }
    },
    async close() {},
  };
}

/** Whether a name is one that packs have: a folder or bucket may hold other things. */
export function isPackName(name: string): boolean {
  return PACK_NAME.test(name);
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString("latin1");
}

function packOf(entries: Entries): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const table = entries.flatMap(([key, bytes]) => {
    const sizes = Buffer.alloc(ENTRY_BYTES);
    sizes.writeUInt16LE(key.length, 0);
    sizes.writeUInt32LE(bytes.length, 2);
    return [sizes, key];
  });
  const tableBytes = table.reduce((sum, { length }) => sum + length, 0);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(tableBytes, 4);
  return Buffer.concat([header, ...table, ...entries.map(([, bytes]) => bytes)]);
}

/** What is read of a pack for its table. Most tables are shorter, and most packs much longer. */
const TABLE_BYTES = 2 ** 16;

/** What a pack holds; nothing of a damaged one, and null for one that is gone. */
function readTable(path: string): TableEntry[] | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  const begin = size === undefined ? null : readRange(path, 0, Math.min(size, TABLE_BYTES));
  if (size === undefined || begin === null) return null;
  const end = tableEnd(begin);
  const whole = end <= begin.length ? begin : readRange(path, 0, Math.min(size, end));
  return whole && tableOf(whole, size);
}

/** Where the table of a pack ends, and its records begin; 0 for what is no pack. */
function tableEnd(begin: Buffer): number {
  if (begin.length < HEADER_BYTES || begin.readUInt32LE(0) !== MAGIC) return 0;
  return HEADER_BYTES + begin.readUInt32LE(4);
}

/** The table at the beginning of a pack of `size` bytes. */
function tableOf(begin: Buffer, size: number): TableEntry[] {
  const end = tableEnd(begin);
  const entries: TableEntry[] = [];
  let at = end;
  for (let cursor = HEADER_BYTES; cursor + ENTRY_BYTES <= Math.min(end, begin.length); ) {
    const keyBytes = begin.readUInt16LE(cursor);
    const length = begin.readUInt32LE(cursor + 2);
    const key = begin.toString("latin1", cursor + ENTRY_BYTES, cursor + ENTRY_BYTES + keyBytes);
    if (at + length > size) break; // cut off
    entries.push({ key, at, length });
    at += length;
    cursor += ENTRY_BYTES + keyBytes;
  }
  return entries;
}

/** Some bytes of a file; null if it is gone. */
function readRange(path: string, at: number, length: number): Buffer | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(length); // begins at a multiple of 8
    return bytes.subarray(0, readSync(file, bytes, 0, length, at));
  } finally {
    closeSync(file);
  }
}
