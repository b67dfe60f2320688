import { Worker } from "node:worker_threads";

/**
 * The triangle pairs that a query of the paper's kind really tests, in order: for each pair the placement, the
 * triangle of a and the triangle of b. Stops after the placement in which `limit` pairs are reached. The recording
 * runs on a thread of its own, because it hands the query trees that V8 has to treat differently, and that would
 * slow the queries measured here.
 */
export function recordTestedPairs(job) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("tested-pairs.worker.mjs", import.meta.url), { workerData: job });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** Nine world coordinates a triangle, as the query sees them, for each recorded pair: 18 numbers. */
export function worldPairs({ mesh, placements, recorded }) {
  const out = new Float64Array(18 * recorded.placement.length);
  for (let i = 0; i < recorded.placement.length; i++) {
    const { aToWorld, bToWorld } = placements[recorded.placement[i]];
    moveTriangle(mesh, recorded.a[i], aToWorld, out, 18 * i);
    moveTriangle(mesh, recorded.b[i], bToWorld, out, 18 * i + 9);
  }
  return out;
}

export function moveTriangle({ positions, indices }, triangle, pose, out, at) {
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * indices[3 * triangle + corner];
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    const to = at + 3 * corner;
    out[to] = pose[0] * x + pose[4] * y + pose[8] * z + pose[12];
    out[to + 1] = pose[1] * x + pose[5] * y + pose[9] * z + pose[13];
    out[to + 2] = pose[2] * x + pose[6] * y + pose[10] * z + pose[14];
  }
}
