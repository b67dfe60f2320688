import { existsSync } from "node:fs";
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
  "models that lie obliquely in their space: boxes along a frame, the model's axes, and OBB trees";

const MODELS = ["spacecraft", "ship", "grid", "teapot", "torus"];
/** Models of the laboratory that lie obliquely in their files, and one that does not. */
const DATA = "../shared/data/models/";
const FILES = {
  pinion: "A_rigid/pinion.off",
  "IFC plumbing": "D_industry/pcert-ifc4/Infra-Plumbing.ifc",
  "talos arm link": "B_articulated/talos/meshes/arm/arm_3_collision.STL",
  "kuka link 7": "B_articulated/kuka_iiwa_14/assets/link_7.obj",
  turbine: "A_rigid/turbine.off",
  fandisk: "A_rigid/fandisk.obj",
  "IFC structure": "D_industry/pcert-ifc4/Building-Structural.ifc",
};
const PARTS = ["turned", "files", "others", "builds"];
/** The share of placements that meet. */
const TARGET = 0.6;
const IDENTITY = [0, 0, 0, 1];

export async function run({ quick, seed, placements: asked, models, parts = PARTS, progress }) {
  for (const part of parts)
    if (!PARTS.includes(part))
      throw new UsageError(`--parts: no part "${part}" here; there are ${PARTS.join(", ")}`);
  const amounts = { count: asked ?? (quick ? 100 : 400), rounds: quick ? 3 : 9, turns: quick ? 1 : 3, seed };
  console.log(describeEnvironment(seed));
  const chosen = chooseModels(MODELS, models).map((name) => createModel(name));
  if (parts.includes("turned")) printTurned(chosen, amounts, progress);
  if (parts.includes("files")) await printFiles(amounts, progress);
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

/** Mean microseconds of both questions for each tree; throws unless all trees give the same number of pairs. */
function measurePairs(trees, placementsOfTree, rounds) {
  const firsts = {};
  const alls = {};
  const counts = {};
  for (const [name, tree] of Object.entries(trees)) {
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
  }
  const first = meanCpuTimes(firsts, rounds);
  const all = meanCpuTimes(alls, rounds);
  const result = {};
  for (const name of Object.keys(trees)) {
    const { length } = placementsOfTree(name);
    result[name] = {
      first: (1000 * first[name]) / length,
      all: (1000 * all[name]) / Math.ceil(length / 4),
      counts: counts[name],
    };
  }
  return result;
}

function printTurned(models, amounts, progress) {
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
      };
      const found = measurePairs(
        trees,
        (name) => (name === "upright" ? placements : turnedBack),
        amounts.rounds,
      );
      rows.push(pairRow(`${model.title}, turn ${k + 1}`, trees.auto, found));
    }
  }
  progress.clear();
  printTable(
    "Models turned in their own space: µs a query, first contact and all pairs",
    [
      "<model",
      "frame",
      "upright",
      "turned",
      "with frame",
      "of upright",
      "OBB tree",
      "upright",
      "turned",
      "with frame",
      "of upright",
      "OBB tree",
    ],
    rows,
    [
      "Each turned model stands where the upright one does. of upright: with frame, relative to the upright model.",
    ],
  );
}

function pairRow(title, tree, { upright, plain, auto, obb }) {
  const part = (key) => [
    ...(upright ? [significant(upright[key])] : []),
    significant(plain[key]),
    significant(auto[key]),
    times(upright ? auto[key] / upright[key] : plain[key] / auto[key]),
    significant(obb[key]),
  ];
  return [title, tree.frame === null ? "none" : "yes", ...part("first"), ...part("all")];
}

async function printFiles(amounts, progress) {
  const rows = [];
  for (const [name, file] of Object.entries(FILES)) {
    if (!existsSync(DATA + file)) {
      console.log(`${name}: no ${DATA + file}, left out`);
      continue;
    }
    progress.show(name);
    const model = await loadModel(DATA + file);
    const trees = {
      plain: buildAabbTree(model.mesh, { frame: "none" }),
      auto: buildAabbTree(model.mesh),
      obb: buildObbTree(model.mesh),
    };
    const placements = placementsOf(trees.auto, model.size, amounts);
    const found = measurePairs(trees, () => placements, amounts.rounds);
    const different = Object.values(found).find(({ counts }) => counts !== found.plain.counts);
    if (different) throw new Error(`${name}: ${different.counts}, expected ${found.plain.counts}`);
    const row = pairRow(`${name}, ${model.mesh.triangleCount}`, trees.auto, found);
    rows.push([...row, ...(trees.auto.frame === null ? ["–", "–"] : fewerTests(trees, placements))]);
  }
  progress.clear();
  if (rows.length > 0)
    printTable(
      "Models as they lie in their files: µs a query, first contact and all pairs",
      [
        "<model, triangles",
        "frame",
        "model's axes",
        "auto",
        "faster by",
        "OBB tree",
        "model's axes",
        "auto",
        "faster by",
        "OBB tree",
        "fewer box tests",
        "triangle tests",
      ],
      rows,
      [
        "Fewer tests: of all pairs, with the frame. A query cannot become faster by more than the tests become fewer.",
      ],
    );
}

/** How many times fewer boxes and triangles all pairs test with the frame. */
function fewerTests({ plain, auto }, placements) {
  const few = placements.slice(0, Math.ceil(placements.length / 4));
  const without = countTests(plain, few);
  const framed = countTests(auto, few);
  return [times(without.boxes / framed.boxes), times(without.triangles / framed.triangles)];
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
