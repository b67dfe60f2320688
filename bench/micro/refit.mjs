import { existsSync, readFileSync } from "node:fs";
import { buildAabbTree, createMesh, findPairs, refit } from "abut";
import { createPlaneGrid } from "abut/primitives";
import { shouldRebuild } from "abut/trees";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createRandom, poseOf, randomRotation } from "../random.mjs";
import { printTable, significant, times, whole } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";

export const description =
  "refit of all boxes, in caches and out of them, of some, and with a frame; f32 and f64 vertices";

const MODELS = ["patch", "torus", "teapot", "ship", "grid", "cloth"];
const KINDS = { f32: Float32Array, f64: Float64Array };
const TRUTH = new URL("../../../shared/data/truth/", import.meta.url);
/** Makes f64 coordinates numbers that f32 cannot hold. */
const OFF_F32 = 1 + 2 ** -30;
/** What a refit reads and writes a triangle, about. */
const TRIANGLE_BYTES = 100;
/** More than the caches of most machines hold. */
const UNCACHED_BYTES = 96e6;
/** A run fits this many triangles at least: reading the clock takes as long as fitting a hundred. */
const LEAST_TRIANGLES = 5000;
/** The share of the vertices that a partial refit is about. */
const TOUCHED = 0.01;
const SIZES = {
  cached: { title: "one tree again and again", treesOf: () => 1 },
  uncached: {
    title: "trees in turn, 96 MB of them, so that no cache has what a refit needs",
    treesOf: ({ triangleCount }) => Math.ceil(UNCACHED_BYTES / (TRIANGLE_BYTES * triangleCount)),
  },
};

export function run({ quick, seed, models, parts, progress }) {
  console.log(describeEnvironment(seed));
  const meshes = chooseModels(MODELS, models).flatMap((name) => {
    const mesh = createOrRead(name);
    if (mesh === null) console.log("\nNOTICE: ../shared/data/truth is absent, the cloth is skipped");
    return mesh === null ? [] : [{ name, mesh }];
  });
  for (const part of chooseParts(parts)) {
    const ofPart = part === "cached" ? meshes : meshes.filter(({ name }) => name !== "patch");
    PARTS[part](ofPart, { part, quick, seed, progress });
  }
}

/** A row for each model, its name and its number of triangles first. */
function rowsOf(meshes, { part, progress }, cellsOf) {
  const rows = meshes.map(({ name, mesh }) => {
    progress.show(`${part}, ${name}`);
    return [name, whole(mesh.triangleCount), ...cellsOf(mesh)];
  });
  progress.clear();
  return rows;
}

function printAll(meshes, amounts) {
  const { title, treesOf } = SIZES[amounts.part];
  printTable(
    `refit, ns of processor time a triangle, median: ${title}`,
    ["<Model", "triangles", ...Object.keys(KINDS).flatMap((kind) => [kind, "moved", "rule"])],
    rowsOf(meshes, amounts, (mesh) => timesOf(mesh, treesOf(mesh), amounts.quick)),
    [
      "From the second refit on: the tree has a copy for kernels, which is fitted along. Goal: 11.",
      "moved: writing as many bytes, nothing computed: vertices copied once, one array of nodes filled, the other copied from it.",
      "rule: shouldRebuild after a refit.",
    ],
  );
}

function printPartial(meshes, amounts) {
  printTable(
    "refit of one vertex in a hundred, neighbours, µs of processor time, median",
    ["<Model", "triangles", ...Object.keys(KINDS).flatMap((kind) => [kind, "all", "and rule"])],
    rowsOf(meshes, amounts, (mesh) => partialTimesOf(mesh, amounts.quick)),
    ["all: of all vertices. and rule: of one in a hundred, and shouldRebuild after it."],
  );
}

function partialTimesOf(mesh, quick) {
  const contestants = {};
  for (const [kind, View] of Object.entries(KINDS)) {
    const [some, all, ruled] = [1, 2, 3].map(() => buildTree(mesh, View));
    const from = mesh.vertexCount >> 1;
    const named = { from, to: from + Math.ceil(TOUCHED * mesh.vertexCount) };
    contestants[kind] = { run: () => refit(some, named) };
    contestants[`${kind}, all`] = { run: () => refit(all) };
    contestants[`${kind}, rule`] = {
      run: () => {
        refit(ruled, named);
        return shouldRebuild(ruled);
      },
    };
  }
  return Object.values(measure(contestants, quick)).map((time) => significant(1000 * time));
}

function printFramed(meshes, amounts) {
  const rotation = randomRotation(createRandom(amounts.seed + 100));
  printTable(
    "refit of models turned in their own space, ns of processor time a triangle, median",
    ["<Model", "triangles", ...Object.keys(KINDS).flatMap((kind) => [kind, "framed", "of it"])],
    rowsOf(meshes, amounts, (mesh) => framedTimesOf(turned(mesh, rotation), amounts.quick)),
    ['framed: with the axes that frame: "best" finds, along which all boxes are fitted a second time.'],
  );
}

function framedTimesOf(mesh, quick) {
  const contestants = {};
  for (const [kind, View] of Object.entries(KINDS))
    for (const frame of ["none", "best"]) {
      const tree = buildTree(mesh, View, frame);
      findPairs(tree, tree, { bToWorld: poseOf([0.2, 0.1, 0, 1], [0, 0, 0]) });
      contestants[`${kind}, ${frame}`] = { run: () => refit(tree) };
    }
  const found = measure(contestants, quick);
  return Object.keys(KINDS).flatMap((kind) => {
    const plain = found[`${kind}, none`];
    const framed = found[`${kind}, best`];
    const perTriangle = [plain, framed].map((time) => significant((1e6 * time) / mesh.triangleCount));
    return [...perTriangle, times(framed / plain)];
  });
}

const PARTS = { cached: printAll, uncached: printAll, partial: printPartial, framed: printFramed };

function chooseParts(asked) {
  const unknown = asked?.find((part) => !(part in PARTS));
  if (unknown !== undefined)
    throw new UsageError(`--parts: no part "${unknown}" here; there are ${Object.keys(PARTS).join(", ")}`);
  return asked ?? Object.keys(PARTS);
}

/** Nanoseconds a triangle: refit, moved and rule, for f32 and f64 vertices, with so many equal trees. */
function timesOf(mesh, treeCount, quick) {
  const repeats = Math.ceil(LEAST_TRIANGLES / (treeCount * mesh.triangleCount));
  const contestants = {};
  for (const [kind, View] of Object.entries(KINDS)) {
    const trees = Array.from({ length: treeCount }, () => buildTree(mesh, View));
    const ofAll = (work) => repeat(repeats, trees.map(work));
    contestants[kind] = ofAll((tree) => () => refit(tree));
    contestants[`${kind}, moved`] = ofAll(moveAsMuch);
    contestants[`${kind}, rule`] = ofAll((tree) => () => shouldRebuild(tree));
  }
  const ms = Object.values(measure(contestants, quick));
  return ms.map((time) => significant((1e6 * time) / (repeats * treeCount * mesh.triangleCount)));
}

function measure(contestants, quick) {
  return interleave(contestants, { rounds: quick ? 5 : 15, leastMs: 50, clock: cpuClock });
}

/** Null for the cloth where its file is absent. */
function createOrRead(name) {
  if (name === "cloth") return readCloth();
  if (name === "patch") return createPlaneGrid({ columns: 8, rows: 8 }); // what a call costs by itself
  return createModel(name).mesh;
}

function turned({ positions, indices }, rotation) {
  const turn = poseOf(rotation, [0, 0, 0]);
  const out = positions.map((_, i) => {
    const row = i % 3;
    const [x, y, z] = positions.subarray(i - row, i - row + 3);
    return turn[row] * x + turn[4 + row] * y + turn[8 + row] * z;
  });
  return createMesh({ positions: out, indices });
}

function buildTree({ positions, indices }, View, frame = "none") {
  const factor = View === Float64Array ? OFF_F32 : 1;
  const mesh = createMesh({ positions: View.from(positions, (x) => factor * x), indices });
  return buildAabbTree(mesh, { frame });
}

/** Writes what every refit has to write: the floor where memory is slow. */
function moveAsMuch({ mesh: { positions }, nodes }) {
  const [vertices, copy, own] = [positions, nodes, nodes].map((array) => array.slice());
  return () => {
    vertices.set(positions);
    copy.fill(1);
    own.set(copy);
  };
}

function repeat(repeats, works) {
  return {
    run: () => {
      for (let k = 0; k < repeats; k++) for (const work of works) work();
    },
  };
}

/** The cloth that falls over a ball, from the exact answers beside the project; null if they are absent. */
function readCloth() {
  const manifest = new URL("manifest.json", TRUTH);
  if (!existsSync(manifest)) return null;
  const { selfCases } = JSON.parse(readFileSync(manifest, "utf8"));
  const { mesh } = selfCases.find(({ id }) => id === "self_clothball92");
  return createMesh({
    positions: new Float64Array(readBytes(mesh.verts)),
    indices: new Uint32Array(readBytes(mesh.tris)),
  });
}

function readBytes(path) {
  return new Uint8Array(readFileSync(new URL(path, TRUTH))).buffer;
}
