import { Worker } from "node:worker_threads";

/**
 * The leaf pairs that queries of the paper's kind really reach, in order: for each the placement, the slot in tree a
 * and the slot in tree b, one triangle each. Stops after the placement in which `limit` pairs are reached. The
 * recording runs on a thread of its own, because it hands the query trees that V8 has to treat differently, and that
 * would slow the queries measured here.
 */
export function recordTestedPairs(job) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("tested-pairs.worker.mjs", import.meta.url), { workerData: job });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
