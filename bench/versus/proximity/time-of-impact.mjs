import { existsSync, readFileSync } from "node:fs";
import {
  buildAabbTree,
  createMesh,
  findImpacts,
  findSelfImpacts,
  refit,
  selfTimeOfImpact,
  sweepEdgeEdge,
  sweepVertexFace,
  timeOfImpact,
} from "abut";
import { createBox, createPlaneGrid } from "abut/primitives";
import { refitSwept } from "abut/trees";
import { interleave } from "../../measure.mjs";
import { chooseModels, createModel } from "../../models.mjs";
import { createRandom, poseOf, randomOffset, randomRotation } from "../../random.mjs";
import { percent, printTable, significant, whole } from "../../table.mjs";

// When do moving meshes first meet? No peer on npm answers this for two meshes that rotate or deform, so the tables say
// what abut does: against recorded exact answers, where they lie beside the project, and on the models.

const MODELS = ["torus", "teapot", "ship", "grid"];
const TRUTH = new URL("../../../../shared/data/truth/", import.meta.url);
const FULL = { ways: 100, rounds: 5, cells: 150 };
const QUICK = { ways: 20, rounds: 3, cells: 60 };

/** Prints its tables; part of `npm run bench -- proximity`. */
export function run({ quick, seed, models, progress }) {
  const amounts = quick ? QUICK : FULL;
  const isRight = compareFeatures(amounts, progress);
  moveModels(seed, chooseModels(MODELS, models), amounts, progress);
  landFlat(amounts, progress);
  moveAlong(amounts, progress);
  deformCloth(seed, amounts, progress);
  if (!isRight) process.exitCode = 1;
}

/** The recorded queries of a vertex and a face, or two edges: what was wrong, and how long one takes. */
function compareFeatures({ rounds }, progress) {
  if (!existsSync(new URL("manifest.json", TRUTH))) {
    console.log("\nmoving features: skipped, the recorded answers are absent");
    return true;
  }
  progress.show("moving features");
  const read = (path) => new Uint8Array(readFileSync(new URL(path, TRUTH))).buffer;
  const sets = JSON.parse(readFileSync(new URL("manifest.json", TRUTH), "utf8")).ccdSets;
  let isRight = true;
  const rows = sets.map((set) => {
    const sweep = set.kind === "edge-edge" ? sweepEdgeEdge : sweepVertexFace;
    const all = new Float64Array(read(set.queries));
    const queries = Array.from({ length: set.count }, (_, i) => all.subarray(24 * i, 24 * i + 24));
    const [expected, verified] = [new Uint8Array(read(set.expected)), new Uint8Array(read(set.verified))];
    const times = new Float64Array(read(set.toi));
    const found = queries.map((query) => sweep(query));
    const count = (test) => found.filter((answer, i) => test(answer !== null, expected[i] === 1, i)).length;
    const missed = count((hit, isHit) => !hit && isHit);
    const invented = count((hit, isHit, i) => hit && !isHit && verified[i] === 1);
    const borderline = count((hit, isHit, i) => hit !== isHit && verified[i] !== 1);
    const errors = found.map((answer, i) =>
      answer === null || Number.isNaN(times[i])
        ? 0
        : Math.max(0, times[i] - answer.upper, answer.lower - times[i]),
    );
    if (missed + invented + borderline > 0) isRight = false;
    const answers = (list) => () => list.reduce((hits, query) => hits + (sweep(query) === null ? 0 : 1), 0);
    const misses = queries.filter((_, i) => found[i] === null);
    const hits = queries.filter((_, i) => found[i] !== null);
    const ms = interleave({ misses: { run: answers(misses) }, hits: { run: answers(hits) } }, { rounds });
    return [
      set.kind,
      whole(set.count),
      whole(hits.length),
      whole(missed),
      whole(invented),
      whole(borderline),
      String(Math.max(...errors)),
      significant((1000 * ms.misses) / misses.length),
      significant((1000 * ms.hits) / hits.length),
      whole((1000 * set.count) / (ms.misses + ms.hits)),
    ];
  });
  progress.clear();
  printTable(
    "Moving features against recorded exact answers",
    [
      "<query",
      "count",
      "hits",
      "missed",
      "invented",
      "borderline wrong",
      "time off by",
      "µs a miss",
      "µs a hit",
      "queries/s",
    ],
    rows,
  );
  return isRight;
}

/** Two copies of a model, b on random ways, straight or turning; a rests, or swells while b turns. */
function moveModels(seed, names, { ways, rounds }, progress) {
  const rows = names.map((name) => {
    const { title, mesh, size } = createModel(name, Float32Array);
    const a = buildAabbTree(mesh);
    const b = buildAabbTree({ ...mesh, positions: mesh.positions.slice() });
    const random = createRandom(seed);
    const ends = Array.from({ length: ways }, () => ({
      first: randomRotation(random),
      second: randomRotation(random),
      from: randomOffset(random, 3 * size),
      to: randomOffset(random, 3 * size),
    }));
    const straight = ends.map(({ first, from, to }) => ({
      from: poseOf(first, from),
      to: poseOf(first, to),
    }));
    const turning = ends.map(({ first, second, from, to }) => ({
      from: poseOf(first, from),
      to: poseOf(second, to),
    }));
    const swelling = { positionsAtEnd: mesh.positions.map((x, i) => x * (1 + 0.1 * ((i % 3) + 1))) };
    const kinds = {
      straight: { motionA: null, motionsB: straight },
      turning: { motionA: null, motionsB: turning },
      swelling: { motionA: swelling, motionsB: turning },
    };
    const cells = Object.entries(kinds).map(([kind, motions]) => [kind, count(a, b, motions)]);
    const contestants = Object.entries(kinds).map(([kind, { motionA, motionsB }]) => [
      kind,
      { run: () => motionsB.filter((motionB) => timeOfImpact(a, b, motionA, motionB).kind === "hit").length },
    ]);
    const ms = interleave(Object.fromEntries(contestants), {
      rounds,
      onRound: (round) => progress.show(`${name}: round ${round}`),
    });
    return [
      title,
      whole(mesh.triangleCount),
      ...cells.flatMap(([kind, { hits, boxTests, triangleTests }]) => [
        percent(hits / ways, 0),
        whole(boxTests / ways),
        whole(triangleTests / ways),
        significant(ms[kind] / ways),
      ]),
    ];
  });
  progress.clear();
  const tests = ["hits", "boxes", "triangles"];
  printTable(
    "timeOfImpact of two copies, b on random ways, ms per query",
    ["<model", "triangles", ...tests, "straight", ...tests, "turning", ...tests, "a swells"],
    rows,
    [
      "boxes, triangles: tests per query. Straight ways are answered exactly, turning ones to 10⁻⁹ of the model's size.",
      "a swells: its vertices move in straight lines while b turns.",
    ],
  );
}

function count(a, b, { motionA, motionsB }) {
  const stats = {};
  const sum = { hits: 0, boxTests: 0, triangleTests: 0 };
  for (const motionB of motionsB) {
    const { kind } = timeOfImpact(a, b, motionA, motionB, { stats });
    if (kind === "indeterminate") throw new Error("indeterminate within ten million steps");
    sum.hits += +(kind === "hit");
    sum.boxTests += stats.boxTests;
    sum.triangleTests += stats.triangleTests;
  }
  return sum;
}

/** A box that comes down flat on a floor: hundreds of features touch at the same time. */
function landFlat({ rounds }, progress) {
  progress.show("landing");
  const floor = buildAabbTree(createPlaneGrid({ width: 3, depth: 3, columns: 20, rows: 20 }));
  const box = createBox({ segments: 12 });
  const tree = buildAabbTree(box);
  const askew = poseOf([0.1, 0.3, 0.2, Math.sqrt(0.86)], [0, 0, 0]);
  const turned = poseOf([0, 0.2, 0, Math.sqrt(0.96)], [0, 0, 0]);
  const lift = (pose, height) => pose.map((x, i) => (i < 12 || i > 14 ? x : x + height * pose[i - 8]));
  const down = (pose) => ({ from: lift(pose, 1.7), to: lift(pose, 0.1) });
  const still = poseOf([0, 0, 0, 1], [0, 0, 0]);
  const ways = {
    "along an axis": [null, down(still)],
    "along an axis, box turned": [null, down(turned)],
    "in no axis": [{ from: askew, to: askew }, down(askew)],
  };
  const stats = {};
  const contestants = Object.entries(ways).map(([way, motions]) => [
    way,
    { run: () => +(timeOfImpact(floor, tree, ...motions).kind === "hit") },
  ]);
  const ms = interleave(Object.fromEntries(contestants), { rounds });
  const rows = Object.entries(ways).map(([way, motions]) => {
    const { lower } = timeOfImpact(floor, tree, ...motions, { stats });
    return [
      way,
      significant(lower, 4),
      whole(stats.triangleTests),
      whole(stats.featureTests),
      whole(stats.exactTests),
      significant(ms[way]),
    ];
  });
  progress.clear();
  printTable(
    "Landing flat: a box of 1,728 triangles on a floor of 800, ms",
    ["<way", "time", "triangle tests", "feature tests", "exact", "timeOfImpact"],
    rows,
  );
}

/** Two waving sheets close to each other: b slides along, or both deform. Many pairs of triangles are near, none meets. */
function moveAlong({ rounds }, progress) {
  progress.show("sheets");
  const flat = createPlaneGrid({ width: 2, depth: 2, columns: 60, rows: 60 });
  const sheet = (wave, height) =>
    Float32Array.from(flat.positions, (x, i) =>
      i % 3 === 1 ? wave * Math.sin(5 * flat.positions[i - 1]) + height : (1 + height) * x,
    );
  const treeOf = (positions) => buildAabbTree(createMesh({ positions, indices: flat.indices }));
  const a = treeOf(sheet(0.2, 0));
  const b = treeOf(sheet(0.2, 0.01));
  const slide = { from: poseOf([0, 0, 0, 1], [0, 0, 0]), to: poseOf([0, 0, 0, 1], [0, 0, 0.1]) };
  const steps = {
    "b slides": [null, slide],
    "both deform": [{ positionsAtEnd: sheet(0.25, 0) }, { positionsAtEnd: sheet(0.25, 0.01) }],
  };
  const stats = {};
  const rows = Object.entries(steps).map(([name, motions]) => {
    const ms = interleave(
      {
        first: { run: () => +(timeOfImpact(a, b, ...motions).kind === "hit") },
        all: { run: () => findImpacts(a, b, ...motions).count },
      },
      { rounds },
    );
    const { kind } = timeOfImpact(a, b, ...motions, { stats });
    return [
      name,
      kind,
      whole(stats.boxTests),
      whole(stats.triangleTests),
      whole(stats.featureTests),
      significant(ms.first),
      significant(ms.all),
    ];
  });
  progress.clear();
  printTable(
    "Two sheets of 7,200 triangles, 0.01 apart, ms",
    ["<step", "<answer", "box tests", "triangle tests", "feature tests", "timeOfImpact", "findImpacts"],
    rows,
  );
}

/** A waving sheet, for one step in which it stays clear of itself and one in which it does not. */
function deformCloth(seed, { cells, rounds }, progress) {
  const flat = createPlaneGrid({ width: 2, depth: 2, columns: cells, rows: cells });
  const random = createRandom(seed);
  const phase = 6 * random();
  const waving = (height) =>
    Float32Array.from(flat.positions, (x, i) =>
      i % 3 === 1 ? height * Math.sin(5 * flat.positions[i - 1] + phase) : x,
    );
  // One half is turned over about x = 0, askew and bent, so that a corner lands first.
  const folding = (angle) => {
    const positions = Float32Array.from(flat.positions);
    for (let i = 0; i < positions.length; i += 3) {
      const distance = positions[i];
      if (distance <= 0) continue;
      const turned = angle + 0.1 * positions[i + 2];
      positions[i] = distance * Math.cos(turned);
      positions[i + 1] = distance * (Math.sin(turned) - 0.1 * distance);
    }
    return positions;
  };
  const steps = {
    "waves, no contact": [waving(0.2), waving(0.25)],
    "folds onto itself": [folding(2.6), folding(3.2)],
  };
  const rows = Object.entries(steps).map(([name, [start, end]]) => {
    progress.show(`cloth: ${name}`);
    const mesh = createMesh({ positions: start, indices: flat.indices });
    const tree = buildAabbTree(mesh);
    const stats = {};
    const found = selfTimeOfImpact(tree, end, { stats });
    const ms = interleave(
      {
        self: { run: () => +(selfTimeOfImpact(tree, end).kind === "hit") },
        all: { run: () => findSelfImpacts(tree, end).count },
        swept: { run: () => refitSwept(tree, end) },
        refit: { run: () => refit(tree) },
      },
      { rounds },
    );
    return [
      name,
      whole(mesh.triangleCount),
      found.kind === "hit" ? significant(found.lower, 4) : found.kind,
      whole(stats.triangleTests),
      whole(stats.featureTests),
      whole(stats.exactTests),
      significant(ms.self),
      whole(findSelfImpacts(tree, end).count),
      significant(ms.all),
      significant(ms.swept),
      significant(ms.refit),
    ];
  });
  progress.clear();
  printTable(
    "selfTimeOfImpact and findSelfImpacts of a sheet, ms",
    [
      "<step",
      "triangles",
      "time",
      "triangle tests",
      "feature tests",
      "exact",
      "self",
      "impacts",
      "all",
      "refitSwept",
      "refit",
    ],
    rows,
  );
}
