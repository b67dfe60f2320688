import { parentPort, workerData } from "node:worker_threads";
import { collide, createStats } from "abut";
import { createModel } from "./models.mjs";
import { buildPaperTree, PAPER_QUERY } from "./papers/paper-method.mjs";
import { createPlacements } from "./placements.mjs";

// A query reads the corners of a triangle just before it tests it. Trees whose `corners` write down what is read
// therefore tell which triangles were tested; the counter of the query says whether none was missed.

const { model, kind, test, seed, side, count, limit } = workerData;
const tree = buildPaperTree(kind, createModel(model).mesh);
const slotsA = [];
const slotsB = [];
const a = { ...tree, corners: recordReads(tree.corners, slotsA) };
const b = { ...tree, corners: recordReads(tree.corners, slotsB) };
const placementOf = [];
const stats = createStats();

const placements = createPlacements({ seed, count, side });
for (let i = 0; i < count && placementOf.length < limit; i++) {
  collide(a, b, { ...placements[i], ...PAPER_QUERY, test, stats });
  for (let k = 0; k < stats.triangleTests; k++) placementOf.push(i);
  if (slotsA.length !== placementOf.length || slotsB.length !== placementOf.length)
    throw new Error(
      `${placementOf.length} triangle tests, but ${slotsA.length} and ${slotsB.length} triangles read`,
    );
}
parentPort.postMessage({
  placement: Uint32Array.from(placementOf),
  a: Uint32Array.from(slotsA, (slot) => tree.triangles[slot]),
  b: Uint32Array.from(slotsB, (slot) => tree.triangles[slot]),
});

/** The same numbers, with the slot of each triangle whose first corner is read added to `log`. */
function recordReads(corners, log) {
  return new Proxy(corners, {
    get(target, key) {
      const at = Number(key);
      if (at % 3 === 0) log.push(at / 3);
      return target[key];
    },
  });
}
