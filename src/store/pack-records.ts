import { randomBytes } from "node:crypto";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Records } from "./lmdb-records.ts";
import { makeFolder } from "./make-folder.ts";

// Records in plain files, for folders that several machines share: LMDB maps its file into memory, which network file systems do not
// support. What is put at once is one file, a pack. A pack never changes, and is renamed into place: it is there whole, or not at all.
//
//   u32 magic | u32 bytes of the table | table: u16 bytes of the key, u32 bytes of the record, key, for each | records
const MAGIC = 0x31706261; // "abp1"
const HEADER_BYTES = 8;
const ENTRY_BYTES = 6;
const PACK = ".pack";
/** Clocks of file systems advance in steps: a folder that changed less than this before it was listed may have changed again. */
const CLOCK_STEP_MS = 100;

/** What others have written is seen after this time at the latest, in milliseconds: listing a folder for every absent record takes too long. */
const STALE_MS = 20;

/** Where a record lies. */
interface Place {
  readonly pack: string;
  readonly at: number;
  readonly length: number;
}

interface TableEntry {
  readonly key: string;
  readonly at: number;
  readonly length: number;
}

export function openPackRecords(folder: string): Records {
  makeFolder(folder);
  /** Every place of a record: it may have been written several times. The last one counts. */
  const places = new Map<string, Place[]>();
  const listed = new Set<string>();
  let [changed, listedAt] = [Number.NaN, Number.NaN];

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
    const { mtimeMs } = statSync(folder);
    const isUnchanged = mtimeMs === changed && listedAt - mtimeMs > CLOCK_STEP_MS;
    listedAt = Date.now();
    if (isUnchanged) return;
    changed = mtimeMs;
    for (const pack of readdirSync(folder).sort()) {
      if (!pack.endsWith(PACK) || listed.has(pack)) continue;
      const table = readTable(join(folder, pack));
      if (table === null) continue; // another process removed it
      note(pack, table);
    }
  };
  const forget = (pack: string) => {
    listed.delete(pack);
    for (const [key, all] of places) {
      const left = all.filter((place) => place.pack !== pack);
      if (left.length > 0) places.set(key, left);
      else places.delete(key);
    }
    [changed, listedAt] = [Number.NaN, Number.NaN];
  };
  const find = (key: Uint8Array): Place | undefined => {
    const name = nameOf(key);
    if (!(Date.now() - listedAt < STALE_MS)) refresh();
    return places.get(name)?.at(-1);
  };
  let writes = 0;
  const write = (entries: readonly (readonly [key: Uint8Array, bytes: Uint8Array])[]) => {
    // Names sort by time: of two records with one key, the later one is found.
    const order = `${Date.now().toString(36).padStart(9, "0")}-${(writes++).toString(36).padStart(6, "0")}`;
    const name = `${order}-${randomBytes(6).toString("hex")}`;
    const temporary = join(folder, `${name}.new`);
    try {
      const pack = packOf(entries);
      writeFileSync(temporary, pack);
      renameSync(temporary, join(folder, name + PACK));
      note(name + PACK, tableOf(pack));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  };

  return {
    get(key) {
      const place = find(key);
      if (place === undefined) return undefined;
      const bytes = readRange(join(folder, place.pack), place.at, place.length);
      if (bytes !== null) return bytes;
      forget(place.pack); // another process removed it, or wrote its records to another one
      const moved = find(key);
      return moved && (readRange(join(folder, moved.pack), moved.at, moved.length) ?? undefined);
    },
    has: (key) => find(key) !== undefined,
    async put(entries) {
      if (entries.length > 0) write(entries);
    },
    async delete(keys) {
      refresh();
      const gone = new Set(keys.map(nameOf));
      const packs = new Set([...gone].flatMap((name) => places.get(name)?.map(({ pack }) => pack) ?? []));
      for (const pack of packs) {
        const path = join(folder, pack);
        const kept = (readTable(path) ?? []).filter(
          ({ key }) => !gone.has(key) && places.get(key)?.at(-1)?.pack === pack,
        );
        const left = kept.flatMap(({ key, at, length }) => {
          const bytes = readRange(path, at, length);
          return bytes === null ? [] : [[Buffer.from(key, "latin1"), bytes] as const];
        });
        if (left.length > 0) write(left);
        rmSync(path, { force: true });
        forget(pack);
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

function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString("latin1");
}

function packOf(entries: readonly (readonly [key: Uint8Array, bytes: Uint8Array])[]): Buffer {
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

/** What a pack holds; nothing of a damaged one, and null for one that is gone. */
function readTable(path: string): TableEntry[] | null {
  try {
    return tableOf(readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function tableOf(pack: Buffer): TableEntry[] {
  if (pack.length < HEADER_BYTES || pack.readUInt32LE(0) !== MAGIC) return [];
  const end = HEADER_BYTES + pack.readUInt32LE(4);
  const entries: TableEntry[] = [];
  let at = end;
  for (let cursor = HEADER_BYTES; cursor + ENTRY_BYTES <= Math.min(end, pack.length); ) {
    const keyBytes = pack.readUInt16LE(cursor);
    const length = pack.readUInt32LE(cursor + 2);
    const key = pack.toString("latin1", cursor + ENTRY_BYTES, cursor + ENTRY_BYTES + keyBytes);
    if (at + length > pack.length) break; // cut off
    entries.push({ key, at, length });
    at += length;
    cursor += ENTRY_BYTES + keyBytes;
  }
  return entries;
}

/** Some bytes of a file; null if it is gone. */
function readRange(path: string, at: number, length: number): Uint8Array | null {
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
