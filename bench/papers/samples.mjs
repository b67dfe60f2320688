import { buildAabbTree, buildRTree, collide, distance, findPairs, findSelfPairs, refit } from "abut";
import { createArticulatedBody, findLinkPairs, setPose } from "abut/articulated";
import { createDynamicTree, createSegmentSort } from "abut/broadphase";
import { convexPatches, createSegmentSortByAxes, createSweepAndPrune, findPairsByLayers } from "abut/papers";
import * as primitives from "abut/primitives";
import { approachPose, createApproaches, measureModel } from "../approaches.mjs";
import { createMovingBoxes } from "../boxes.mjs";
import { createModel } from "../models.mjs";
import { createPlacements, scalePose, tuneCube } from "../placements.mjs";
import { createChainScene } from "../scenes/chains.mjs";
import { createHandScene } from "../scenes/hand.mjs";
import { countAnswers, createQuestions } from "./box-questions.mjs";
import { HEIGHT_TREES, testsByHeight } from "./deform-heights.mjs";
import { SEQUENCES } from "./deform-sequences.mjs";
import { createDeforming, DEFORMING } from "./deforming-scenes.mjs";
import { buildPaperTree, NONUNIFORM_SCALE, PAPER_QUERY, SPLITS } from "./paper-method.mjs";
import { refitOperations } from "./refit-operations.mjs";

// Small samples of what the papers' benchmarks count. A record keeps its benchmark's sample, and test/bench/paper-pages.test.ts counts it
// again: a page whose counts have become stale fails. All are whole numbers that depend on nothing but the code and the seed.

const SEED = 1;

export const SAMPLES = {
  bergen: sampleBergen,
  figueiredo: sampleFigueiredo,
  "best-axis": sampleBestAxis,
  xing: sampleXing,
  layers: sampleLayers,
  deform: sampleDeform,
  cab: sampleCab,
};

/** Per model and method [hits, box tests, triangle tests] of 200 placements; [arithmetic, bit operations] of a refit. */
function sampleBergen() {
  const counts = {};
  for (const name of ["torus", "spacecraft", "teapot"]) {
    const { mesh, placements } = place(name, 200);
    for (const kind of ["obb", "aabb"])
      for (const test of ["sat", "sat-lite"])
        counts[`${name}, ${kind}, ${test}`] = count(
          buildPaperTree(kind, mesh),
          { ...PAPER_QUERY, test },
          placements,
        );
    for (const split of SPLITS)
      counts[`${name}, ${split}`] = count(
        buildAabbTree(mesh, { split, leafSize: 1 }),
        PAPER_QUERY,
        placements,
      );
    const scaled = placements.map(({ aToWorld, bToWorld }) => ({
      aToWorld,
      bToWorld: scalePose(bToWorld, NONUNIFORM_SCALE),
    }));
    counts[`${name}, scaled`] = count(buildPaperTree("aabb", mesh), PAPER_QUERY, scaled);
    for (const kind of ["f64", "f32"]) counts[`${name}, refit, ${kind}`] = refitOperations(mesh, kind);
  }
  return counts;
}

/**
 * Per model and rule [hits, box tests, triangle tests] of 200 placements, with the tutorial's leaves; of its box test [yes, denied by
 * meetsBox, box tests], of its sweep [hits, later than sweepBox's, box tests, triangle tests].
 */
function sampleBestAxis() {
  const counts = {};
  for (const name of ["torus", "spacecraft", "teapot"]) {
    const { mesh, size, placements } = place(name, 200);
    const questions = createQuestions(placements, size);
    for (const split of ["best-axis", "midpoint", "sah"]) {
      const tree = buildAabbTree(mesh, { split, leafSize: 4 });
      counts[`${name}, ${split}`] = count(tree, {}, placements);
      const { met, denied, boxTests, hits, later, sweepBoxTests, sweepTriangleTests } = countAnswers(
        tree,
        questions,
      );
      counts[`${name}, ${split}, box test`] = [met, denied, boxTests];
      counts[`${name}, ${split}, sweep`] = [hits, later, sweepBoxTests, sweepTriangleTests];
    }
  }
  return counts;
}

/** Per method [pairs, comparisons, swaps, overlap checks] of 500 and 2,000 boxes, the sum of five coherent steps. */
function sampleXing() {
  const methods = {
    "paper's segment sort": createSegmentSortByAxes,
    "sweep and prune, flags": () => createSweepAndPrune({ flags: true }),
    "sweep and prune": () => createSweepAndPrune(),
    "segment sort": createSegmentSort,
    "dynamic tree": createDynamicTree,
  };
  const counts = {};
  for (const boxCount of [500, 2000])
    for (const [name, create] of Object.entries(methods)) {
      const { boxes, step } = createMovingBoxes({ count: boxCount, seed: SEED });
      const phases = [create(), createSegmentSort()];
      for (const phase of phases) {
        for (let at = 0; at < boxes.length; at += 6) phase.add(boxes.subarray(at, at + 6));
        phase.update();
      }
      const sums = [0, 0, 0, 0];
      for (let k = 0; k < 5; k++) {
        step();
        for (const phase of phases) phase.moveAll(boxes);
        const { count: pairs } = phases[0].update();
        if (pairs !== phases[1].update().count) throw new Error(`${name}: other pairs than segment sort's`);
        const { comparisons, swaps, overlapChecks } = phases[0].stats;
        [pairs, comparisons, swaps, overlapChecks].forEach((value, i) => {
          sums[i] += value;
        });
      }
      counts[`${name}, ${boxCount}`] = sums;
    }
  return counts;
}

/**
 * Per sort [pairs, box tests by layers] of 20 placements of two tori, and of 10 frames of a waving sheet on a torus with the order kept.
 */
function sampleLayers() {
  const { mesh, placements } = place("torus", 100);
  const tree = buildAabbTree(mesh);
  const counts = {};
  for (const sort of ["lists", "axes"]) {
    const torus = [0, 0];
    for (const placement of placements.slice(0, 20)) addCounts(torus, tree, tree, { ...placement, sort });
    counts[`torus, ${sort}`] = torus;
    const { a, b, bToWorld, deform } = createDeforming(DEFORMING[0]);
    const cache = {};
    const sheet = [0, 0];
    for (let frame = 0; frame < 10; frame++) {
      deform(frame);
      addCounts(sheet, a, b, { bToWorld, sort, cache });
    }
    counts[`waving sheet, ${sort}`] = sheet;
  }
  return counts;
}

function addCounts(sums, a, b, options) {
  const { count: pairs, stats } = findPairsByLayers(a, b, options);
  sums[0] += pairs;
  sums[1] += stats.boxTests;
}

/**
 * Per sequence and way [pairs, box tests of the refitted tree, of a rebuilt one] in its last frame; and per tree the box tests of the refitted
 * one [all, below half its height].
 */
function sampleDeform() {
  const ways = {
    descent: {},
    "every layer": { by: "every-layer" },
    "every layer, axes": { by: "every-layer", sort: "axes" },
  };
  const counts = {};
  for (const [name, { create }] of Object.entries(SEQUENCES)) {
    const { mesh, moveTo } = create(SEED, 12);
    const tree = buildAabbTree(mesh);
    moveTo(1);
    refit(tree);
    for (const [way, by] of Object.entries(ways)) {
      const options = { exclude: "shared-vertex", ...by };
      const refitted = findSelfPairs(tree, options);
      const rebuilt = findSelfPairs(buildAabbTree(mesh), options);
      counts[`${name}, ${way}`] = [refitted.count, refitted.stats.boxTests, rebuilt.stats.boxTests];
    }
    for (const [title, options] of Object.entries(HEIGHT_TREES)) {
      moveTo(0);
      const tree = buildAabbTree(mesh, options);
      moveTo(1);
      refit(tree);
      const { tests, lower } = testsByHeight(tree);
      counts[`${name}, heights of ${title} tree`] = [tests, lower];
    }
  }
  return counts;
}

/** Per table and method [#coll, #false] of 40 frames between the bodies; and the patches of a dented link. */
function sampleCab() {
  const scenes = {
    "3:1": createChainScene(primitives, { links: 8, frames: 400, seed: SEED, ratio: 3 }),
    "6:1": createChainScene(primitives, { links: 8, frames: 400, seed: SEED, ratio: 6 }),
    dented: createChainScene(primitives, { links: 8, frames: 400, seed: SEED, ratio: 6, shape: "dented" }),
    braided: createChainScene(primitives, { links: 8, frames: 400, seed: SEED, ratio: 6, motion: "braid" }),
    hand: createHandScene(primitives, { frames: 400, seed: SEED }),
  };
  const counts = {};
  for (const [name, scene] of Object.entries(scenes)) {
    const bodies = scene.bodies.map((links) => createArticulatedBody(links));
    const variants = [
      ...["brute", "aabb+", "aabb*", "obb", "cab"].map((method) => ({ method })),
      ...["sum", "signed"].map((rule) => ({ method: "cab", rule })),
    ];
    for (const variant of variants) {
      const sums = [0, 0, 0];
      for (let frame = 0; frame < scene.frames; frame += 10) {
        for (const [k, body] of bodies.entries()) setPose(body, scene.valuesAt(frame, k));
        const { stats } = findLinkPairs(bodies[0], bodies[1], variant);
        sums[0] += stats.candidates;
        sums[1] += stats.falseAlarms;
        sums[2] += stats.linkBoxTests;
      }
      counts[[name, ...Object.values(variant)].join(", ")] = sums;
    }
  }
  counts["patches of a dented link"] = [convexPatches(scenes.dented.bodies[0][0].mesh).length];
  return counts;
}

/** Two copies of a model at random placements, of which 60 % meet. */
export function place(name, count) {
  const { mesh, size } = createModel(name);
  const tree = buildAabbTree(mesh);
  const { side } = tuneCube({
    seed: SEED,
    count,
    size,
    collides: (aToWorld, bToWorld) => collide(tree, tree, { aToWorld, bToWorld }),
  });
  return { mesh, size, placements: createPlacements({ seed: SEED, count, side }) };
}

function count(tree, { ask = collideDepthFirst, ...query }, placements) {
  const stats = {};
  const sums = [0, 0, 0];
  for (const placement of placements) {
    if (ask(tree, tree, { ...query, ...placement, stats })) sums[0]++;
    sums[1] += stats.boxTests;
    sums[2] += stats.triangleTests;
  }
  return sums;
}

/** Without kernels, whose f32 boxes may count a few more tests. */
function collideDepthFirst(a, b, options) {
  return collide(a, b, { order: "depth-first", ...options });
}

/** Per algorithm and distance [pairs, box tests, triangle tests] of two grids on four approaches; version 2 also on Guttman's trees. */
function sampleFigueiredo() {
  const distances = [0.2, 0.1, 0];
  const { mesh } = createModel("grid", Float32Array);
  const measures = measureModel(mesh.positions);
  const fast = buildAabbTree(mesh);
  const approaches = createApproaches({
    seed: SEED,
    count: 4,
    a: measures,
    b: measures,
    distances,
    distance: (bToWorld) => distance(fast, fast, { bToWorld, witness: "first" }).distance,
    collides: (bToWorld) => collide(fast, fast, { bToWorld }),
  });
  const tree = buildRTree(mesh);
  const asGuttman = buildRTree(mesh, { pack: false, measure: "volume" });
  const ways = {
    "version-1": [tree, "version-1"],
    "version-2": [tree, "version-2"],
    "version-2-merged": [tree, "version-2-merged"],
    "version-2, inserted by volume": [asGuttman, "version-2"],
  };
  const counts = {};
  for (const [name, [trees, algorithm]] of Object.entries(ways))
    distances.forEach((relative, way) => {
      const sums = [0, 0, 0];
      for (const approach of approaches) {
        const bToWorld = approachPose(measures, measures, approach, approach.ways[way]);
        const { count: pairs, stats } = findPairs(trees, trees, { bToWorld, algorithm });
        sums[0] += pairs;
        sums[1] += stats.boxTests;
        sums[2] += stats.triangleTests;
      }
      counts[`${name}, ${relative.toFixed(2)}`] = sums;
    });
  return counts;
}
