import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { pruneStore } from "../../src/store/prune-store.ts";
import { type S3Server, startS3Server } from "../store/s3-server.ts";

// Names of a bucket's objects became names of files as they are. Whoever may put objects could write and remove files of every machine that uses
// the store (v1/packs/../../../…), and the empty object "v1/packs/", by which consoles show a folder, was copied over the folder itself:
// the store could not be opened any more. A file that is no entry, such as Finder's .DS_Store, made `pruneStore` fail.

let server: S3Server;
let folder = "";
let before: NodeJS.ProcessEnv;

beforeEach(async () => {
  server = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), "abut-keys-"));
  before = { ...process.env };
  Object.assign(process.env, server.env, { ABUT_CACHE: join(folder, "cache") });
});
afterEach(async () => {
  process.env = before;
  await server.close();
  rmSync(folder, { recursive: true });
});

const address = "0123456789abcdef0123456789abcdef";
const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i >> 3); // a blob
const put = (key: string, text: string) => {
  server.objects.set(`p/v1/${key}`, { bytes: Buffer.from(text), time: Date.now() });
};

/** Puts entries, lists and prunes all, and returns what the store has. */
async function useStore(path: string) {
  const store = await openStore(path);
  try {
    await store.put("mesh", [{ address, bytes }]);
    await store.put("pair", [{ address, bytes: bytes.subarray(0, 8) }]);
    const listed = [];
    for await (const { kind, state } of store.list()) listed.push(`${kind} ${state}`);
    const { entries, leftEntries } = await pruneStore(store);
    return { listed: listed.sort(), entries, leftEntries, found: await store.get("mesh", [address]) };
  } finally {
    await store.close();
  }
}
const sound = { listed: ["mesh sound", "pair sound"], entries: 0, leftEntries: 2, found: [bytes] };

it.each([
  "packs/",
  "blobs/",
  "packs/sub/",
  "packs/sub/x.pack",
  "blobs/mesh-ab/cd",
  "packs/..",
  "packs/.",
  "blobs/..",
])("an object %s that is no pack and no entry is left alone", async (key) => {
  put(key, "");
  expect(await useStore(`s3://${server.bucket}/p`)).toEqual(sound);
  expect(server.objects.has(`p/v1/${key}`)).toBe(true);
});

it("objects lead to no files outside of the copies", async () => {
  const victim = join(folder, "victim.pack");
  writeFileSync(victim, "precious");
  for (let up = 1; up < 8; up++)
    for (const key of ["packs/", "packs/x", "blobs/", "blobs/mesh-", "blobs/mesh-aa"])
      put(`${key}${"/..".repeat(up).slice(key.endsWith("/") ? 1 : 0)}/victim.pack`, "overwritten");
  expect(await useStore(`s3://${server.bucket}/p`)).toEqual(sound);
  expect(existsSync(victim) && readFileSync(victim, "utf8")).toBe("precious");
});

it("files in a folder that are no entries are left alone", async () => {
  const blobs = join(folder, "store", "v1", "blobs");
  mkdirSync(join(blobs, "ab"), { recursive: true });
  const strangers = [join(blobs, ".DS_Store"), join(blobs, "ab", "Thumbs.db"), join(blobs, "ab", "mesh-0g")];
  for (const stranger of strangers) writeFileSync(stranger, "x");
  expect(await useStore(`files:${join(folder, "store")}`)).toEqual(sound);
  expect(strangers.filter((stranger) => !existsSync(stranger))).toEqual([]);
});
