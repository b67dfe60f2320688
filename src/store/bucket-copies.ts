import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BlobFiles, Blobs } from "./blob-files.ts";
import { readName } from "./entry-names.ts";
import type { Remote } from "./entry-store.ts";
import { dayAt, today } from "./envelope.ts";
import { createFetcher } from "./fetch-now.ts";
import { isPackName, type PackNames } from "./pack-records.ts";
import { type Bucket, describeS3Failure } from "./s3-bucket.ts";
import { STORE_VERSION } from "./store-layout.ts";
import { writeWhole } from "./write-whole.ts";

// A store in a bucket. Its objects are the packs and blobs of a shared folder. A pack has a unique name, a blob is named by its
// content, and neither ever changes: a copy in a folder of this machine is as good as the object, and writing an object again changes
// nothing. Entries are in the bucket once `flush` is resolved.

const PACKS = `${STORE_VERSION}/packs/`;
const BLOBS = `${STORE_VERSION}/blobs/`;
/** Entries of other processes are visible after this time at the latest, in milliseconds. */
const STALE_MS = 250;
/** Requests at a time. */
const PARALLEL = 16;
/** From this number on, blobs are looked for in a list of all rather than one by one. */
const LIST_FROM = 32;

/** What a bucket has, as packs and blobs in folders of this machine. */
export interface BucketCopies {
  readonly packNames: PackNames;
  readonly blobs: Blobs;
  readonly remote: Remote;
}

/** `path` is the store's address, for the thread that fetches blobs. */
export function createBucketCopies(
  path: string,
  bucket: Bucket,
  packFolder: string,
  local: BlobFiles,
): BucketCopies {
  /** Packs of the bucket that have a copy, and those that are on their way to it, which are `unsent`. */
  const packs = new Set<string>();
  let hasChanged = true;
  let refreshedAt = Number.NaN;
  let listed: Map<string, { name: string; size: number; used: number }> | null = null;
  /** Packs that are not in the bucket yet. */
  const unsent = new Set<string>();
  const pending = new Map<string, () => Promise<void>>();
  const removals = new Map<string, () => Promise<void>>();
  let sent: Promise<unknown> = Promise.resolve();
  const fetcher = createFetcher(path);

  const packNames: PackNames = {
    changed() {
      if (!hasChanged) return null;
      hasChanged = false;
      return packs;
    },
    wrote(pack) {
      packs.add(pack);
      unsent.add(pack);
      pending.set(PACKS + pack, async () => {
        try {
          await bucket.put(PACKS + pack, readFileSync(join(packFolder, pack)));
        } finally {
          unsent.delete(pack);
        }
      });
    },
    removed(pack) {
      packs.delete(pack);
      removals.set(PACKS + pack, () => bucket.delete(PACKS + pack));
    },
    reset() {
      hasChanged = true;
    },
  };
  const blobs: Blobs = {
    ...local,
    put(name, bytes) {
      local.put(name, bytes);
      listed?.set(name, { name, size: bytes.length, used: Date.now() });
      pending.set(BLOBS + name, () => bucket.put(BLOBS + name, bytes));
    },
    delete(name) {
      local.delete(name);
      if (listed !== null && !listed.has(name)) return; // most entries of most kinds are in packs
      removals.set(BLOBS + name, () => bucket.delete(BLOBS + name));
    },
    touch(name) {
      if (dayAt(local.usedAt(name)) === today()) return; // once a day is enough for both
      local.touch(name);
      pending.set(BLOBS + name, () => bucket.touch(BLOBS + name));
    },
    list: () => [...(listed?.values() ?? [])],
  };
  const copyBlob = async (name: string) => {
    const bytes = await bucket.get(BLOBS + name);
    if (bytes === null) return;
    local.put(name, bytes);
    local.touch(name, 0); // when the object was used is not known
  };
  const remote: Remote = {
    async refresh() {
      if (Date.now() - refreshedAt < STALE_MS) return;
      const settled = [...packs].filter((pack) => !unsent.has(pack)); // a list may lack what is put while it is made
      const found = (await bucket.list(PACKS)).filter(({ name }) => isPackName(name.slice(PACKS.length)));
      refreshedAt = Date.now();
      const names = new Set(found.map(({ name }) => name.slice(PACKS.length)));
      for (const pack of settled) {
        if (names.has(pack)) continue;
        packs.delete(pack); // another process removed it
        rmSync(join(packFolder, pack), { force: true });
      }
      const fresh = found.filter(({ name }) => !packs.has(name.slice(PACKS.length)));
      await eachOf(fresh, async ({ name, size }) => {
        const pack = name.slice(PACKS.length);
        const copy = join(packFolder, pack);
        if (statSync(copy, { throwIfNoEntry: false })?.size !== size) {
          const bytes = await bucket.get(name);
          if (bytes === null) return; // removed since
          writeWhole(copy, bytes);
        }
        packs.add(pack);
        hasChanged = true;
      });
    },
    async fetch(names) {
      const isThere = names.length < LIST_FROM ? null : await remote.hasBlobs(names);
      await eachOf(
        names.filter((_, i) => isThere === null || isThere[i]),
        copyBlob,
      );
    },
    fetchNow: (name) => fetcher.fetch(name),
    async hasBlobs(names) {
      if (names.length < LIST_FROM) {
        const isThere = new Map<string, boolean>();
        await eachOf(names, async (name) => {
          isThere.set(name, await bucket.has(BLOBS + name));
        });
        return names.map((name) => isThere.get(name)!);
      }
      const all = new Set((await bucket.list(BLOBS)).map(({ name }) => name.slice(BLOBS.length)));
      return names.map((name) => all.has(name));
    },
    async listBlobs() {
      const found = await bucket.list(BLOBS);
      listed = new Map(
        found.flatMap((object) => {
          const name = object.name.slice(BLOBS.length);
          return readName(name) === null ? [] : [[name, { ...object, name }]];
        }),
      );
    },
    async flush() {
      const steps = [pending, removals].map((changes) => {
        const all = [...changes.values()];
        changes.clear();
        return all;
      });
      const own = (async () => {
        for (const step of steps) await eachOf(step, (send) => send()); // what replaces a pack comes before its removal
      })();
      // Another call may have taken what this one is about.
      const all = Promise.all([sent, own]);
      sent = all.catch(() => {}); // the callers that wait for it get the error
      await all;
    },
    describe: describeS3Failure,
    async close() {
      await fetcher.close();
      bucket.close();
    },
  };
  return { packNames, blobs, remote };
}

/** Works on all items, some at a time. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, lane));
}
