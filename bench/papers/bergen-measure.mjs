import { buildAabbTree, buildObbTree, collide, refit } from "abut";
import {
  beginLeafPairs,
  createPairContext,
  kernelRuns,
  leavesMeet,
  withoutKernels,
} from "../../dist/internals.js";
import { cpuClock } from "../cpu-time.mjs";
import { interleave } from "../measure.mjs";
import { createModel } from "../models.mjs";
import { createPlacements, tuneCube } from "../placements.mjs";
import { recordTestedPairs } from "../tested-pairs.mjs";
import { addCosts, countHits, countQueries } from "./bergen-queries.mjs";
import { measureScale } from "./bergen-scale.mjs";
import { buildPaperTree, PAPER_QUERY, SPLITS } from "./paper-method.mjs";

export const KINDS = ["obb", "aabb"];
export const TESTS = ["sat", "sat-lite"];

const SIZE_QUERY = { descend: "larger", order: "depth-first" };

// From the paper's method to abut's defaults, one change a row: the tree, the query, and in the last row kernels instead of TypeScript.
export const STEPS = [
  ["the paper, SAT", { split: "midpoint", leafSize: 1 }, { ...PAPER_QUERY, test: "sat" }],
  ["SAT lite", { split: "midpoint", leafSize: 1 }, PAPER_QUERY],
  [
    "both children tested at once",
    { split: "midpoint", leafSize: 1 },
    { descend: "larger-volume", order: "depth-first" },
  ],
  ["larger sum of extents first", { split: "midpoint", leafSize: 1 }, SIZE_QUERY],
  ["split by SAH", { leafSize: 1 }, SIZE_QUERY],
  ["two triangles a leaf", {}, SIZE_QUERY],
  ["split both nodes", {}, { order: "depth-first" }],
  ["deepest overlap first", {}, {}],
  ["kernels (default)", {}, {}, true],
];

/** All that the tables need of one model. */
export async function measureModel(name, seed, amounts, progress, built) {
  const show = (what) => progress.show(`${name}: ${what}`);
  show("build and tune the cube");
  const { title, mesh, size } = createModel(name);
  const count = amounts.placements;
  const fast = buildAabbTree(mesh);
  const { side } = tuneCube({
    seed,
    count,
    size,
    collides: (aToWorld, bToWorld) => collide(fast, fast, { aToWorld, bToWorld }),
  });
  const placements = createPlacements({ seed, count, side });
  const model = { name, mesh, size, placements, cube: { seed, side, count } };

  const methods = {};
  for (const kind of KINDS)
    for (const test of TESTS)
      methods[`${kind} ${test}`] = { tree: buildPaperTree(kind, mesh), query: { ...PAPER_QUERY, test } };
  const tests = measureQueries(model, methods, amounts, show);
  for (const kind of KINDS)
    for (const test of TESTS) {
      const method = `${kind} ${test}`;
      const cp = await measureTriangleTest(model, { kind, test }, methods[method].tree, amounts, show);
      addCosts(tests[method], cp);
    }

  const stepMethods = Object.fromEntries(
    STEPS.map(([step, treeOptions, query, kernels]) => [
      step,
      { tree: buildAabbTree(mesh, treeOptions), query, kernels },
    ]),
  );
  const steps = measureQueries(model, stepMethods, amounts, show);
  const splitMethods = Object.fromEntries(
    SPLITS.map((split) => [split, { tree: buildAabbTree(mesh, { split, leafSize: 1 }), query: PAPER_QUERY }]),
  );
  const splits = measureQueries(model, splitMethods, amounts, show);
  const lite = "aabb sat-lite";
  const scale = measureScale(model, methods[lite].tree, methods[lite].query, tests[lite].cp, amounts, show);
  // Table 3 takes the OBB tree with the full test and the AABB tree with the lite one.
  const operations = {
    ...built,
    testObb: tests["obb sat"].time / count,
    testAabb: tests[lite].time / count,
  };
  const bytes = Object.fromEntries(KINDS.map((kind) => [kind, bytesOf(methods[`${kind} sat`].tree)]));
  const triangles = mesh.triangleCount;
  return { name, title, mesh, triangles, side, tests, scale, steps, splits, operations, bytes };
}

/** Bytes a triangle, the mesh itself not counted. */
function bytesOf({ nodes, corners, triangles, mesh }) {
  return (nodes.byteLength + corners.byteLength + triangles.byteLength) / mesh.triangleCount;
}

/**
 * For each method: hits, the counters and exit axes of all placements, and the median time of a pass in ms. A method runs in TypeScript
 * unless it wants `kernels`.
 */
function measureQueries({ placements }, methods, { rounds }, show) {
  const results = {};
  const contestants = {};
  for (const [name, { tree, query, kernels = false }] of Object.entries(methods)) {
    show(`count, ${name}`);
    const within = kernels ? (work) => work() : withoutKernels;
    const before = kernelRuns.pairs;
    results[name] = within(() => countQueries(tree, query, placements));
    if (kernels !== kernelRuns.pairs > before)
      throw new Error(`${name}: ${kernelRuns.pairs - before} queries were answered by kernels`);
    contestants[name] = { run: () => within(() => countHits(tree, query, placements)) };
  }
  const hits = new Set(Object.values(results).map((result) => result.hits));
  if (hits.size > 1) throw new Error(`the methods disagree: ${[...hits].join(", ")} hits`);
  const onRound = (round) => show(`time, round ${round} of ${rounds}`);
  const medians = interleave(contestants, { rounds, onRound, clock: cpuClock });
  for (const name of Object.keys(methods)) results[name].time = medians[name];
  return results;
}

/** Microseconds a triangle test: the recorded pairs again, through the query's own last stage and nothing else. */
async function measureTriangleTest(
  { name, placements, cube, size },
  method,
  tree,
  { recorded: limit },
  show,
) {
  show(`replay the triangle tests, ${method.kind} ${method.test}`);
  const { placement, slotA, slotB } = await recordTestedPairs({ model: name, ...method, ...cube, limit });
  const reach = 6 * (size + cube.side); // no two corners are farther apart
  const context = createPairContext();
  context.aMoves = context.bMoves = true;
  const run = () => {
    let meet = 0;
    for (let i = 0; i < placement.length; i++) {
      if (placement[i] !== placement[i - 1]) {
        const { aToWorld, bToWorld } = placements[placement[i]];
        context.aToWorld.set(aToWorld);
        context.bToWorld.set(bToWorld);
        beginLeafPairs(context, tree, tree, reach);
      }
      if (leavesMeet(context, tree, slotA[i], 1, tree, slotB[i], 1)) meet++;
    }
    return meet;
  };
  const { replay } = interleave({ replay: { run } }, { rounds: 9, clock: cpuClock });
  return (1000 * replay) / placement.length;
}

/**
 * Milliseconds to build and refit the paper's trees of a model, which have no kernels to build them. To be called for all models before
 * other split rules are built: in a process that had run all five, a midpoint build of the torus took 10.0 ms of processor time, in one that
 * had not, 3.5.
 */
export function measureBuilds(name, { buildRounds }, progress) {
  progress.show(`${name}: builds and refit`);
  const { mesh } = createModel(name);
  const tree = buildPaperTree("aabb", mesh);
  return interleave(
    {
      buildObb: { run: () => buildObbTree(mesh, { leafSize: 1 }).nodeCount },
      buildAabb: { run: () => buildPaperTree("aabb", mesh).nodeCount },
      refitAabb: { run: () => withoutKernels(() => refit(tree)) },
    },
    { rounds: buildRounds, clock: cpuClock },
  );
}

/** Milliseconds to build and refit abut's default tree of a model, in TypeScript and by kernels. */
export function measureOwnBuilds(name, { buildRounds }, progress) {
  progress.show(`${name}: builds and refit of the default tree`);
  const { mesh } = createModel(name);
  const [tree, treeByKernel] = [buildAabbTree(mesh), buildAabbTree(mesh)];
  return interleave(
    {
      buildSah: { run: () => withoutKernels(() => buildAabbTree(mesh).nodeCount) },
      refitSah: { run: () => withoutKernels(() => refit(tree)) },
      buildSahByKernel: { run: () => buildAabbTree(mesh).nodeCount },
      refitSahByKernel: { run: () => refit(treeByKernel) },
    },
    { rounds: buildRounds, clock: cpuClock },
  );
}
