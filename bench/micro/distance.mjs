import { buildAabbTree, buildObbTree, buildRTree, closestPoint, collide, distance } from "abut";
import { meanCpuTimes } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPlacements } from "../placements.mjs";
import { printTable, significant, times, whole } from "../table.mjs";

export const description = "distance and closestPoint in AABB trees, OBB trees and R-trees";

const MODELS = ["torus", "teapot", "ship", "grid"];
const TREES = {
  "AABB tree": (mesh) => buildAabbTree(mesh),
  "OBB tree": (mesh) => buildObbTree(mesh),
  "R-tree, 3 to 8": (mesh) => buildRTree(mesh),
  "R-tree, 2 to 4": (mesh) => buildRTree(mesh, { minChildren: 2, maxChildren: 4 }),
  "R-tree, inserted": (mesh) => buildRTree(mesh, { pack: false }),
};
const FIRST = Object.keys(TREES)[0];
/** The cube that placements are drawn from, in diagonals of the model: most do not meet. */
const CUBE = 1.3;

export function run({ quick, seed, placements: asked, models, progress }) {
  const count = asked ?? (quick ? 20 : 100);
  const rounds = quick ? 3 : 10;
  console.log(describeEnvironment(seed));
  for (const name of chooseModels(MODELS, models)) {
    progress.show(name);
    const model = createModel(name);
    const trees = Object.entries(TREES).map(([tree, build]) => [tree, build(model.mesh)]);
    const apart = createPlacements({ seed, count: 4 * count, side: CUBE * model.size })
      .filter((placement) => !collide(trees[0][1], trees[0][1], placement))
      .slice(0, count);
    const ofPairs = measure(trees, apart, rounds, (tree, placement, stats) =>
      distance(tree, tree, { stats, ...placement }),
    );
    const ofPoints = measure(trees, apart, rounds, (tree, { aToWorld, bToWorld }, stats) =>
      closestPoint(tree, bToWorld.subarray(12, 15), { toWorld: aToWorld, stats }),
    );
    progress.clear();
    print(model, apart.length, ofPairs, ofPoints);
  }
}

/** For each tree the mean tests and milliseconds of a query. Throws unless all trees give the same distances. */
function measure(trees, placements, rounds, query) {
  const stats = {};
  const sumWith = (tree) =>
    placements.reduce((sum, placement) => sum + query(tree, placement, stats).distance, 0);
  const expected = sumWith(trees[0][1]);
  const results = trees.map(([name, tree]) => {
    if (sumWith(tree) !== expected) throw new Error(`${name}: other distances than the ${FIRST}'s`);
    const counts = placements.map((placement) => ({ ...query(tree, placement, stats).stats }));
    const mean = (key) => counts.reduce((sum, tests) => sum + tests[key], 0) / placements.length;
    return { name, boxTests: mean("boxTests"), triangleTests: mean("triangleTests") };
  });
  const contestants = Object.fromEntries(trees.map(([name, tree]) => [name, { run: () => sumWith(tree) }]));
  const means = meanCpuTimes(contestants, rounds);
  return results.map((result) => ({ ...result, ms: means[result.name] / placements.length }));
}

function print({ title, mesh }, count, ofPairs, ofPoints) {
  const cells = (results, k) => [
    significant(1000 * results[k].ms),
    times(results[k].ms / results[0].ms),
    whole(results[k].boxTests),
    whole(results[k].triangleTests),
  ];
  printTable(
    `${title}, ${whole(mesh.triangleCount)} triangles: µs a query (CPU time), relative to the ${FIRST}, box and triangle tests`,
    ["<tree", "distance", "", "boxes", "triangles", "closestPoint", "", "boxes", "triangles"],
    ofPairs.map(({ name }, k) => [name, ...cells(ofPairs, k), ...cells(ofPoints, k)]),
    [`${count} placements that do not meet; closestPoint of b's origin`],
  );
}
