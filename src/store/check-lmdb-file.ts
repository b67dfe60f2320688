import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { StoreError } from "../errors.ts";

// LMDB maps its file into memory. Where the file was cut off, or a page is not what it should be, a read ends the process with a signal.
//
// The first two pages are meta pages, of which the one with the greater transaction number counts:
//
//   page header: u64 page number … u32 flags … | u32 magic | u32 version | u64 address | u64 size of the map
//   | free pages: u32 bytes a page … u64 root | records: … u64 root | u64 last page | u64 transaction
const META = {
  flags: 16,
  magic: 24,
  mapSize: 40,
  pageBytes: 48,
  freeRoot: 88,
  recordRoot: 136,
  lastPage: 144,
  transaction: 152,
  end: 160,
};
const META_PAGE = 0x80000;
const MAGIC = 0xbeefc0de;
/** The root of a tree without pages. */
const NO_PAGE = 2n ** 64n - 1n;

/**
 * Throws `StoreError` for a database that would end the process because its end, its roots or what leads to them are damaged. Damage
 * within other pages is seen only when `isThorough`: all is read then, in another process.
 */
export function checkLmdbFile(folder: string, isThorough = false): void {
  const path = join(folder, "data.mdb");
  const state = stateOf(path);
  if (state === "sound" && !(isThorough && existsSync(path))) return;
  // Another process may be writing, so a file that looks damaged is read twice. The last pages may have been freed before they were ever
  // written: only reading everything tells.
  if ((state === "damaged" && stateOf(path) === "damaged") || !canBeRead(folder))
    throw new StoreError(`${path} is damaged; remove its folder, and what it held is found out again`);
}

function canBeRead(folder: string): boolean {
  const lmdb = createRequire(import.meta.url).resolve("lmdb");
  return spawnSync(process.execPath, ["-e", READ_ALL, lmdb, folder], { stdio: "ignore" }).status === 0;
}

const READ_ALL = `
  const { open } = require(process.argv[1]);
  const database = open({ path: process.argv[2], maxDbs: 1, readOnly: true })
    .openDB({ name: "records", encoding: "binary", keyEncoding: "binary" });
  let read = 0;
  for (const { value } of database.getRange()) read += Math.min(1, value.length);
  if (read !== database.getStats().entryCount) process.exit(1); // a damaged page may hide others
`;

/** "suspicious": shorter than its last page, or a meta page or a root is not what it should be. "damaged": a root is no page at all. */
function stateOf(path: string): "sound" | "suspicious" | "damaged" {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return "sound"; // a new database
  const file = openSync(path, "r");
  try {
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length);
      return readSync(file, bytes, 0, length, at) === length ? bytes : null;
    };
    const first = read(0, META.end);
    if (first === null || first.readUInt32LE(META.magic) !== MAGIC) return "suspicious";
    const pageBytes = first.readUInt32LE(META.pageBytes);
    const second = read(pageBytes, META.end);
    if (second === null) return "suspicious";
    const [kind, otherKind] = [first, second].map((meta) => meta.subarray(META.flags, META.mapSize));
    if (!kind.equals(otherKind) || first.readUInt32LE(META.flags) !== META_PAGE) return "suspicious";
    const transactionOf = (meta: Buffer) => meta.readBigUInt64LE(META.transaction);
    const meta = transactionOf(second) > transactionOf(first) ? second : first;
    const lastPage = meta.readBigUInt64LE(META.lastPage);
    const roots = [META.freeRoot, META.recordRoot]
      .map((at) => meta.readBigUInt64LE(at))
      .filter((root) => root !== NO_PAGE);
    if (roots.some((root) => root > lastPage)) return "damaged";
    if (BigInt(size) < (lastPage + 1n) * BigInt(pageBytes)) return "suspicious";
    const isThere = (root: bigint) => read(Number(root) * pageBytes, 8)?.readBigUInt64LE(0) === root;
    return roots.every(isThere) ? "sound" : "suspicious";
  } finally {
    closeSync(file);
  }
}
