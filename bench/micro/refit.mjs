import { existsSync, readFileSync } from "node:fs";
import { buildAabbTree, createMesh, refit } from "abut";
import { createPlaneGrid } from "abut/primitives";
import { shouldRebuild } from "abut/trees";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { printTable, significant, whole } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";

export const description =
  "refit of all boxes, ns a triangle, f32 and f64 vertices, in caches and out of them";

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
const PARTS = {
  cached: { title: "one tree again and again", treesOf: () => 1 },
  uncached: {
    title: "trees in turn, 96 MB of them, so that no cache has what a refit needs",
    treesOf: ({ triangleCount }) => Math.ceil(UNCACHED_BYTES / (TRIANGLE_BYTES * triangleCount)),
  },
};

export function run({ quick, seed, models, parts, progress }) {
  console.log(describeEnvironment(seed));
  for (const part of chooseParts(parts)) {
    const { title, treesOf } = PARTS[part];
    const rows = [];
    for (const name of chooseModels(MODELS, models)) {
      const mesh = createOrRead(name);
      if (mesh === null) console.log("\nNOTICE: ../shared/data/truth is absent, the cloth is skipped");
      else if (part === "cached" || name !== "patch") {
        progress.show(`${part}, ${name}`);
        rows.push([name, whole(mesh.triangleCount), ...timesOf(mesh, treesOf(mesh), quick)]);
      }
    }
    progress.clear();
    printTable(
      `refit, ns of processor time a triangle, median: ${title}`,
      ["<Model", "triangles", ...Object.keys(KINDS).flatMap((kind) => [kind, "moved", "rule"])],
      rows,
      [
        "From the second refit on: the tree has a copy for kernels, which is fitted along. Goal: 11.",
        "moved: writing as many bytes, nothing computed: vertices copied once, one array of nodes filled, the other copied from it.",
        "rule: shouldRebuild after a refit.",
      ],
    );
  }
}

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
  const options = { rounds: quick ? 5 : 15, leastMs: 50, clock: cpuClock };
  const ms = Object.values(interleave(contestants, options));
  return ms.map((time) => significant((1e6 * time) / (repeats * treeCount * mesh.triangleCount)));
}

/** Null for the cloth where its file is absent. */
function createOrRead(name) {
  if (name === "cloth") return readCloth();
  if (name === "patch") return createPlaneGrid({ columns: 8, rows: 8 }); // what a call costs by itself
  return createModel(name).mesh;
}

function buildTree({ positions, indices }, View) {
  const factor = View === Float64Array ? OFF_F32 : 1;
  const mesh = createMesh({ positions: View.from(positions, (x) => factor * x), indices });
  return buildAabbTree(mesh, { frame: "none" });
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
