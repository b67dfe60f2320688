import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { open } from "lmdb";
import { afterAll, describe, expect, it } from "vitest";
import { findClashes } from "../../src/clash/index.ts";
import { StoreError } from "../../src/errors.ts";
import { createBox, createIcosphere, createTorus } from "../../src/mesh/primitives/index.ts";
import { ENVELOPE_BYTES } from "../../src/store/envelope.ts";
import {
  type ClashStore,
  findClashesInStore,
  type ListedEntry,
  MissingMesh,
  openStore,
  recordParts,
} from "../../src/store/index.ts";
import { pruneStore } from "../../src/store/prune-store.ts";
import { at, partOf } from "../clash/scenes.ts";
import { randomCases } from "../random-cases.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "abut-store-"));
  folders.push(folder);
  return folder;
}

const MESHES = [
  createBox(),
  createTorus({ majorSegments: 8, minorSegments: 6 }),
  createIcosphere({ subdivisions: 1 }),
  createBox(),
];

const parts = fc
  .array(
    fc.record({
      mesh: fc.constantFrom(...MESHES),
      x: fc.integer({ min: 0, max: 12 }),
      y: fc.integer({ min: 0, max: 5 }),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((list) => list.map(({ mesh, x, y }, i) => partOf(`part ${i}`, mesh, at(x / 4, y / 4), i % 2)));

async function listOf(store: ClashStore): Promise<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  for await (const entry of store.list()) entries.push(entry);
  return entries;
}

/** Flips a bit in the content of every record of a kind, or of every blob. */
async function damage(folder: string, kind: number): Promise<void> {
  const root = open({ path: join(folder, "v1", "records"), maxDbs: 1 });
  const records = root.openDB<Buffer, Buffer>({ name: "records", encoding: "binary", keyEncoding: "binary" });
  for (const key of [...records.getKeys()].map((key) => Buffer.from(key)))
    if (key[0] === kind) {
      const bytes = Buffer.from(records.getBinary(key)!);
      bytes[bytes.length - 1] ^= 1;
      await records.put(key, bytes);
    }
  await root.close();
  const blobs = join(folder, "v1", "blobs");
  for (const entry of readdirSync(blobs, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      bytes[ENVELOPE_BYTES] ^= 1;
      writeFileSync(path, bytes);
    }
}

describe("a store", () => {
  it("gives findClashes bit for bit, with whatever earlier runs left in it (seed 28)", async () => {
    const folder = newFolder();
    const store = await openStore(folder);
    let known = 0;
    await fc.assert(
      fc.asyncProperty(
        parts,
        fc.record({
          clearance: fc.constantFrom(0, 0.25),
          depth: fc.constantFrom("none" as const, "bounds" as const),
          between: fc.boolean(),
          self: fc.boolean(),
        }),
        fc.array(fc.nat(), { maxLength: 5 }),
        async (scene, settings, lost) => {
          const expected = findClashes(scene, settings);
          const records = await recordParts(scene, store, settings.between);
          for (let run = 0; run < 2; run++) {
            const told: number[][] = [];
            const onKnown = (...counts: number[]) => told.push(counts);
            const found = await findClashesInStore(records, store, {
              ...settings,
              folder,
              threads: 1,
              onKnown,
            });
            expect(found.result).toStrictEqual(expected);
            expect(told).toEqual([[found.known, found.pairs]]);
            known += found.known;
            // Some outcomes are lost before the next run.
            const pairs = (await listOf(store)).filter(({ kind }) => kind === "pair");
            const removed = pairs.length === 0 ? [] : lost.map((i) => pairs[i % pairs.length].address);
            await store.delete("pair", removed);
          }
        },
      ),
      { seed: 28, numRuns: randomCases(6) },
    );
    expect(known).toBeGreaterThan(0);
    await store.close();
  });

  it("computes damaged outcomes and boxes again, and lists them as damaged", async () => {
    const folder = newFolder();
    const row = Array.from({ length: 6 }, (_, i) => partOf(`${i}`, MESHES[0], at(i / 2)));
    let store = await openStore(folder);
    const run = async () =>
      findClashesInStore(await recordParts(row, store, false), store, { folder, threads: 1 });
    expect((await run()).known).toBe(0);
    const again = await run();
    expect(again.known).toBe(again.pairs);
    await store.close();
    for (const kind of [2, 3]) await damage(folder, kind);
    store = await openStore(folder);
    const damaged = (await listOf(store)).filter(({ state }) => state === "damaged");
    expect(damaged.length).toBe(row.length + again.pairs);
    const found = await run();
    expect(found.known).toBe(0);
    expect(found.result).toStrictEqual(findClashes(row));
    expect((await listOf(store)).every(({ state }) => state === "sound")).toBe(true);
    await store.close();
  });

  it("names a mesh that it has lost", async () => {
    const folder = newFolder();
    const row = Array.from({ length: 3 }, (_, i) =>
      partOf(`${i}`, createIcosphere({ subdivisions: 3 }), at(i)),
    );
    const store = await openStore(folder);
    const records = await recordParts(row, store, false);
    await damage(folder, -1); // the blobs: a mesh of 1280 triangles is one
    await expect(findClashesInStore(records, store, { folder, threads: 1 })).rejects.toThrow(MissingMesh);
    await store.close();
  });

  it("keeps what was used last within a limit, and removes what no run can use", async () => {
    const folder = newFolder();
    const store = await openStore(folder);
    const bytes = new Uint8Array(1000);
    const entries = Array.from({ length: 20 }, (_, i) => ({
      address: i.toString(16).padStart(32, "0"),
      bytes,
    }));
    await store.put("fact", entries);
    await store.put("mesh", [{ address: "f".repeat(32), bytes: new Uint8Array(10_000) }]);
    const size = (await listOf(store)).reduce((sum, entry) => sum + entry.size, 0);
    const pruned = await pruneStore(store, { limit: size - 1 });
    expect(pruned.leftBytes).toBeLessThanOrEqual(0.8 * size);
    expect(pruned.bytes + pruned.leftBytes).toBe(size);
    expect((await listOf(store)).reduce((sum, entry) => sum + entry.size, 0)).toBe(pruned.leftBytes);
    expect((await pruneStore(store, { unusedDays: 1 })).entries).toBe(0);
    await store.close();
    await damage(folder, 2);
    const damaged = await openStore(folder);
    expect((await pruneStore(damaged)).leftEntries).toBe(0);
    await damaged.close();
  });

  it("rejects places that cannot be a store", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "file"), "");
    await expect(openStore(join(folder, "file"))).rejects.toThrow("it is a file, expected a folder");
    await expect(openStore("/dev/null/store")).rejects.toThrow(StoreError);
    if (process.getuid?.() === 0) return; // root may write anywhere
    mkdirSync(join(folder, "closed"));
    chmodSync(join(folder, "closed"), 0o500);
    await expect(openStore(join(folder, "closed"))).rejects.toThrow("it may not be written");
  });
});
