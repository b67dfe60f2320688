import { parentPort, workerData } from "node:worker_threads";
import { collideRecursively } from "abut/papers";
import { AABB_COUNT, AABB_STRIDE, OBB_COUNT, OBB_LINK_STRIDE } from "../dist/internals.js";
import { createModel } from "./models.mjs";
import { buildPaperTree } from "./papers/paper-method.mjs";
import { createPlacements } from "./placements.mjs";

// A query asks how many triangles a leaf holds just before it tests them. Trees whose `links` write down such
// questions therefore tell which leaves were tested; the query's own counter says whether none was missed.

const { model, kind, test, seed, side, count, limit } = workerData;
const [stride, countWord] = kind === "aabb" ? [AABB_STRIDE, AABB_COUNT] : [OBB_LINK_STRIDE, OBB_COUNT];
const tree = buildPaperTree(kind, createModel(model).mesh);
const slotsA = [];
const slotsB = [];
const a = { ...tree, links: recordLeaves(tree.links, slotsA) };
const b = { ...tree, links: recordLeaves(tree.links, slotsB) };
const placementOf = [];
const stats = {};

const placements = createPlacements({ seed, count, side });
for (let i = 0; i < count && placementOf.length < limit; i++) {
  collideRecursively(a, b, { ...placements[i], test, stats });
  for (let k = 0; k < stats.triangleTests; k++) placementOf.push(i);
  if (slotsA.length !== placementOf.length || slotsB.length !== placementOf.length)
    throw new Error(`${placementOf.length} triangle tests, but ${slotsA.length} and ${slotsB.length} leaves`);
}
parentPort.postMessage({
  placement: Uint32Array.from(placementOf),
  slotA: Uint32Array.from(slotsA),
  slotB: Uint32Array.from(slotsB),
});

/** A view of `links` that adds the slot of a leaf to `log` when the leaf's count is read. */
function recordLeaves(links, log) {
  return new Proxy(links, {
    get(target, key) {
      const at = Number(key);
      if (at % stride === countWord) log.push(~target[at - 1]); // the link stands before the count
      return target[key];
    },
  });
}
