import { buildAabbTree, buildRTree, collide, findPairs, refit, treeQuality } from "abut";
import { insertTriangle, removeTriangle } from "abut/trees";
import { meanCpuTimes } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPlacements, tuneCube } from "../placements.mjs";
import { printTable, significant, times, whole } from "../table.mjs";

export const description = "R-trees: builds, refit, and their algorithms beside the default binary tree";

const MODELS = ["torus", "teapot", "ship", "grid"];

const TREES = {
  "binary, default": (mesh) => buildAabbTree(mesh),
  "packed, sah": (mesh) => buildRTree(mesh),
  "packed, hilbert": (mesh) => buildRTree(mesh, { pack: "hilbert" }),
  "packed, str": (mesh) => buildRTree(mesh, { pack: "str" }),
  inserted: (mesh) => buildRTree(mesh, { pack: false }),
};

/** What is compared in queries: a tree and how it is searched. */
const DEFAULTS = {
  "binary, default": ["binary, default", {}],
  "together, packed by sah": ["packed, sah", {}],
};
const METHODS = {
  ...DEFAULTS,
  "together, by hilbert": ["packed, hilbert", {}],
  "together, by str": ["packed, str", {}],
  "together, inserted": ["inserted", {}],
  "blocks, packed by sah": ["packed, sah", { algorithm: "blocks" }],
  "version 2, packed by sah": ["packed, sah", { algorithm: "version-2" }],
};

export function run({ quick, seed, placements: asked, models, progress }) {
  const count = asked ?? (quick ? 200 : 1000);
  const rounds = quick ? 15 : 60;
  console.log(describeEnvironment(seed));
  const chosen = chooseModels(MODELS, models).map((name) => createModel(name, Float32Array));
  // The two defaults alone, before other algorithms have taught V8 anything else about what they share.
  for (const model of chosen) {
    progress.show(`${model.name}: the defaults`);
    const queries = measureQueries(model, DEFAULTS, { seed, count, rounds: 2 * rounds });
    progress.clear();
    printQueries(model, DEFAULTS, queries);
  }
  for (const model of chosen) {
    progress.show(`${model.name}: builds`);
    const builds = measureBuilds(model.mesh, rounds);
    progress.show(`${model.name}: queries`);
    const queries = measureQueries(model, METHODS, { seed, count, rounds });
    progress.clear();
    printBuilds(model, builds);
    printQueries(model, METHODS, queries);
  }
}

function measureBuilds(mesh, rounds) {
  const contestants = Object.fromEntries(
    Object.entries(TREES).flatMap(([name, build]) => {
      const tree = build(mesh);
      return [
        [`build ${name}`, { run: () => build(mesh).nodeCount }],
        [
          `refit ${name}`,
          {
            run() {
              refit(tree);
              return 1;
            },
          },
        ],
      ];
    }),
  );
  const changed = buildRTree(mesh);
  contestants.change = {
    run() {
      for (let t = 0; t < mesh.triangleCount; t++) removeTriangle(changed, t);
      for (let t = 0; t < mesh.triangleCount; t++) insertTriangle(changed, t);
      return changed.nodeCount;
    },
  };
  return meanCpuTimes(contestants, rounds);
}

function measureQueries({ mesh, size, name }, methods, { seed, count, rounds }) {
  const trees = Object.fromEntries(Object.entries(TREES).map(([key, build]) => [key, build(mesh)]));
  const binary = trees["binary, default"];
  const { side } = tuneCube({
    seed,
    count: Math.max(count, 1000),
    size,
    collides: (aToWorld, bToWorld) => collide(binary, binary, { aToWorld, bToWorld }),
  });
  const placements = createPlacements({ seed, count, side });
  const few = placements.slice(0, Math.ceil(count / (name === "grid" ? 50 : 10)));
  const contestants = {};
  const counters = {};
  for (const [method, [tree, options]] of Object.entries(methods)) {
    const searched = trees[tree];
    contestants[`first ${method}`] = { run: () => countHits(searched, placements, options) };
    contestants[`all ${method}`] = { run: () => countPairs(searched, few, options) };
    counters[method] = {
      first: countTests(placements, (options) => collide(searched, searched, options), options),
      all: countTests(few, (options) => findPairs(searched, searched, options), options),
    };
  }
  const expected = [countHits(binary, placements, {}), countPairs(binary, few, {})];
  for (const [method, [tree, options]] of Object.entries(methods)) {
    const found = [countHits(trees[tree], placements, options), countPairs(trees[tree], few, options)];
    if (found.join() !== expected.join()) throw new Error(`${method}: found ${found}, expected ${expected}`);
  }
  const means = meanCpuTimes(contestants, rounds);
  return { means, counters, count, few: few.length };
}

function countHits(tree, placements, options) {
  let hits = 0;
  for (const { aToWorld, bToWorld } of placements)
    if (collide(tree, tree, { aToWorld, bToWorld, ...options })) hits++;
  return hits;
}

let last;

function countPairs(tree, placements, options) {
  let pairs = 0;
  for (const { aToWorld, bToWorld } of placements) {
    last = findPairs(tree, tree, { aToWorld, bToWorld, into: last, ...options });
    pairs += last.count;
  }
  return pairs;
}

function countTests(placements, query, options) {
  const stats = {};
  const sum = { boxes: 0, triangles: 0 };
  for (const placement of placements) {
    query({ ...options, ...placement, stats });
    sum.boxes += stats.boxTests / placements.length;
    sum.triangles += stats.triangleTests / placements.length;
  }
  return sum;
}

function printBuilds({ title, mesh }, means) {
  const perTriangle = (ms) => whole((1e6 * ms) / mesh.triangleCount);
  printTable(
    `${title}, ${whole(mesh.triangleCount)} triangles: ns a triangle, CPU time`,
    ["<tree", "build", "ms in all", "refit", "nodes", "bytes a triangle", "SAH cost"],
    Object.entries(TREES).map(([name, build]) => {
      const tree = build(mesh);
      const quality = treeQuality(tree);
      return [
        name,
        perTriangle(means[`build ${name}`]),
        significant(means[`build ${name}`]),
        perTriangle(means[`refit ${name}`]),
        whole(quality.nodes),
        whole(tree.buffer.byteLength / mesh.triangleCount),
        significant(quality.sahCost),
      ];
    }),
    [`removeTriangle and insertTriangle together: ${perTriangle(means.change)} ns a triangle`],
  );
}

function printQueries({ title }, methods, { means, counters, count, few }) {
  const cells = (what, method, number) => {
    const { boxes, triangles } = counters[method][what];
    const time = means[`${what} ${method}`];
    return [
      significant((1000 * time) / number),
      times(time / means[`${what} binary, default`]),
      whole(boxes),
      significant(triangles),
    ];
  };
  printTable(
    `${title}: µs a query (CPU time), relative to the binary tree, box and triangle tests a query`,
    ["<method", "first contact", "", "boxes", "triangles", "all pairs", "", "boxes", "triangles"],
    Object.keys(methods).map((method) => [
      method,
      ...cells("first", method, count),
      ...cells("all", method, few),
    ]),
  );
}
