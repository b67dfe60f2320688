import { buildAabbTree, buildRTree, collide, findPairs } from "abut";
import { kernelRuns, withoutKernels } from "../../dist/internals.js";
import { cpuClock } from "../cpu-time.mjs";
import { interleave } from "../measure.mjs";
import { createModel } from "../models.mjs";
import { createPlacements, tuneCube } from "../placements.mjs";

// Whether R-trees can match the binary tree: their algorithms beside it, on other models than the paper's and at random placements.

const MODELS = ["torus", "teapot", "spacecraft", "grid"];
const FULL = { placements: 400, rounds: 5 };
const QUICK = { placements: 100, rounds: 2 };
const METHODS = {
  "binary tree": { binary: true },
  "by kernels": { binary: true, kernels: true },
  together: { algorithm: "together" },
  blocks: { algorithm: "blocks" },
  "version 2": { algorithm: "version-2" },
};

/** Per model and method microseconds a query, for a first contact and for all pairs. All pairs take a tenth of the placements. */
export function measureBeyond({ seed, quick, progress }) {
  const { placements, rounds } = quick ? QUICK : FULL;
  const rows = MODELS.map((name) => {
    progress.show(`${name}: R-trees beside the binary tree`);
    return measureModel(name, { seed, placements, rounds });
  });
  return { placements, rows };
}

function measureModel(name, { seed, placements: count, rounds }) {
  const { title, mesh, size } = createModel(name);
  const binary = buildAabbTree(mesh);
  const { side } = tuneCube({
    seed,
    count: 1000,
    size,
    collides: (aToWorld, bToWorld) => collide(binary, binary, { aToWorld, bToWorld }),
  });
  const placements = createPlacements({ seed, count, side });
  const few = placements.slice(0, count / 10);
  const rTree = buildRTree(mesh);
  const queries = { first: {}, all: {} };
  for (const [method, { binary: isBinary = false, kernels = false, algorithm }] of Object.entries(METHODS)) {
    const tree = isBinary ? buildAabbTree(mesh) : rTree;
    const within = kernels ? (work) => work() : withoutKernels;
    const options = algorithm === undefined ? {} : { algorithm };
    queries.first[method] = { run: () => within(() => countHits(tree, placements, options)) };
    queries.all[method] = { run: () => within(() => countPairs(tree, few, options)) };
    const before = kernelRuns.pairs;
    queries.first[method].run();
    if (kernels !== kernelRuns.pairs > before)
      throw new Error(`${method}: kernels where none are wanted, or none`);
  }
  const micros = (kind, queryCount) => {
    const answers = Object.values(queries[kind]).map(({ run }) => run());
    if (new Set(answers).size > 1) throw new Error(`${name}: the methods disagree: ${answers.join(", ")}`);
    const medians = interleave(queries[kind], { rounds, clock: cpuClock });
    return Object.fromEntries(
      Object.entries(medians).map(([method, ms]) => [method, (1000 * ms) / queryCount]),
    );
  };
  return { title, first: micros("first", count), all: micros("all", few.length) };
}

function countHits(tree, placements, options) {
  let hits = 0;
  for (const { aToWorld, bToWorld } of placements)
    if (collide(tree, tree, { aToWorld, bToWorld, ...options })) hits++;
  return hits;
}

let into;

function countPairs(tree, placements, options) {
  let pairs = 0;
  for (const { aToWorld, bToWorld } of placements) {
    into = findPairs(tree, tree, { aToWorld, bToWorld, into, ...options });
    pairs += into.count;
  }
  return pairs;
}
