import { buildAabbTree, buildObbTree, buildRTree, findPairs } from "abut";
import { withoutKernels } from "../../dist/internals.js";
import { meanCpuTimes } from "../cpu-time.mjs";
import { buildBvh, collectPairs, createGeometry, createMatrix, SAH } from "../versus/three-mesh-bvh.mjs";

// The methods of the benchmark: all pairs of triangles that meet, as the paper's algorithms find them, with counters.

const R_TREE_METHODS = {
  "version 1": "version-1",
  "version 2": "version-2",
  "version 2, merged": "version-2-merged",
  together: "together",
};
export const PEER = "three-mesh-bvh";
/** The AABB tree with the kernels that it has by default. R-trees and OBB trees have none. */
export const KERNELS = "AABB tree, kernels";
export const METHODS = [...Object.keys(R_TREE_METHODS), "AABB tree", KERNELS, "OBB tree", PEER];

/** For each method the query at a pose of b: { prepare, find, count }. */
export function createMethods(a, b) {
  const rTrees = [buildRTree(a), buildRTree(b)];
  const methods = {};
  for (const [name, algorithm] of Object.entries(R_TREE_METHODS)) methods[name] = ours(...rTrees, algorithm);
  const byScript = ours(buildAabbTree(a), buildAabbTree(b));
  methods["AABB tree"] = {
    prepare: byScript.prepare,
    find: (bToWorld) => withoutKernels(() => byScript.find(bToWorld)),
    count: (bToWorld) => withoutKernels(() => byScript.count(bToWorld)),
  };
  methods[KERNELS] = ours(buildAabbTree(a), buildAabbTree(b));
  methods["OBB tree"] = ours(buildObbTree(a), buildObbTree(b));
  methods[PEER] = theirs(a, b);
  return methods;
}

function ours(a, b, algorithm) {
  const into = findPairs(a, b);
  // One object for all poses: V8 takes two microseconds to spread one into another.
  const options = { algorithm, bToWorld: null, into };
  function find(bToWorld) {
    options.bToWorld = bToWorld;
    return findPairs(a, b, options).count;
  }
  return {
    prepare: (bToWorld) => bToWorld,
    find,
    count(bToWorld) {
      const pairs = find(bToWorld);
      const { boxTests, triangleTests } = into.stats;
      return { pairs, boxTests, triangleTests };
    },
  };
}

/** It does not say how many boxes it tests. */
function theirs(a, b) {
  const [bvhA, bvhB] = [a, b].map((mesh) => buildBvh(createGeometry(mesh), SAH));
  const pairs = [];
  return {
    prepare: createMatrix,
    find: (matrix) => collectPairs(bvhA, bvhB, matrix, pairs),
    count(matrix) {
      let triangleTests = 0;
      bvhA.bvhcast(bvhB, matrix, {
        intersectsTriangles() {
          triangleTests++;
          return false;
        },
      });
      return { pairs: collectPairs(bvhA, bvhB, matrix, pairs), boxTests: Number.NaN, triangleTests };
    },
  };
}

/** As Guttman compares boxes. */
const BY_GUTTMAN = { pack: false, measure: "volume" };
/** How else the R-trees might be built: the paper does not say, but Guttman's insertion is what it cites. */
const BUILDS = {
  "packed, 3 to 8 (default)": {},
  "packed, 3 to 8, Hilbert": { pack: "hilbert" },
  "packed, 3 to 8, STR": { pack: "str" },
  "inserted, 3 to 8": { pack: false },
  "inserted, 2 to 4": { pack: false, minChildren: 2, maxChildren: 4 },
  "inserted, 8 to 20": { pack: false, minChildren: 8, maxChildren: 20 },
  "inserted by volume, 3 to 8": { ...BY_GUTTMAN },
  "inserted by volume, 2 to 4": { ...BY_GUTTMAN, minChildren: 2, maxChildren: 4 },
  "inserted by volume, 8 to 20": { ...BY_GUTTMAN, minChildren: 8, maxChildren: 20 },
};

/** Mean box tests of version 2 at each list of poses, for each way to build. */
export function countByBuild(a, b, poseLists) {
  return Object.entries(BUILDS).map(([name, options]) => {
    const { count } = ours(buildRTree(a, options), buildRTree(b, options), "version-2");
    const boxTests = poseLists.map(
      (poses) => poses.reduce((sum, pose) => sum + count(pose).boxTests, 0) / poses.length,
    );
    return { name, boxTests };
  });
}

/**
 * For each method the mean of pairs, tests and milliseconds of processor time a pose. Throws if abut's own methods
 * disagree; `differing` says at how many poses a method found another number of pairs than the AABB tree.
 */
export function measureStep(methods, poses, { rounds, leastMs, warmUpMs }) {
  const results = {};
  const expected = poses.map(methods["AABB tree"].find);
  const contestants = {};
  for (const [name, { prepare, find, count }] of Object.entries(methods)) {
    const prepared = poses.map(prepare);
    const counts = prepared.map(count);
    const mean = (key) => counts.reduce((sum, tests) => sum + tests[key], 0) / poses.length;
    const differing = counts.filter(({ pairs }, i) => pairs !== expected[i]).length;
    if (differing > 0 && name !== PEER) throw new Error(`${name}: other pairs than the AABB tree's`);
    results[name] = {
      pairs: mean("pairs"),
      boxTests: mean("boxTests"),
      triangleTests: mean("triangleTests"),
      differing,
    };
    contestants[name] = { run: () => prepared.reduce((sum, pose) => sum + find(pose), 0) };
  }
  const times = meanCpuTimes(contestants, rounds, { leastMs, warmUpMs });
  for (const name of Object.keys(methods)) results[name].ms = times[name] / poses.length;
  return results;
}
