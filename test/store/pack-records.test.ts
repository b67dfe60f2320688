import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { openPackRecords } from "../../src/store/pack-records.ts";

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

it("agrees with a Map, in this process and in another one (seed 19)", async () => {
  const step = fc.oneof(
    fc.record({ put: fc.array(fc.tuple(fc.nat(9), fc.uint8Array({ maxLength: 20 })), { maxLength: 4 }) }),
    fc.record({ remove: fc.array(fc.nat(9), { maxLength: 3 }) }),
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
    { seed: 19, numRuns: 60 },
  );
});

it("sees what another process has put, soon", async () => {
  const folder = createFolder();
  const [writer, reader] = [openPackRecords(folder), openPackRecords(folder)];
  for (let number = 0; number < 20; number++) {
    expect(reader.get(key(number))).toBe(undefined);
    await writer.put([[key(number), Uint8Array.of(number)]]);
    await expect.poll(() => found(reader.get(key(number))), { interval: 5, timeout: 1000 }).toEqual([number]);
  }
});

it("skips packs that are cut off or of something else", async () => {
  const folder = createFolder();
  await openPackRecords(folder).put([[key(1), new Uint8Array(100)]]);
  const [name] = readdirSync(folder);
  writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, 60));
  writeFileSync(join(folder, "zzz.pack"), "something else");
  writeFileSync(join(folder, "zzzz.pack"), "");
  expect(openPackRecords(folder).get(key(1))).toBe(undefined);
});
