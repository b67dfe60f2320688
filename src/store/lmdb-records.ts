import type { Database, RootDatabase } from "lmdb";
import { StoreError } from "../errors.ts";
import { checkLmdbFile } from "./check-lmdb-file.ts";

/** Small entries by key. */
export interface Records {
  /** The bytes are valid until the next call. */
  get(key: Uint8Array): Uint8Array | undefined;
  has(key: Uint8Array): boolean;
  /** Resolved once all are written. Entries that are there are replaced. */
  put(entries: readonly (readonly [key: Uint8Array, bytes: Uint8Array])[]): Promise<void>;
  delete(keys: readonly Uint8Array[]): Promise<void>;
  /** Every entry; the bytes are valid until the next step. */
  list(): Iterable<readonly [key: Uint8Array, bytes: Uint8Array]>;
  /** Joins small files, where records are files. */
  compact?(): void;
  close(): Promise<void>;
}

/** Records in an LMDB database: memory-mapped, one writer at a time, readers never wait, and a killed writer leaves no trace. */
export async function openLmdbRecords(folder: string): Promise<Records> {
  const { open } = await importLmdb();
  checkLmdbFile(folder);
  const root: RootDatabase = open({ path: folder, maxDbs: 1 });
  const database: Database<Buffer, Buffer> = root.openDB({
    name: "records",
    encoding: "binary",
    keyEncoding: "binary",
  });
  return {
    get: (key) => database.getBinaryFast(key as Buffer),
    has: (key) => database.doesExist(key as Buffer),
    async put(entries) {
      await database.batch(() => {
        for (const [key, bytes] of entries) database.put(key as Buffer, bytes as Buffer);
      });
    },
    async delete(keys) {
      await database.batch(() => {
        for (const key of keys) database.remove(key as Buffer);
      });
    },
    *list() {
      for (const key of database.getKeys()) {
        const bytes = database.getBinaryFast(key);
        if (bytes !== undefined) yield [key, bytes];
      }
    },
    close: () => root.close(),
  };
}

async function importLmdb(): Promise<typeof import("lmdb")> {
  try {
    return await import("lmdb");
  } catch (error) {
    throw new StoreError(
      `a store needs the package lmdb, which is not installed: npm install lmdb (${(error as Error).message})`,
    );
  }
}
