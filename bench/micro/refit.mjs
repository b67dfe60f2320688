import { existsSync, readFileSync } from "node:fs";
import { buildAabbTree, createMesh, refit } from "abut";
import { createPlaneGrid } from "abut/primitives";
import { shouldRebuild } from "abut/trees";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { printTable, significant, whole } from "../table.mjs";

export const description = "refit of all boxes, ns a triangle, f32 and f64 vertices";

const MODELS = ["patch", "torus", "teapot", "ship", "grid", "cloth"];
const KINDS = { f32: Float32Array, f64: Float64Array };
const TRUTH = new URL("../../../shared/data/truth/", import.meta.url);
/** 64 KiB of nodes, as `refit` copies them. */
const PART = 16_384;
/** Makes f64 coordinates numbers that f32 cannot hold. */
const OFF_F32 = 1 + 2 ** -30;

export function run({ quick, seed, models, progress }) {
  console.log(describeEnvironment(seed));
  const rows = [];
  for (const name of chooseModels(MODELS, models)) {
    const mesh = createOrRead(name);
    if (mesh === null) {
      console.log("\nNOTICE: ../shared/data/truth is absent, the cloth is skipped");
      continue;
    }
    progress.show(name);
    const ms = interleave(contestants(mesh), { rounds: quick ? 5 : 15, leastMs: 50, clock: cpuClock });
    const perTriangle = ([, time]) => significant((1e6 * time) / (repeatsOf(mesh) * mesh.triangleCount));
    rows.push([name, whole(mesh.triangleCount), ...Object.entries(ms).map(perTriangle)]);
  }
  progress.clear();
  printTable(
    "refit, ns of processor time a triangle, median",
    ["<Model", "triangles", ...Object.keys(KINDS).flatMap((kind) => [kind, "moved", "rule"])],
    rows,
    [
      "From the second refit on: the tree has a copy for kernels, which is fitted along. Goal: 11.",
      "rule: shouldRebuild after a refit.",
      "moved: writing as many bytes, nothing computed: vertices copied once, one array of nodes filled, the other copied from it.",
    ],
  );
}

function contestants(mesh) {
  return Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, View]) => {
      const tree = buildTree(mesh, View);
      return [
        [kind, repeat(tree.mesh, () => refit(tree))],
        [`${kind}, moved`, repeat(tree.mesh, moveAsMuch(tree))],
        [`${kind}, rule`, repeat(tree.mesh, () => shouldRebuild(tree))],
      ];
    }),
  );
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

/** Writes what every refit has to write, in parts that stay in a cache: the floor where memory is slow. */
function moveAsMuch({ mesh: { positions }, nodes }) {
  const [vertices, copy, own] = [positions, nodes, nodes].map((array) => array.slice());
  const parts = [];
  for (let begin = 0; begin < copy.length; begin += PART)
    parts.push({ begin, part: copy.subarray(begin, begin + PART) });
  return () => {
    vertices.set(positions);
    for (const { begin, part } of parts) {
      part.fill(begin);
      own.set(part, begin);
    }
  };
}

function repeat(mesh, work) {
  const repeats = repeatsOf(mesh);
  return {
    run: () => {
      for (let k = 0; k < repeats; k++) work();
    },
  };
}

/** Refits in a run: reading the clock takes as long as refitting a hundred triangles. */
function repeatsOf({ triangleCount }) {
  return Math.ceil(5000 / triangleCount);
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
