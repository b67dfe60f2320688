import { homedir } from "node:os";
import { join } from "node:path";
import { openBlobFiles } from "./blob-files.ts";
import { createBucketCopies } from "./bucket-copies.ts";
import type { LocalStore } from "./clash-store.ts";
import { createEntryStore, describeFailure } from "./entry-store.ts";
import { makeFolder } from "./make-folder.ts";
import { nodeDigest } from "./node-digest.ts";
import { openPackRecords } from "./pack-records.ts";
import { readS3Address } from "./s3-address.ts";
import { describeS3Failure, openBucket } from "./s3-bucket.ts";
import { SHARED_BLOB_BYTES } from "./store-layout.ts";

/** Opens the store in `s3://bucket/prefix`. Throws `StoreError`. */
export async function openS3Store(path: string): Promise<LocalStore> {
  const address = readS3Address(path);
  const place = `store ${path}`;
  try {
    const { packs, blobs } = copiesOf(path);
    makeFolder(packs);
    makeFolder(blobs);
    const bucket = await openBucket(address);
    const copies = createBucketCopies(path, bucket, packs, openBlobFiles(blobs));
    await copies.remote.refresh(); // fails now rather than at the first request
    const records = openPackRecords(packs, copies.packNames);
    return createEntryStore({ place, records, blobBytes: SHARED_BLOB_BYTES, ...copies });
  } catch (error) {
    throw describeFailure(place, error, describeS3Failure);
  }
}

/** The folders with copies of a bucket's objects. They may be removed when no process uses them. */
export function copiesOf(path: string): { packs: string; blobs: string } {
  const { ABUT_CACHE, XDG_CACHE_HOME, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  const root = ABUT_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), ".cache"), "abut");
  const endpoint = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL ?? "";
  const name = Buffer.from(nodeDigest(Buffer.from(`${endpoint}\n${path}`))).toString("hex", 0, 8);
  return { packs: join(root, `s3-${name}`, "packs"), blobs: join(root, `s3-${name}`, "blobs") };
}
