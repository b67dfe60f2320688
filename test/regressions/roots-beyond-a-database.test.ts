import { cpSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";

// A damaged database whose root was said to be at page 2^63 was "The value of position is out of range"; one whose meta pages had
// other flags ended the process with a signal.

const folder = mkdtempSync(join(tmpdir(), "abut-roots-"));
afterAll(() => rmSync(folder, { recursive: true }));
const sound = join(folder, "sound");

beforeAll(async () => {
  const store = await openStore(sound);
  for (let i = 0; i < 3; i++)
    await store.put("pair", [{ address: `${i}`.padStart(32, "0"), bytes: new Uint8Array(3000) }]);
  await store.close();
});

it.each([
  ["a root of the free pages", 88, 2n ** 63n],
  ["a root of the records", 136, 2n ** 64n - 2n],
  ["a root just behind the end", 136, 1_000_000n],
  ["flags", 16, 1n],
])("%s that cannot be is told of", async (name, at, value) => {
  const store = join(folder, name.replaceAll(" ", "-"));
  cpSync(sound, store, { recursive: true });
  const file = openSync(join(store, "v1/records/data.mdb"), "r+");
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  for (const page of [0, 4096]) writeSync(file, bytes, 0, 8, page + at);
  const error: Error = await openStore(store).then(
    () => new Error("opened"),
    (reason) => reason,
  );
  expect(`${error.name}: ${error.message}`).toMatch(
    /^StoreError: .*data\.mdb is damaged; remove its folder, and what it held is found out again$/,
  );
});
