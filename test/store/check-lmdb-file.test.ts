import { cpSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoreError } from "../../src/errors.ts";
import { checkLmdbFile } from "../../src/store/check-lmdb-file.ts";
import { openStore } from "../../src/store/open-store.ts";

const folder = mkdtempSync(join(tmpdir(), "abut-lmdb-"));
afterAll(() => rmSync(folder, { recursive: true }));
const sound = join(folder, "sound");
const addresses = Array.from({ length: 3000 }, (_, i) => i.toString(16).padStart(32, "0"));

beforeAll(async () => {
  const store = await openStore(sound);
  for (const from of [0, 1000, 2000])
    await store.put(
      "pair",
      addresses.slice(from, from + 1000).map((address) => ({ address, bytes: new Uint8Array(500) })),
    );
  await store.close();
});

function copyTo(name: string): { store: string; data: string; size: number } {
  const store = join(folder, name);
  cpSync(sound, store, { recursive: true });
  const data = join(store, "v1/records/data.mdb");
  return { store, data, size: statSync(data).size };
}

describe("a damaged database", () => {
  it("that was cut off, or has other bytes where its root should be, is an error and not the end of the process", async () => {
    const cut = copyTo("cut");
    truncateSync(cut.data, cut.size / 2);
    const shorter = copyTo("shorter");
    truncateSync(shorter.data, shorter.size - 4096 * 3);
    const overwritten = copyTo("overwritten");
    const file = openSync(overwritten.data, "r+");
    writeSync(file, Buffer.alloc(overwritten.size - 8192, 0xab), 0, overwritten.size - 8192, 8192);
    for (const { store } of [cut, shorter, overwritten]) {
      await expect(openStore(store), store).rejects.toThrow(StoreError);
      await expect(openStore(store), store).rejects.toThrow("data.mdb is damaged; remove its folder");
    }
  });

  it("that is not a database at all is an error, too", async () => {
    const { store, data, size } = copyTo("foreign");
    const file = openSync(data, "r+");
    writeSync(file, Buffer.alloc(size, 1), 0, size, 0);
    await expect(openStore(store)).rejects.toThrow("data.mdb is damaged");
  });

  it("within other pages is found by a thorough check, which `abut store verify` makes", () => {
    const { store, data, size } = copyTo("page");
    const records = join(store, "v1/records");
    expect(() => checkLmdbFile(records, true)).not.toThrow();
    const file = openSync(data, "r+");
    // Every tenth page, but not the meta pages and the root.
    for (let page = 10; (page + 1) * 4096 < size - 4 * 4096; page += 10)
      writeSync(file, Buffer.alloc(4096, 0xab), 0, 4096, page * 4096);
    expect(() => checkLmdbFile(records, true)).toThrow("data.mdb is damaged");
  });

  it("is not reported for a sound one", async () => {
    const store = await openStore(sound);
    const found = await store.get("pair", addresses);
    expect(found.every((bytes) => bytes?.length === 500)).toBe(true);
    await store.close();
  });
});
