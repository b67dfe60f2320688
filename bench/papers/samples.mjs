import { buildAabbTree, buildRTree, collide, distance, findPairs } from "abut";
import { approachPose, createApproaches, measureModel } from "../approaches.mjs";
import { createModel } from "../models.mjs";
import { createPlacements, tuneCube } from "../placements.mjs";
import { buildPaperTree, PAPER_QUERY, SPLITS } from "./paper-method.mjs";

// Small samples of what the papers' benchmarks count. A record keeps its benchmark's sample, and test/bench/paper-pages.test.ts counts it
// again: a page whose counts have become stale fails. All are whole numbers that depend on nothing but the code and the seed.

const SEED = 1;

export const SAMPLES = {
  bergen: sampleBergen,
  figueiredo: sampleFigueiredo,
  "best-axis": sampleBestAxis,
};

/** Per model and method [hits, box tests, triangle tests] of 200 placements. */
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
  }
  return counts;
}

/** Per model and rule [hits, box tests, triangle tests] of 200 placements, with the tutorial's leaves. */
function sampleBestAxis() {
  const counts = {};
  for (const name of ["torus", "spacecraft", "teapot"]) {
    const { mesh, placements } = place(name, 200);
    for (const split of ["best-axis", "midpoint", "sah"])
      counts[`${name}, ${split}`] = count(buildAabbTree(mesh, { split, leafSize: 4 }), {}, placements);
  }
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
  return { mesh, placements: createPlacements({ seed: SEED, count, side }) };
}

function count(tree, query, placements) {
  const stats = {};
  const sums = [0, 0, 0];
  for (const placement of placements) {
    // Without kernels, whose f32 boxes may count a few more tests.
    if (collide(tree, tree, { order: "depth-first", ...query, ...placement, stats })) sums[0]++;
    sums[1] += stats.boxTests;
    sums[2] += stats.triangleTests;
  }
  return sums;
}

/** Per algorithm and distance [pairs, box tests, triangle tests] of two grids on four approaches. */
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
  const counts = {};
  for (const algorithm of ["version-1", "version-2", "version-2-merged"])
    distances.forEach((relative, way) => {
      const sums = [0, 0, 0];
      for (const approach of approaches) {
        const bToWorld = approachPose(measures, measures, approach, approach.ways[way]);
        const { count: pairs, stats } = findPairs(tree, tree, { bToWorld, algorithm });
        sums[0] += pairs;
        sums[1] += stats.boxTests;
        sums[2] += stats.triangleTests;
      }
      counts[`${algorithm}, ${relative.toFixed(2)}`] = sums;
    });
  return counts;
}
