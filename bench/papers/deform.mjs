import { existsSync, readFileSync } from "node:fs";
import { buildAabbTree, createMesh, findSelfPairs, refit } from "abut";
import { advanceRebuild, degradation, shouldRebuild, startRebuild } from "abut/trees";
import { kernelRuns, withoutKernels } from "../../dist/internals.js";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels } from "../models.mjs";
import { percent, printTable, significant, times, whole } from "../table.mjs";
import { buildBvh, createGeometry, createMatrix, originalNumbers, SAH } from "../versus/three-mesh-bvh.mjs";
import { measureHeights } from "./deform-heights.mjs";
import { SEQUENCES } from "./deform-sequences.mjs";
import { createRecord } from "./record.mjs";
import { SAMPLES } from "./samples.mjs";

export const description =
  "van den Bergen 1997, section 4: refit, rebuild or the rule, and self-collision against three-mesh-bvh";

const FULL = { cells: 40, frames: 24, rounds: 3 };
const QUICK = { cells: 24, frames: 12, rounds: 3 };
const TRUTH = new URL("../../../shared/data/truth/", import.meta.url);
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/**
 * The ways to keep a tree up to date: `limit` is the degradation above which it is rebuilt. By layers it is left as it was built (null), and
 * triangles are sorted in the order of the last frame. By every layer it is refitted, and all its levels are sorted.
 */
const WAYS = {
  "refit only": { limit: Infinity },
  "rule, 1.2": { limit: 1.2 },
  "rule, 1.5": { limit: 1.5 },
  "rule, 2": { limit: 2 },
  "rebuild only": { limit: 0 },
  "rule, 1.5, TypeScript": { limit: 1.5, kernels: false },
  "by layers": { limit: null, by: "layers", kernels: false },
  "by every layer": { limit: Infinity, by: "every-layer", kernels: false },
  "by every layer, axes": { limit: Infinity, by: "every-layer", sort: "axes", kernels: false },
};
/** The times of a sequence of which tables show the frames. */
const SHOWN_TIMES = [0.25, 0.5, 0.75, 1];
const CHARTED = [
  "refit only",
  "rule, 1.5",
  "rebuild only",
  "rule, 1.5, TypeScript",
  "by layers",
  "by every layer",
  "by every layer, axes",
];

export async function run(options) {
  const { quick, seed, models, progress } = options;
  const amounts = quick ? QUICK : FULL;
  console.log(describeEnvironment(seed));
  const names = chooseModels([...Object.keys(SEQUENCES), "cloth"], models);
  const results = names
    .filter((name) => name !== "cloth")
    .map((name) => measureSequence(name, seed, amounts, progress));
  progress.clear();
  if (results.length > 0) {
    const record = createRecord(
      "deform",
      options,
      `${amounts.frames} frames; processor times, medians of ${amounts.rounds} rounds in which all ways have turns`,
    );
    if (options.record) record.sample = SAMPLES.deform();
    printDegradation(record, results);
    printHeights(record, results);
    printWays(record, results, amounts);
    drawCharts(record, results);
    record.finish();
  }
  if (names.includes("cloth")) measureCloth(amounts, progress);
}

/** Every frame in turn for each way, the whole sequence several times; medians a frame. */
function measureSequence(name, seed, { cells, frames, rounds }, progress) {
  const { title, create } = SEQUENCES[name];
  const { mesh, moveTo } = create(seed, cells);
  const poses = Array.from({ length: frames + 1 }, (_, frame) => {
    moveTo(frame / frames);
    return mesh.positions.slice();
  });
  const into = findSelfPairs(buildAabbTree(mesh));
  const ways = Object.entries(WAYS).map(([way, settings]) => ({
    way,
    ...settings,
    ms: [],
    boxTests: 0,
    rebuilds: 0,
  }));
  const steps = [];
  for (let round = 0; round <= rounds; round++) {
    progress.show(`${title}: round ${round} of ${rounds}`);
    for (const result of ways) {
      const within = result.kernels === false ? withoutKernels : (work) => work();
      const before = kernelRuns.self;
      within(() => followFrames(result, { name, mesh, poses, into, steps, round }));
      if ((result.kernels === false) !== (kernelRuns.self === before))
        throw new Error(`${result.way}: ${kernelRuns.self - before} queries were answered by kernels`);
    }
  }
  for (const result of ways) result.ms = result.ms.sort((a, b) => a - b)[rounds >> 1];
  progress.show(`${title}: heights`);
  const heights = measureHeights(create(seed, cells), SHOWN_TIMES);
  return { name, title, triangles: mesh.triangleCount, ways, steps, heights };
}

/** One way through all frames. The first round is for V8, and for the counts of all frames. */
function followFrames(result, { name, mesh, poses, into, steps, round }) {
  const { way, limit, by, sort } = result;
  const frames = poses.length - 1;
  mesh.positions.set(poses[0]);
  let tree = buildAabbTree(mesh);
  result.boxTests = 0;
  result.rebuilds = 0;
  const options = { into, exclude: "shared-vertex", ...(by && { by, cache: {} }), ...(sort && { sort }) };
  let total = 0;
  for (let frame = 1; frame <= frames; frame++) {
    mesh.positions.set(poses[frame]);
    const start = cpuClock();
    if (limit !== null) {
      if (limit > 0) refit(tree);
      if (limit === 0 || (limit < Infinity && shouldRebuild(tree, limit))) {
        tree = buildAabbTree(mesh);
        result.rebuilds++;
      }
    }
    const { stats, count } = findSelfPairs(tree, options);
    total += cpuClock() - start;
    result.boxTests += stats.boxTests;
    if (round > 0) continue;
    steps[frame - 1] ??= { count };
    if (steps[frame - 1].count !== count) throw new Error(`${name}: ${count} pairs in frame ${frame}`);
    steps[frame - 1][way] = stats.boxTests;
    if (way === "refit only") steps[frame - 1].degradation = degradation(tree);
  }
  if (round > 0) result.ms.push(total / frames);
}

function printDegradation(record, results) {
  const rows = results.flatMap(({ title, triangles, steps }, i) => {
    const shown = SHOWN_TIMES.map((share) => Math.round(share * steps.length) - 1);
    return [
      ...(i > 0 ? [null] : []),
      ...shown.map((frame, k) => [
        k === 0 ? `${title}, ${whole(triangles)}` : "",
        String(frame + 1),
        whole(steps[frame].count),
        whole(steps[frame]["rebuild only"]),
        whole(steps[frame]["refit only"]),
        times(steps[frame]["refit only"] / steps[frame]["rebuild only"]),
        significant(steps[frame].degradation),
      ]),
    ];
  });
  record.table(
    "degradation",
    "Where refitting alone degrades: box tests of a self-collision query",
    ["<Sequence, triangles", "frame", "pairs", "rebuilt", "refitted", "ratio", "degradation()"],
    rows,
    [
      "Pairs without a common vertex. degradation() sees the refitted tree alone; the rule compares it with its limit.",
    ],
  );
}

function printHeights(record, results) {
  record.table(
    "heights",
    "Where boxes are tested and where they overlap, refitted trees against rebuilt ones, the frames above together",
    [
      "<Sequence",
      "<tree",
      "box tests",
      "of rebuilt's",
      "in the lower half",
      "mean height",
      "overlap, upper half",
      "lower half",
      "<grows most",
    ],
    results.flatMap(({ title, heights }, i) => [
      ...(i > 0 ? [null] : []),
      ...heights.map((tree, k) => [
        k === 0 ? title : "",
        tree.title,
        whole(tree.tests),
        times(tree.ofRebuilt),
        percent(tree.lower),
        significant(tree.height, 2),
        times(tree.upperGrowth),
        times(tree.lowerGrowth),
        tree.upperGrowth > tree.lowerGrowth ? "high" : "low",
      ]),
    ]),
    [
      "Height of a box with t of n triangles: log t / log n, 0 for one triangle and 1 for the root; the lower half is below 0.5. Overlap: the volume that siblings share, in parts of the root's, refitted / rebuilt. The paper's tree: midpoint, one triangle a leaf; abut's: SAH, two.",
    ],
  );
}

function printWays(record, results, { frames }) {
  record.table(
    "ways",
    `Updating the tree and finding all self pairs, ms of processor time a frame, mean of ${frames}`,
    ["<Sequence", "<way", "rebuilds", "box tests", "ms", "of the best"],
    results.flatMap(({ title, ways }, i) => {
      const best = Math.min(...ways.map(({ ms }) => ms));
      return [
        ...(i > 0 ? [null] : []),
        ...ways.map(({ way, rebuilds, boxTests, ms }, k) => [
          k === 0 ? title : "",
          way,
          String(rebuilds),
          whole(boxTests / frames),
          significant(ms),
          times(ms / best),
        ]),
      ];
    }),
    [
      "The first five ways run in kernels, the others in TypeScript. Rows with equal box tests and no rebuilds did the same work: they differ by noise.",
    ],
  );
}

function drawCharts(record, results) {
  record.bars("deform.svg", {
    title: "A frame of a deforming model: update and self-collision",
    yTitle: "ms of processor time, logarithmic",
    yScale: "log",
    labels: results.map(({ title }) => title),
    series: CHARTED.map((name) => ({
      name,
      values: results.map(({ ways }) => ways.find(({ way }) => way === name).ms),
    })),
  });
  record.lines("deform-degradation.svg", {
    title: "Box tests of a tree that is only refitted, rebuilt = 1",
    xTitle: "frame",
    yTitle: "refitted / rebuilt, logarithmic",
    xScale: "linear",
    series: results.map(({ title, steps }) => ({
      name: title,
      points: steps.map((step, frame) => [frame + 1, step["refit only"] / step["rebuild only"]]),
    })),
  });
}

/** The cloth that falls over a ball, 92,230 triangles, from the exact answers beside the project. */
function measureCloth({ rounds }, progress) {
  const manifestFile = new URL("manifest.json", TRUTH);
  if (!existsSync(manifestFile)) {
    console.log("\nNOTICE: ../shared/data/truth is absent, the cloth is skipped");
    return;
  }
  const { selfCases } = JSON.parse(readFileSync(manifestFile, "utf8"));
  const { mesh: files, expected } = selfCases.find(({ id }) => id === "self_clothball92");
  const positions = new Float32Array(new Float64Array(readBytes(files.verts))); // they are f32 numbers
  const indices = new Uint32Array(readBytes(files.tris));
  const wanted = new Uint32Array(readBytes(expected.pairs));
  const mesh = createMesh({ positions, indices });
  const tree = buildAabbTree(mesh);
  const into = findSelfPairs(tree);
  const geometry = createGeometry(mesh);
  const bvh = buildBvh(geometry, SAH);
  const matrix = createMatrix(IDENTITY);
  const cache = {};
  const refits = Object.fromEntries(
    [0.01, 0.1, 1].map((share) => [`refit ${share}`, { run: () => refitShare(tree, share) }]),
  );
  const found = new Uint32Array(wanted.length);
  progress.show("cloth");
  const ms = interleave(
    {
      all: { run: () => findSelfPairs(tree, { into }).count },
      layers: { run: () => findSelfPairs(tree, { into, by: "layers" }).count },
      kept: { run: () => findSelfPairs(tree, { into, by: "layers", cache }).count },
      strangers: { run: () => findSelfPairs(tree, { into, exclude: "shared-vertex" }).count },
      refit: { run: () => refit(tree) },
      ...refits,
      rule: { run: () => shouldRebuild(tree) },
      build: { run: () => buildAabbTree(mesh) },
      three: { run: () => strangerPairs(bvh, geometry, matrix, found) },
    },
    { rounds, clock: cpuClock },
  );
  const rebuild = measureRebuild(mesh, rounds);
  progress.clear();

  const all = findSelfPairs(tree);
  const strangers = findSelfPairs(tree, { exclude: "shared-vertex" });
  const theirs = strangerPairs(bvh, geometry, matrix, found);
  const isExact = sameNumbers(all.pairs, wanted);
  const isKeptExact = sameNumbers(findSelfPairs(tree, { by: "layers", cache }).pairs, wanted);
  const isSame = sameNumbers(sortedOriginals(found, theirs, geometry, mesh), strangers.pairs);
  const { boxTests, triangleTests, exactTests } = all.stats;
  printTable(
    `Self-collision of the cloth, ${whole(mesh.triangleCount)} triangles, ms of processor time`,
    ["<", "pairs", "ms", "<"],
    [
      ["findSelfPairs", whole(all.count), significant(ms.all), isExact ? "equals the exact answer" : "WRONG"],
      ["findSelfPairs by layers", whole(all.count), significant(ms.layers), "sorted from scratch"],
      ["", whole(all.count), significant(ms.kept), isKeptExact ? "sorted already, nothing moved" : "WRONG"],
      ['findSelfPairs, "shared-vertex"', whole(strangers.count), significant(ms.strangers), ""],
      [
        "three-mesh-bvh bvhcast",
        whole(theirs),
        significant(ms.three),
        isSame ? "the same pairs" : "OTHER PAIRS",
      ],
      null,
      ["refit", "", significant(ms.refit), ""],
      ...[0.01, 0.1, 1].map((share) => [
        `refit of ${100 * share} % of the vertices`,
        "",
        significant(ms[`refit ${share}`]),
        `${whole(refitShare(tree, share))} of ${whole(tree.nodeCount)} boxes`,
      ]),
      ["shouldRebuild", "", significant(ms.rule), ""],
      ["buildAabbTree", "", significant(ms.build), ""],
      ["startRebuild", "", significant(rebuild.start), ""],
      ["advanceRebuild, all calls", "", significant(rebuild.all), `${rebuild.calls} calls`],
      [
        "advanceRebuild, the longest",
        "",
        significant(rebuild.longest),
        `${times(rebuild.boxTests / boxTests)} box tests`,
      ],
    ],
    [
      `three-mesh-bvh / findSelfPairs: ${times(ms.three / ms.all)}; without neighbours on both sides: ${times(ms.three / ms.strangers)}`,
      `findSelfPairs: ${whole(boxTests)} box tests, ${whole(triangleTests)} triangle tests, ${whole(exactTests)} of them exact`,
      "three-mesh-bvh: SAH, f32, each pair of triangles once (i < j), those with a common vertex left out before its test",
    ],
  );
}

/** Refits a range of the vertices, from a tenth of them on; returns how many boxes were fitted. */
function refitShare(tree, share) {
  const { vertexCount } = tree.mesh;
  const from = share === 1 ? 0 : Math.round(0.1 * vertexCount);
  const stats = {};
  refit(tree, { from, to: from + Math.floor(share * vertexCount), stats });
  return stats.boxesFitted;
}

/** Medians of a rebuild spread over calls, in ms, of each call the median over the rounds, and what its tree is worth. */
function measureRebuild(mesh, rounds) {
  const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const byCall = [];
  let tree = null;
  for (let round = -3; round < rounds; round++) {
    let start = cpuClock();
    const rebuild = startRebuild(mesh);
    const ms = [cpuClock() - start];
    for (tree = null; tree === null; ) {
      start = cpuClock();
      tree = advanceRebuild(rebuild);
      ms.push(cpuClock() - start);
    }
    if (round < 0) continue; // for V8
    for (const [call, time] of ms.entries()) {
      byCall[call] ??= [];
      byCall[call].push(time);
    }
  }
  const [start, ...calls] = byCall.map(middle);
  const all = calls.reduce((a, b) => a + b);
  const { boxTests } = findSelfPairs(tree).stats;
  return { start, all, longest: Math.max(...calls), calls: calls.length, boxTests };
}

/** Fills `pairs` with the pairs that have no common vertex, numbered as in the geometry; returns how many. */
function strangerPairs(bvh, geometry, matrix, pairs) {
  const index = geometry.index.array;
  let count = 0;
  bvh.bvhcast(bvh, matrix, {
    intersectsTriangles(triangleA, triangleB, i, j) {
      if (i < j && !haveCommonVertex(index, 3 * i, 3 * j) && triangleA.intersectsTriangle(triangleB)) {
        pairs[2 * count] = i;
        pairs[2 * count + 1] = j;
        count++;
      }
      return false;
    },
  });
  return count;
}

function haveCommonVertex(index, i, j) {
  const a = index[j];
  const b = index[j + 1];
  const c = index[j + 2];
  for (let k = i; k < i + 3; k++) if (index[k] === a || index[k] === b || index[k] === c) return true;
  return false;
}

function sortedOriginals(pairs, count, geometry, mesh) {
  const numbers = originalNumbers(geometry, mesh);
  const keys = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const a = numbers[pairs[2 * k]];
    const b = numbers[pairs[2 * k + 1]];
    keys[k] = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  }
  return Uint32Array.from([...keys.sort()].flatMap((key) => [Math.floor(key / 2 ** 26), key % 2 ** 26]));
}

function sameNumbers(a, b) {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function readBytes(path) {
  return new Uint8Array(readFileSync(new URL(path, TRUTH))).buffer;
}
