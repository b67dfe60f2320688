import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openBlobFiles } from "./blob-files.ts";
import { createBucketCopies } from "./bucket-copies.ts";
import type { FetchAnswer, FetchRequest } from "./fetch-now.ts";
import { readS3Address } from "./s3-address.ts";
import { describeS3Failure, openBucket } from "./s3-bucket.ts";
import { copiesOf } from "./s3-store.ts";

// The file of a thread that fetches blobs of a bucket for another thread, which waits.

const { path, port } = workerData as { path: string; port: MessagePort };
if (parentPort === null) throw new Error("fetch-thread: must be started as a worker thread");
const own = parentPort;
const { packs, blobs } = copiesOf(path);
const opened = openBucket(readS3Address(path)).then((bucket) =>
  createBucketCopies(path, bucket, packs, openBlobFiles(blobs)),
);

own.on("message", async (request: FetchRequest) => {
  if (request.kind === "end") {
    port.close();
    own.close();
    return;
  }
  let answer: FetchAnswer = null;
  try {
    await (await opened).remote.fetch([request.name]);
  } catch (error) {
    answer = describeS3Failure(error);
  }
  port.postMessage(answer);
  Atomics.store(request.done, 0, 1);
  Atomics.notify(request.done, 0);
});
