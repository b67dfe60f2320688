import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { StoreError } from "../errors.ts";

// LMDB maps its file into memory. Where the file was cut off, or a page is not what it should be, a read ends the process with a signal.
//
// The first two pages are meta pages, of which the one with the greater transaction number counts:
//
//   page header: u64 page number … 24 bytes | u32 magic | u32 version | u64 address | u64 size of the map
//   | free pages: u32 bytes a page … u64 root | records: … u64 root | u64 last page | u64 transaction
const META = {
  magic: 24,
  pageBytes: 48,
  freeRoot: 88,
  recordRoot: 136,
  lastPage: 144,
  transaction: 152,
  end: 160,
};
const MAGIC = 0xbeefc0de;
/** The root of a tree without pages. */
const NO_PAGE = 2n ** 64n - 1n;

/**
 * Throws `StoreError` for a database that would end the process. Damage within pages is seen only when `isThorough`: all is read then, in
 * another process.
 */
export function checkLmdbFile(folder: string, isThorough = false): void {
  const path = join(folder, "data.mdb");
  if (!isSuspicious(path) && !(isThorough && existsSync(path))) return;
  // The last pages may have been freed before they were ever written: reading all tells.
  const lmdb = createRequire(import.meta.url).resolve("lmdb");
  const { status } = spawnSync(process.execPath, ["-e", READ_ALL, lmdb, folder], { stdio: "ignore" });
  if (status !== 0)
    throw new StoreError(`${path} is damaged; remove its folder, and what it held is found out again`);
}

const READ_ALL = `
  const { open } = require(process.argv[1]);
  const database = open({ path: process.argv[2], maxDbs: 1, readOnly: true })
    .openDB({ name: "records", encoding: "binary", keyEncoding: "binary" });
  let read = 0;
  for (const { value } of database.getRange()) read += Math.min(1, value.length);
  if (read !== database.getStats().entryCount) process.exit(1); // a damaged page may hide others
`;

/** Whether the file is shorter than its last page, or a root is not where it should be. */
function isSuspicious(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return false; // a new database
  const file = openSync(path, "r");
  try {
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length);
      return readSync(file, bytes, 0, length, at) === length ? bytes : null;
    };
    const first = read(0, META.end);
    if (first === null || first.readUInt32LE(META.magic) !== MAGIC) return true;
    const pageBytes = first.readUInt32LE(META.pageBytes);
    const second = read(pageBytes, META.end);
    if (second === null) return true;
    const transactionOf = (meta: Buffer) => meta.readBigUInt64LE(META.transaction);
    const meta = transactionOf(second) > transactionOf(first) ? second : first;
    if (BigInt(size) < (meta.readBigUInt64LE(META.lastPage) + 1n) * BigInt(pageBytes)) return true;
    return [META.freeRoot, META.recordRoot].some((at) => {
      const root = meta.readBigUInt64LE(at);
      return root !== NO_PAGE && read(Number(root) * pageBytes, 8)?.readBigUInt64LE(0) !== root;
    });
  } finally {
    closeSync(file);
  }
}
