import { statSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../errors.ts";
import { openBlobFiles } from "./blob-files.ts";
import type { LocalStore } from "./clash-store.ts";
import { type Backend, createEntryStore, describeFailure } from "./entry-store.ts";
import { openLmdbRecords } from "./lmdb-records.ts";
import { makeFolder } from "./make-folder.ts";
import { openPackRecords } from "./pack-records.ts";
import { openRunMarks } from "./run-marks.ts";
import { isS3Address } from "./s3-address.ts";
import { BLOB_BYTES, SHARED_BLOB_BYTES, STORE_VERSION } from "./store-layout.ts";

/** Before the folder: plain files instead of LMDB, for folders that several machines share. */
const SHARED = "files:";

/**
 * Opens the store in a folder, which is made if it does not exist. `files:<folder>` is a folder that several machines share,
 * `s3://<bucket>/<prefix>` a bucket. Throws `StoreError`.
 */
export async function openStore(path: string): Promise<LocalStore> {
  if (isS3Address(path)) return (await import("./s3-store.ts")).openS3Store(path);
  const isShared = path.startsWith(SHARED);
  const folder = isShared ? path.slice(SHARED.length) : path;
  const place = `store ${folder}`;
  if (folder === "") throw new StoreError("store: the name of its folder is empty");
  try {
    return createEntryStore(await openFolder(place, folder, isShared));
  } catch (error) {
    throw describeFailure(place, error);
  }
}

async function openFolder(place: string, folder: string, isShared: boolean): Promise<Backend> {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile())
    throw new StoreError(`${place}: it is a file, expected a folder`);
  const root = join(folder, STORE_VERSION);
  makeFolder(join(root, "blobs"));
  return {
    place,
    records: isShared ? openPackRecords(join(root, "packs")) : await openLmdbRecords(join(root, "records")),
    blobs: openBlobFiles(join(root, "blobs")),
    runs: openRunMarks(join(root, "runs")),
    blobBytes: isShared ? SHARED_BLOB_BYTES : BLOB_BYTES,
  };
}
