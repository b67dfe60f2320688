import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { openPackRecords, type PackNames } from "../../src/store/pack-records.ts";
import { randomCases } from "../random-cases.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "abut-packs-"));
  folders.push(folder);
  return folder;
}

const key = (number: number) => Uint8Array.of(number, 0, 255);
const found = (bytes: Uint8Array | undefined) => bytes && [...bytes];

it("a pack of records agrees with a Map, in this process and in another one (seed 19)", async () => {
  const step = fc.oneof(
    fc.record({ put: fc.array(fc.tuple(fc.nat(9), fc.uint8Array({ maxLength: 20 })), { maxLength: 4 }) }),
    fc.record({ remove: fc.array(fc.nat(9), { maxLength: 3 }) }),
    fc.record({ compact: fc.constant(true) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const folder = createFolder();
      const [writer, reader] = [openPackRecords(folder), openPackRecords(folder)];
      const expected = new Map<number, Uint8Array>();
      for (const each of steps) {
        if ("put" in each) {
          const last = new Map(each.put);
          await writer.put([...last].map(([number, bytes]) => [key(number), bytes]));
          for (const [number, bytes] of last) expected.set(number, bytes);
        } else if ("compact" in each) {
          writer.compact!();
          expect(readdirSync(folder).length).toBeLessThanOrEqual(1);
        } else {
          await writer.delete(each.remove.map(key));
          for (const number of each.remove) expected.delete(number);
        }
      }
      for (const records of [writer, reader, openPackRecords(folder)]) {
        for (let number = 0; number < 10; number++) {
          const bytes = expected.get(number);
          expect(found(records.get(key(number)))).toEqual(found(bytes));
          expect(records.has(key(number))).toBe(bytes !== undefined);
        }
        expect([...records.list()].map(([{ 0: number }]) => number).sort()).toEqual(
          [...expected.keys()].sort(),
        );
      }
    }),
    { seed: 19, numRuns: randomCases(30) },
  );
});

it("a store of packs joins small ones, while another process reads and writes", async () => {
  const folder = createFolder();
  const [pruner, other] = [openPackRecords(folder), openPackRecords(folder)];
  for (let number = 0; number < 50; number++) await other.put([[key(number), Uint8Array.of(number)]]);
  expect(readdirSync(folder).length).toBe(50);
  expect(found(other.get(key(7)))).toEqual([7]);
  await new Promise((resolve) => setTimeout(resolve, 150)); // clocks of file systems
  pruner.compact!();
  expect(readdirSync(folder).length).toBe(1);
  await other.put([[key(50), Uint8Array.of(50)]]);
  for (let number = 0; number <= 50; number++) expect(found(other.get(key(number)))).toEqual([number]);
  pruner.compact!();
  expect(readdirSync(folder).length).toBe(1);
  for (let number = 0; number <= 50; number++) expect(found(other.get(key(number)))).toEqual([number]);
});

it("a store of packs sees what another process has put, soon", async () => {
  const folder = createFolder();
  const [writer, reader] = [openPackRecords(folder), openPackRecords(folder)];
  for (let number = 0; number < 20; number++) {
    expect(reader.get(key(number))).toBe(undefined);
    await writer.put([[key(number), Uint8Array.of(number)]]);
    await expect.poll(() => found(reader.get(key(number))), { interval: 5, timeout: 1000 }).toEqual([number]);
  }
});

it("a store of packs skips packs that are cut off or of something else", async () => {
  const folder = createFolder();
  await openPackRecords(folder).put([[key(1), new Uint8Array(100)]]);
  const [name] = readdirSync(folder);
  writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, 60));
  writeFileSync(join(folder, "zzz.pack"), "something else");
  writeFileSync(join(folder, "zzzz.pack"), "");
  expect(openPackRecords(folder).get(key(1))).toBe(undefined);
});

it("a store of packs finds a record that others move from pack to pack while it is looked for", async () => {
  const folder = createFolder();
  const writer = openPackRecords(folder);
  let moves = 0;
  const names: PackNames = {
    changed() {
      const listed = readdirSync(folder);
      if (moves-- > 0) {
        // Packs are joined into one with another name.
        for (const pack of listed) writeFileSync(join(folder, `${pack.slice(0, -5)}-.pack`), "");
        writer.compact!();
      }
      return listed;
    },
    wrote() {},
    removed() {},
    reset() {},
  };
  await writer.put([[key(1), Uint8Array.of(1)]]);
  const reader = openPackRecords(folder, names);
  expect(found(reader.get(key(1)))).toEqual([1]);
  await writer.put([[key(2), Uint8Array.of(2)]]);
  writer.compact!();
  moves = 2;
  expect(found(reader.get(key(1)))).toEqual([1]);
  expect(moves).toBeLessThanOrEqual(0);
  await writer.delete([key(1)]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(reader.get(key(1))).toBeUndefined();
});
