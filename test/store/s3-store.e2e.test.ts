import { mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LocalStore } from "../../src/store/clash-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { pruneStore } from "../../src/store/prune-store.ts";
import { CREDENTIALS, fail, type S3Server, startS3Server } from "./s3-server.ts";

let server: S3Server;
let folder = "";
let before: NodeJS.ProcessEnv;

beforeEach(async () => {
  server = await startS3Server(3);
  folder = mkdtempSync(join(tmpdir(), "abut-s3-"));
  before = { ...process.env };
  Object.assign(process.env, server.env, { ABUT_CACHE: join(folder, "one") });
});
afterEach(async () => {
  process.env = before;
  await server.close();
  rmSync(folder, { recursive: true });
});

const addressOf = (i: number) => i.toString(16).padStart(32, "0");
/** Above 256 KiB an entry is an object of its own. */
const large = (seed: number) => Uint8Array.from({ length: 300_000 }, (_, i) => (i * seed) >> 3);
const small = (seed: number) => Uint8Array.of(seed, seed + 1, seed + 2);
const path = () => `s3://${server.bucket}/some/prefix`;

/** Another machine: it has no copies. */
async function onAnother<T>(work: (store: LocalStore) => Promise<T>): Promise<T> {
  process.env.ABUT_CACHE = mkdtempSync(join(folder, "another-"));
  const store = await openStore(path());
  try {
    return await work(store);
  } finally {
    await store.close();
    process.env.ABUT_CACHE = join(folder, "one");
  }
}

function readCopies(cache: string): string[] {
  const found = readdirSync(cache, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function allOf(store: LocalStore) {
  const entries = [];
  for await (const entry of store.list()) entries.push(entry);
  return entries;
}

describe("a store in a bucket", () => {
  it("gives other machines what was put, small and large, over several pages of a list", async () => {
    const store = await openStore(path());
    for (let i = 0; i < 8; i++) await store.put("pair", [{ address: addressOf(i), bytes: small(i) }]);
    for (let i = 0; i < 5; i++) await store.put("mesh", [{ address: addressOf(i), bytes: large(i) }]);
    await store.close();
    expect(server.objects.size).toBe(13);
    expect([...server.objects.keys()].every((key) => key.startsWith("some/prefix/v1/"))).toBe(true);
    await onAnother(async (other) => {
      const addresses = Array.from({ length: 9 }, (_, i) => addressOf(i));
      const pairs = await other.get("pair", addresses);
      expect(pairs).toEqual([...Array.from({ length: 8 }, (_, i) => small(i)), null]);
      expect(await other.has("mesh", addresses)).toEqual(addresses.map((_, i) => i < 5));
      const meshes = await other.get("mesh", addresses);
      expect(meshes).toEqual(addresses.map((_, i) => (i < 5 ? large(i) : null)));
      const many = Array.from({ length: 40 }, (_, i) => addressOf(i));
      server.requests.length = 0;
      expect((await other.has("mesh", many)).filter(Boolean).length).toBe(5);
      expect(server.requests.filter((request) => request.startsWith("HEAD"))).toEqual([]);
      expect((await allOf(other)).length).toBe(13);
    });
  });

  it("asks for nothing that is on this machine", async () => {
    const store = await openStore(path());
    await store.put("mesh", [{ address: addressOf(1), bytes: large(1) }]);
    server.requests.length = 0;
    expect(await store.get("mesh", [addressOf(1)])).toEqual([large(1)]);
    expect(store.getNow("mesh", addressOf(1))).toEqual(large(1));
    expect(server.requests.filter((request) => !request.includes("list-type=2"))).toEqual([]);
    await store.close();
  });

  it("sees what others put and delete while it is open", async () => {
    const store = await openStore(path());
    const soon = () => new Promise((resolve) => setTimeout(resolve, 300));
    await onAnother((other) => other.put("pair", [{ address: addressOf(1), bytes: small(1) }]));
    await soon();
    expect(await store.get("pair", [addressOf(1)])).toEqual([small(1)]);
    await onAnother((other) => other.delete("pair", [addressOf(1)]));
    await soon();
    expect(await store.get("pair", [addressOf(1)])).toEqual([null]);
    expect(server.objects.size).toBe(0);
    await store.close();
  });

  it("keeps what it puts while a listing of the bucket lacks it", async () => {
    const store = await openStore(path());
    await new Promise((resolve) => setTimeout(resolve, 300)); // the next call lists the bucket
    server.faults.push((_, response) => {
      setTimeout(() => fail(response, 503, "SlowDown"), 200); // it is tried again
    });
    const put = store.put("pair", [{ address: addressOf(1), bytes: small(1) }]);
    while (!server.requests.some((request) => request.startsWith("PUT")))
      await new Promise((resolve) => setTimeout(resolve, 1));
    expect(server.objects.size).toBe(0);
    expect(await store.get("pair", [addressOf(1), addressOf(2)])).toEqual([small(1), null]);
    await put;
    expect(await store.get("pair", [addressOf(1)])).toEqual([small(1)]);
    await store.close();
  });

  it("is unchanged when an entry is put twice, by two machines at a time", async () => {
    const entries = [{ address: addressOf(1), bytes: large(1) }];
    const store = await openStore(path());
    await Promise.all([store.put("mesh", entries), onAnother((other) => other.put("mesh", entries))]);
    expect(server.objects.size).toBe(1);
    expect(await onAnother((other) => other.get("mesh", [addressOf(1)]))).toEqual([large(1)]);
    await store.close();
  });

  it("tries again where the server is busy, has an error, closes the connection or breaks off", async () => {
    const store = await openStore(path());
    server.faults.push(
      (_, response) => fail(response, 503, "SlowDown"),
      (_, response) => fail(response, 500, "InternalError"),
      (request) => request.socket.destroy(),
    );
    await store.put("mesh", [{ address: addressOf(1), bytes: large(1) }]);
    expect(server.faults).toEqual([]);
    await onAnother(async (other) => {
      server.faults.push((_, response) => {
        response.writeHead(200, { "content-length": 1000 });
        response.write("half");
        setTimeout(() => response.destroy(), 20);
      });
      expect(await other.get("mesh", [addressOf(1)])).toEqual([large(1)]);
      expect(server.faults).toEqual([]);
    });
    await store.close();
  });

  it("takes a damaged object for absent, lists it as damaged, and replaces it", async () => {
    const store = await openStore(path());
    await store.put("mesh", [{ address: addressOf(1), bytes: large(1) }]);
    await store.put("pair", [{ address: addressOf(2), bytes: small(2) }]);
    await store.close();
    for (const { bytes } of server.objects.values()) bytes[bytes.length - 1] ^= 1;
    await onAnother(async (other) => {
      expect(await other.get("mesh", [addressOf(1)])).toEqual([null]);
      expect(await other.get("pair", [addressOf(2)])).toEqual([null]);
      expect((await allOf(other)).map(({ state }) => state)).toEqual(["damaged", "damaged"]);
      await other.put("mesh", [{ address: addressOf(1), bytes: large(1) }]);
      await other.put("pair", [{ address: addressOf(2), bytes: small(2) }]);
    });
    expect(await onAnother((other) => other.get("mesh", [addressOf(1)]))).toEqual([large(1)]);
    expect(await onAnother((other) => other.get("pair", [addressOf(2)]))).toEqual([small(2)]);
  });

  it("fetches a copy again that is damaged on this machine", async () => {
    const store = await openStore(path());
    await store.put("mesh", [{ address: addressOf(1), bytes: large(1) }]);
    const copies = readCopies(join(folder, "one"));
    expect(copies.length).toBe(1);
    truncateSync(copies[0], 1000);
    expect(await store.get("mesh", [addressOf(1)])).toEqual([large(1)]);
    await store.close();
  });

  it("keeps what was used: the day of an object grows once a day, and prune removes the others", async () => {
    const store = await openStore(path());
    await store.put(
      "mesh",
      [1, 2].map((i) => ({ address: addressOf(i), bytes: large(i) })),
    );
    await store.close();
    const old = Date.now() - 40 * 86_400_000;
    for (const object of server.objects.values()) {
      object.time = old;
      object.bytes.writeUInt32LE(Math.floor(old / 86_400_000), 12); // the day in the envelope
    }
    await onAnother(async (other) => {
      await other.get("mesh", [addressOf(1)]);
      await other.get("mesh", [addressOf(1)]);
      expect(server.requests.filter((request) => request.includes("x-id=CopyObject")).length).toBe(1);
      expect(await pruneStore(other, { unusedDays: 30 })).toMatchObject({ entries: 1, leftEntries: 1 });
      expect(await other.has("mesh", [addressOf(1), addressOf(2)])).toEqual([true, false]);
    });
  });

  it("says what is wrong, and never a secret", async () => {
    const wrong = async (place: string, env: Record<string, string | undefined>) => {
      const kept = { ...process.env };
      for (const [name, value] of Object.entries(env))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      try {
        await openStore(place);
        throw new Error("it opened");
      } catch (error) {
        const text = `${(error as Error).stack} ${JSON.stringify(error)} ${(error as Error).cause}`;
        for (const secret of [CREDENTIALS.secret, "othersecret", "inaddress"])
          expect(text).not.toContain(secret);
        return `${(error as Error).name}: ${(error as Error).message}`;
      } finally {
        process.env = kept;
      }
    };
    expect(await wrong("s3://other-bucket/x", {})).toBe(
      "StoreError: store s3://other-bucket/x: there is no such bucket",
    );
    expect(await wrong(path(), { AWS_SECRET_ACCESS_KEY: "othersecret" })).toContain(
      "access is denied (SignatureDoesNotMatch)",
    );
    expect(await wrong(path(), { AWS_ACCESS_KEY_ID: "other" })).toContain(
      "access is denied (InvalidAccessKeyId)",
    );
    expect(await wrong("s3://id:inaddress@bucket/x", {})).toContain("come from the environment");
    expect(await wrong("s3://B/x", {})).toContain("expected s3://bucket/prefix");
    const none = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined, HOME: folder };
    expect(await wrong(path(), none)).toContain("no credentials: set AWS_ACCESS_KEY_ID");
  });
});
