import { buildAabbTree, findPairs } from "abut";
import { findPairsByLayers } from "abut/papers";
import { kernelRuns, withoutKernels } from "../../dist/internals.js";
import { cpuMilliseconds } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPath, createPlacements, relativePose, tuneCube } from "../placements.mjs";
import { significant, times, whole } from "../table.mjs";
import { createDeforming, DEFORMING } from "./deforming-scenes.mjs";
import { createRecord } from "./record.mjs";
import { SAMPLES } from "./samples.mjs";

export const description = "Xing, Liu, Xu 2010: layer by layer against descent, rigid and deforming models";

const MODELS = ["torus", "teapot", "ship", "grid"];
const FULL = { placements: 100, frames: 40, rounds: 3 };
const QUICK = { placements: 40, frames: 15, rounds: 2 };

export async function run(options) {
  const { quick, seed, placements, models, progress } = options;
  const amounts = { ...(quick ? QUICK : FULL), ...(placements && { placements }) };
  console.log(
    "Y.-S. Xing, X. P. Liu, S.-P. Xu, Efficient Collision Detection Based on AABB Trees and Sort Algorithm",
  );
  console.log(describeEnvironment(seed));
  const rigid = [];
  for (const name of chooseModels(MODELS, models)) {
    progress.show(`${name}, rigid`);
    rigid.push(...measureRigid(name, seed, amounts));
  }
  const deforming = [];
  for (const scene of DEFORMING) {
    progress.show(scene.title);
    deforming.push(measureDeforming(scene, amounts));
  }
  const record = createRecord(
    "layers",
    options,
    `${amounts.placements} placements, ${amounts.frames} frames; processor times, the least of ${amounts.rounds} interleaved rounds`,
  );
  if (options.record) record.sample = SAMPLES.layers();
  progress.clear();
  const columns = [
    "<models",
    "<motion",
    "pairs",
    "descent, kernels µs",
    "descent µs",
    "layers µs",
    "order kept µs",
    "of the descent's",
    "by axes µs",
    "by axes, order kept µs",
    "of the descent's",
    "box tests",
    "layers'",
    "by axes'",
  ];
  record.table("rigid", "All pairs of two rigid models, a query", columns, rigid.map(rowOf), [
    "Processor time; all in TypeScript except the column with kernels, which are the default of findPairs. placements: at random, 60 % meet. path: in 25 steps from one placement to the next.",
  ]);
  record.table(
    "deforming",
    "All pairs while one model deforms, a frame, refit not counted",
    columns,
    deforming.map(rowOf),
    [
      "layers: by abut's segment sort in TypeScript. by axes: by the paper's, which sorts the ends of all boxes on each axis, then cuts. Order kept: from frame to frame.",
      "box tests: pairs of boxes tested by descent; layers': pairs that overlap on x within a cell of the sort; by axes': pairs that overlap on any axis within a cell, counted on each axis and in each cell.",
    ],
  );
  const all = [...rigid, ...deforming];
  const relative = (key) => all.map((row) => row[key] / row.descent);
  record.bars("layers.svg", {
    title: "All pairs layer by layer, descent in TypeScript = 1",
    xTitle:
      "rigid models placed at random and on a path; deforming: waving sheets, two sheets, twisting tori",
    yTitle: "× the time of the descent in TypeScript, logarithmic",
    yScale: "log",
    from: 1,
    labels: all.map(({ label }) => label),
    series: [
      { name: "layers from scratch", values: relative("layers") },
      { name: "layers, order kept", values: relative("kept") },
      { name: "by axes, order kept", values: relative("axesKept") },
      { name: "descent by kernels", values: relative("kernels") },
    ],
  });
  record.finish();
}

function rowOf({
  title,
  motion,
  pairs,
  kernels,
  descent,
  layers,
  kept,
  axes,
  axesKept,
  boxTests,
  layerTests,
  axesTests,
}) {
  return [
    title,
    motion,
    whole(pairs),
    significant(1000 * kernels),
    significant(1000 * descent),
    significant(1000 * layers),
    significant(1000 * kept),
    times(kept / descent),
    significant(1000 * axes),
    significant(1000 * axesKept),
    times(axesKept / descent),
    whole(boxTests),
    whole(layerTests),
    whole(axesTests),
  ];
}

function measureRigid(name, seed, { placements, rounds }) {
  const { mesh, title, size } = createModel(name);
  const tree = buildAabbTree(mesh);
  const collides = (aToWorld, bToWorld) => findPairs(tree, tree, { aToWorld, bToWorld }).count > 0;
  const { side } = tuneCube({ seed, count: Math.min(400, placements), size, collides, tolerance: 0.05 });
  const random = createPlacements({ seed, count: placements, side }).map(({ aToWorld, bToWorld }) =>
    relativePose(aToWorld, bToWorld),
  );
  const path = createPath({ seed, count: placements, side, stepsBetween: 25 });
  return [
    { title, label: `${title} placed`, motion: "placements", ...compare(tree, tree, random, null, rounds) },
    { title, label: `${title} path`, motion: "path", ...compare(tree, tree, path, null, rounds) },
  ];
}

function measureDeforming(scene, { frames, rounds }) {
  const { a, b, bToWorld, deform } = createDeforming(scene);
  const poses = Array.from({ length: frames }, () => bToWorld);
  const { title, label } = scene;
  return { title, label, motion: "deforming", ...compare(a, b, poses, deform, rounds) };
}

/**
 * Milliseconds a pose for descent, by kernels and in TypeScript, and for layers by either sort without a cache and with one; every answer is compared first.
 * Only the queries are timed. Each way goes through all poses one after the other, as a simulation would; the fastest of
 * several such rounds counts.
 */
function compare(a, b, poses, prepare, rounds) {
  const into = findPairs(a, b);
  const [cache, axesCache] = [{}, {}];
  const sort = "axes";
  const ways = {
    kernels: (bToWorld) => findPairs(a, b, { bToWorld, into }),
    descent: (bToWorld) => withoutKernels(() => findPairs(a, b, { bToWorld, into })),
    layers: (bToWorld) => findPairsByLayers(a, b, { bToWorld, into }),
    kept: (bToWorld) => findPairsByLayers(a, b, { bToWorld, into, cache }),
    axes: (bToWorld) => findPairsByLayers(a, b, { bToWorld, into, sort }),
    axesKept: (bToWorld) => findPairsByLayers(a, b, { bToWorld, into, sort, cache: axesCache }),
  };
  const sums = { pairs: 0, boxTests: 0, layerTests: 0, axesTests: 0 };
  poses.forEach((bToWorld, frame) => {
    prepare?.(frame);
    const { count, pairs, stats } = findPairs(a, b, { bToWorld });
    const byLayers = findPairsByLayers(a, b, { bToWorld, cache });
    const byAxes = findPairsByLayers(a, b, { bToWorld, sort, cache: axesCache });
    for (const other of [byLayers, byAxes])
      if (pairs.join() !== other.pairs.join()) throw new Error(`the answers differ at pose ${frame}`);
    sums.pairs += count / poses.length;
    sums.boxTests += stats.boxTests / poses.length;
    sums.layerTests += byLayers.stats.boxTests / poses.length;
    sums.axesTests += byAxes.stats.boxTests / poses.length;
  });
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, way] of Object.entries(ways)) {
      const before = kernelRuns.pairs;
      const time = timeOf(way, poses, prepare) / poses.length;
      if (round > 0 && (name === "kernels") !== kernelRuns.pairs > before)
        throw new Error(`${name}: ${kernelRuns.pairs - before} queries were answered by kernels`);
      if (round > 0) times[name].push(time); // V8 compiles in the first
    }
  const least = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, Math.min(...all)]));
  return { ...sums, ...least };
}

/** Processor time of one way through all poses; what `prepare` does is not counted. */
function timeOf(way, poses, prepare) {
  if (prepare === null) return cpuMilliseconds(() => poses.forEach(way));
  let time = 0;
  poses.forEach((pose, frame) => {
    prepare(frame);
    time += cpuMilliseconds(() => way(pose));
  });
  return time;
}
