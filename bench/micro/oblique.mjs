import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as now from "abut";
import {
  buildAabbTree,
  buildObbTree,
  castRay,
  closestPoint,
  collide,
  createMesh,
  distance,
  findPairs,
  findSelfPairs,
} from "abut";
import { readModelFile } from "abut/formats/node";
import { meanCpuTimes } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPlacements } from "../placements.mjs";
import { createRandom, poseOf, randomRotation } from "../random.mjs";
import { printTable, significant, times } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";

export const description =
  "models that lie obliquely in their space: boxes along a frame, the model's axes, and OBB trees; ABUT_BEFORE=<dist of another build> beside them";

const MODELS = ["spacecraft", "ship", "grid", "teapot", "torus"];
/** Models of the laboratory: a few that lie obliquely in their files, with one that does not; and the others. */
const DATA = "../shared/data/models/";
const FEW_FILES = [
  "A_rigid/pinion.off",
  "D_industry/pcert-ifc4/Infra-Plumbing.ifc",
  "B_articulated/talos/meshes/arm/arm_3_collision.STL",
  "B_articulated/kuka_iiwa_14/assets/link_7.obj",
  "A_rigid/turbine.off",
  "A_rigid/fandisk.obj",
  "D_industry/pcert-ifc4/Building-Structural.ifc",
];
const MORE_FILES = [
  "A_rigid/rocker-arm.obj",
  "A_rigid/armadillo.off",
  "A_rigid/ChineseDragon-10kv.off",
  "A_rigid/anchor_dense.off",
  "A_rigid/knot1.off",
  "A_rigid/blade.off",
  "A_rigid/boeing.off",
  "A_rigid/ALSTOM_TEST4.off",
  "A_rigid/couplingdown.off",
  "A_rigid/handle.off",
  "A_rigid/libigl_bunny.off",
  "A_rigid/stanford_dragon.ply",
  "A_rigid/rigid-ipc/227-chain-pully/sprocket-20teeth.obj",
  "A_rigid/rigid-ipc/092-piston/piston.stl",
  "A_rigid/rigid-ipc/398-intermitten-motion/curved_wheel.off",
  "A_rigid/rigid-ipc/140-punching-press/CAD_puncher.off",
  "A_rigid/rigid-ipc/gears/rail-guard.obj",
  "A_rigid/polyfem/nut.obj",
  "A_rigid/gltf/CesiumMilkTruck.glb",
  "B_articulated/ur5/meshes/forearm.stl",
  "B_articulated/ur10/meshes/upperarm.stl",
  "B_articulated/allegro/meshes/base_link_left.STL",
  "B_articulated/allegro/meshes/link_12.0_left.STL",
  "B_articulated/shadow_hand/assets/palm.obj",
  "B_articulated/shadow_hand/assets/forearm_1.obj",
  "B_articulated/kuka_iiwa_14/assets/link_1.obj",
  "B_articulated/gltf/RobotExpressive.glb",
  "D_industry/pcert-ifc4/Building-Architecture.ifc",
  "D_industry/pcert-ifc4/Building-Hvac.ifc",
  "D_industry/pcert-ifc4/Infra-Bridge.ifc",
];
/** Of so many models fewer placements tell as much. */
const FILE_PLACEMENTS = 150;
const FILE_ROUNDS = 5;
const PARTS = ["turned", "files", "others", "builds"];
/** The share of placements that meet. */
const TARGET = 0.6;
const IDENTITY = [0, 0, 0, 1];

export async function run({ quick, seed, placements: asked, models, parts = PARTS, progress }) {
  for (const part of parts)
    if (!PARTS.includes(part))
      throw new UsageError(`--parts: no part "${part}" here; there are ${PARTS.join(", ")}`);
  const amounts = { count: asked ?? (quick ? 100 : 400), rounds: quick ? 3 : 9, turns: quick ? 1 : 3, seed };
  const before = process.env.ABUT_BEFORE
    ? await import(pathToFileURL(resolve(process.env.ABUT_BEFORE, "index.js")).href)
    : null;
  console.log(describeEnvironment(seed));
  const chosen = chooseModels(MODELS, models).map((name) => createModel(name));
  if (parts.includes("turned")) printTurned(chosen, amounts, before, progress);
  if (parts.includes("files")) await printFiles(quick, amounts, before, progress);
  if (parts.includes("others")) printOthers(chosen, amounts, progress);
  if (parts.includes("builds")) printBuilds(chosen, amounts, progress);
}

/** The model turned by a rotation in its own space, and what turns its poses back. */
function turned({ mesh }, rotation) {
  const turn = poseOf(rotation, [0, 0, 0]);
  const { positions } = mesh;
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3)
    for (let row = 0; row < 3; row++)
      out[i + row] =
        turn[row] * positions[i] + turn[4 + row] * positions[i + 1] + turn[8 + row] * positions[i + 2];
  const back = poseOf(
    rotation.map((value, k) => (k < 3 ? -value : value)),
    [0, 0, 0],
  );
  return { mesh: createMesh({ positions: out, indices: mesh.indices }), back };
}

function times4(a, b) {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 4; k++) out[4 * column + row] += a[4 * k + row] * b[4 * column + k];
  return out;
}

function placementsOf(tree, size, { count, seed }) {
  const hitRate = (side) =>
    createPlacements({ seed, count, side }).filter((placement) => collide(tree, tree, placement)).length /
    count;
  // Slender models meet less often than 60 % wherever they are: a tenth of their size is as near as they get.
  let low = 0.1 * size;
  let high = 2 * size;
  for (let step = 0; step < 8; step++) {
    const side = (low + high) / 2;
    if (hitRate(side) > TARGET) low = side;
    else high = side;
  }
  return createPlacements({ seed, count, side: low });
}

/** The mesh's tree by another build of abut, which does not know this build's trees. */
function treeBefore(before, { positions, indices }) {
  return before.buildAabbTree(before.createMesh({ positions, indices }));
}

/**
 * Mean microseconds of both questions for each tree; "before" is that of another build. Throws unless all trees give the same number of hits
 * and pairs. Vertices that a turn has rounded may meet otherwise than those of the model "upright", which is not compared.
 */
function measurePairs(trees, placementsOfTree, rounds, before = null) {
  const firsts = {};
  const alls = {};
  const counts = {};
  for (const [name, tree] of Object.entries(trees)) {
    const { collide, findPairs } = name === "before" ? before : now;
    const placements = placementsOfTree(name);
    const few = placements.slice(0, Math.ceil(placements.length / 4));
    const pairs = findPairs(tree, tree, placements[0]);
    firsts[name] = {
      run: () => placements.reduce((hits, placement) => hits + (collide(tree, tree, placement) ? 1 : 0), 0),
    };
    alls[name] = {
      run: () =>
        few.reduce((sum, placement) => sum + findPairs(tree, tree, { into: pairs, ...placement }).count, 0),
    };
    counts[name] = `${firsts[name].run()} hits, ${alls[name].run()} pairs`;
    if (name !== "upright" && counts[name] !== counts.plain)
      throw new Error(`${name}: ${counts[name]}, without a frame ${counts.plain}`);
  }
  const first = meanCpuTimes(firsts, rounds);
  const all = meanCpuTimes(alls, rounds);
  const result = {};
  for (const name of Object.keys(trees)) {
    const { length } = placementsOfTree(name);
    result[name] = {
      first: (1000 * first[name]) / length,
      all: (1000 * all[name]) / Math.ceil(length / 4),
    };
  }
  return result;
}

function printTurned(models, amounts, before, progress) {
  const rows = [];
  for (const model of models) {
    const upright = buildAabbTree(model.mesh);
    const placements = placementsOf(upright, model.size, amounts);
    const random = createRandom(amounts.seed + 100);
    for (let k = 0; k < amounts.turns; k++) {
      progress.show(`${model.name}, turn ${k + 1}`);
      const { mesh, back } = turned(model, randomRotation(random));
      const turnedBack = placements.map(({ aToWorld, bToWorld }) => ({
        aToWorld: times4(aToWorld, back),
        bToWorld: times4(bToWorld, back),
      }));
      const trees = {
        upright,
        plain: buildAabbTree(mesh, { frame: "none" }),
        auto: buildAabbTree(mesh),
        obb: buildObbTree(mesh),
        ...(before && { before: treeBefore(before, mesh) }),
      };
      const placementsOfTree = (name) => (name === "upright" ? placements : turnedBack);
      const found = measurePairs(trees, placementsOfTree, amounts.rounds, before);
      rows.push(pairRow(`${model.title}, turn ${k + 1}`, trees.auto, found));
    }
  }
  progress.clear();
  printTable(
    "Models turned in their own space: µs a query, first contact and all pairs",
    [
      "<model",
      "frame",
      ...twice("upright", "turned", "with frame", "of upright", "OBB tree", ...beforeColumns(before)),
    ],
    rows,
    [
      "Each turned model stands where the upright one does. of upright: with frame, relative to the upright model.",
    ],
  );
}

/** Columns of both questions. */
function twice(...columns) {
  return [...columns, ...columns];
}

function beforeColumns(before) {
  return before === null ? [] : ["before", "faster by"];
}

function beforeCells(found, key) {
  return found.before ? [significant(found.before[key]), times(found.before[key] / found.auto[key])] : [];
}

function pairRow(title, tree, found) {
  const { upright, plain, auto, obb } = found;
  const part = (key) => [
    significant(upright[key]),
    significant(plain[key]),
    significant(auto[key]),
    times(auto[key] / upright[key]),
    significant(obb[key]),
    ...beforeCells(found, key),
  ];
  return [title, tree.frame === null ? "none" : "yes", ...part("first"), ...part("all")];
}

/** Models of files as they lie there, and turned once. A tree without a frame is the same tree, so it is measured beside another build only. */
async function printFiles(quick, { count, rounds, seed }, before, progress) {
  const amounts = { seed, count: Math.min(count, FILE_PLACEMENTS), rounds: Math.min(rounds, FILE_ROUNDS) };
  const lies = { "as they lie in their files": [], "turned once in their own space": [] };
  const unframed = { "as they lie in their files": [], "turned once in their own space": [] };
  for (const file of quick ? FEW_FILES : [...FEW_FILES, ...MORE_FILES]) {
    const name = basename(file);
    if (!existsSync(DATA + file)) {
      console.log(`${name}: no ${DATA + file}, left out`);
      continue;
    }
    progress.show(name);
    const model = await loadModel(DATA + file);
    const once = { ...turned(model, randomRotation(createRandom(seed + 100))), size: model.size };
    for (const [lie, { mesh, size }] of [
      ["as they lie in their files", model],
      ["turned once in their own space", once],
    ]) {
      const auto = buildAabbTree(mesh);
      if (auto.frame === null) unframed[lie].push(name);
      if (auto.frame !== null || before !== null)
        lies[lie].push(measureFile(`${name}, ${mesh.triangleCount}`, mesh, size, auto, amounts, before));
    }
  }
  progress.clear();
  for (const [lie, measured] of Object.entries(lies))
    if (measured.length > 0) printLie(lie, measured, unframed[lie], before);
}

function measureFile(title, mesh, size, auto, amounts, before) {
  const plain = buildAabbTree(mesh, { frame: "none" });
  const trees = { plain, auto, ...(before && { before: treeBefore(before, mesh) }) };
  const placements = placementsOf(auto, size, amounts);
  const found = measurePairs(trees, () => placements, amounts.rounds, before);
  return { title, found, isFramed: auto.frame !== null, fewer: fewerTests(trees, placements) };
}

function printLie(lie, measured, unframed, before) {
  const gain = (key, by) => (entry) => entry.found[by][key] / entry.found.auto[key];
  const framed = measured.filter(({ isFramed }) => isFramed);
  const summary = (title, of) => {
    const part = (key) => [
      "",
      "",
      framed.length > 0 ? times(of(framed.map(gain(key, "plain")))) : "–",
      ...(before === null ? [] : ["", times(of(measured.map(gain(key, "before"))))]),
    ];
    return [title, "", ...part("first"), ...part("all"), "", ""];
  };
  const rows = measured.map(({ title, found, isFramed, fewer }) => {
    const part = (key) => [
      significant(found.plain[key]),
      significant(found.auto[key]),
      isFramed ? times(found.plain[key] / found.auto[key]) : "–",
      ...beforeCells(found, key),
    ];
    return [title, isFramed ? "yes" : "none", ...part("first"), ...part("all"), ...fewer];
  });
  printTable(
    `Models ${lie}: µs a query, first contact and all pairs`,
    [
      "<model, triangles",
      "frame",
      ...twice("model's axes", "auto", "faster by", ...beforeColumns(before)),
      "fewer box tests",
      "triangle tests",
    ],
    [
      ...rows,
      null,
      summary("geometric mean", geometricMean),
      summary("worst", (ratios) => Math.min(...ratios)),
    ],
    [
      "Fewer tests: of all pairs, with the frame. A query cannot become faster by more than the tests become fewer.",
      ...(unframed.length > 0 ? [`Without a frame: ${unframed.join(", ")}.`] : []),
    ],
  );
}

function geometricMean(ratios) {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** How many times fewer boxes and triangles all pairs test with the frame. */
function fewerTests({ plain, auto }, placements) {
  const few = placements.slice(0, Math.ceil(placements.length / 4));
  const without = countTests(plain, few);
  const framed = countTests(auto, few);
  return ["boxes", "triangles"].map((key) => (framed[key] > 0 ? times(without[key] / framed[key]) : "–"));
}

/** How many boxes and triangles all pairs test. */
function countTests(tree, placements) {
  const stats = {};
  const sums = { boxes: 0, triangles: 0 };
  for (const placement of placements) {
    findPairs(tree, tree, { stats, ...placement });
    sums.boxes += stats.boxTests;
    sums.triangles += stats.triangleTests;
  }
  return sums;
}

/** All parts of a file as one mesh about its middle. */
async function loadModel(path) {
  const { parts } = await readModelFile(path);
  const positions = [];
  const indices = [];
  for (const { mesh, toWorld } of parts) {
    const m = toWorld ?? poseOf(IDENTITY, [0, 0, 0]);
    const first = positions.length / 3;
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [x, y, z] = mesh.positions.subarray(i, i + 3);
      for (let row = 0; row < 3; row++)
        positions.push(m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
    }
    for (let c = 0; c < 3 * mesh.triangleCount; c++) indices.push(first + (mesh.indices?.[c] ?? c));
  }
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3], value);
    high[i % 3] = Math.max(high[i % 3], value);
  });
  const centred = Float64Array.from(positions, (value, i) => value - (low[i % 3] + high[i % 3]) / 2);
  const size = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  return { mesh: createMesh({ positions: centred, indices: Uint32Array.from(indices) }), size };
}

/** Queries other than those of pairs: the first uses frames, too, the rest the boxes along the model's axes. */
const OTHERS = {
  distance: (tree, { aToWorld, bToWorld }) => distance(tree, tree, { aToWorld, bToWorld }).distance,
  closestPoint: (tree, { aToWorld, bToWorld }) =>
    closestPoint(tree, bToWorld.subarray(12, 15), { toWorld: aToWorld }).distance,
  castRay: (tree, { aToWorld, bToWorld }) =>
    castRay(tree, bToWorld.subarray(12, 15), aToWorld.subarray(0, 3))?.distance ?? 0,
  findSelfPairs: (tree) => findSelfPairs(tree).count,
};

function printOthers(models, amounts, progress) {
  const rows = [];
  for (const model of models) {
    progress.show(`${model.name}, other queries`);
    const { mesh } = turned(model, randomRotation(createRandom(amounts.seed + 100)));
    const trees = { plain: buildAabbTree(mesh, { frame: "none" }), auto: buildAabbTree(mesh) };
    const placements = createPlacements({ seed: amounts.seed, count: 100, side: 2 * model.size });
    const cells = Object.entries(OTHERS).flatMap(([name, query]) => {
      const few = name === "findSelfPairs" ? placements.slice(0, 1) : placements;
      const contestants = Object.fromEntries(
        Object.entries(trees).map(([key, tree]) => [
          key,
          { run: () => few.reduce((sum, placement) => sum + query(tree, placement), 0) },
        ]),
      );
      if (contestants.plain.run() !== contestants.auto.run())
        throw new Error(`${name}: other answers with a frame`);
      const { plain, auto } = meanCpuTimes(contestants, amounts.rounds);
      return [significant((1000 * plain) / few.length), times(auto / plain)];
    });
    rows.push([model.title, trees.auto.frame === null ? "none" : "yes", ...cells]);
  }
  progress.clear();
  printTable(
    "Other queries of the turned models: µs without a frame, and what a tree with a frame takes of it",
    ["<model", "frame", ...Object.keys(OTHERS).flatMap((name) => [name, "with frame"])],
    rows,
    [
      "Only distance uses the frame. The others use boxes along the model's axes in a tree that was split along the frame's.",
    ],
  );
}

function printBuilds(models, amounts, progress) {
  const rows = [];
  for (const model of models) {
    for (const [title, { mesh }] of [
      [model.title, model],
      [`${model.title}, turned`, turned(model, randomRotation(createRandom(amounts.seed + 100)))],
    ]) {
      progress.show(`${title}, builds`);
      const { none, auto } = meanCpuTimes(
        {
          none: { run: () => buildAabbTree(mesh, { frame: "none" }).nodeCount },
          auto: { run: () => buildAabbTree(mesh).nodeCount },
        },
        2 * amounts.rounds,
      );
      const frame = buildAabbTree(mesh).frame === null ? "none" : "yes";
      rows.push([title, frame, significant((1e6 * none) / mesh.triangleCount), times(auto / none)]);
    }
  }
  progress.clear();
  printTable(
    "Builds: ns a triangle without a frame, and what choosing one, and fitting boxes twice, makes of it",
    ["<model", "frame", "none", "auto"],
    rows,
  );
}
