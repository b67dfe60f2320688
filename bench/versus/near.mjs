import { existsSync, readFileSync } from "node:fs";
import { buildAabbTree, createMesh, findNearPairs, findPairs, findSelfNearPairs, findSelfPairs } from "abut";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { SEQUENCES } from "../papers/deform-sequences.mjs";
import { createPlacements } from "../placements.mjs";
import { printTable, significant, times, whole } from "../table.mjs";

export const description =
  "near pairs of features: findSelfNearPairs beside findSelfPairs, findNearPairs beside findPairs";

const TRUTH = new URL("../../../shared/data/truth/", import.meta.url);
/** Thicknesses, in mean edge lengths. */
const THICKNESSES = [0.1, 0.3];
const MODELS = ["torus", "teapot"];
/** The cube that placements are drawn from, in diagonals of the model. */
const CUBE = 1;

export function run({ quick, seed, placements: asked, models, progress }) {
  const rounds = quick ? 5 : 21;
  console.log(`One process, interleaved rounds, medians of processor time\n${describeEnvironment(seed)}`);
  measureSelf(seed, rounds, progress);
  measurePairs(chooseModels(MODELS, models), seed, asked ?? (quick ? 20 : 100), rounds, progress);
}

function measureSelf(seed, rounds, progress) {
  const rows = [];
  for (const { title, mesh } of cloths(seed)) {
    progress.show(title);
    const tree = buildAabbTree(mesh);
    const edge = meanEdge(mesh);
    const pairs = findSelfPairs(tree);
    const near = THICKNESSES.map((share) => findSelfNearPairs(tree, share * edge));
    const ms = interleave(
      {
        pairs: { run: () => findSelfPairs(tree, { into: pairs }).count },
        ...Object.fromEntries(
          THICKNESSES.map((share, k) => [
            k,
            { run: () => findSelfNearPairs(tree, share * edge, { into: near[k] }).count },
          ]),
        ),
      },
      { rounds, clock: cpuClock },
    );
    if (rows.length > 0) rows.push(null);
    rows.push([
      `${title}, ${whole(mesh.triangleCount)} triangles`,
      "findSelfPairs",
      whole(pairs.count),
      significant(ms.pairs),
      "",
    ]);
    THICKNESSES.forEach((share, k) => {
      rows.push([
        "",
        `findSelfNearPairs, ${share} of an edge`,
        whole(near[k].count),
        significant(ms[k]),
        times(ms[k] / ms.pairs),
      ]);
    });
  }
  progress.clear();
  printTable("One mesh with itself, ms", ["<", "<", "pairs", "ms", "of findSelfPairs"], rows, [
    "findSelfPairs lists triangles that meet; findSelfNearPairs vertices and faces, and edges, with distance, points, normal and weights",
  ]);
}

/** The cloth of the exact answers beside the project, and a crumpled sheet. */
function cloths(seed) {
  const { mesh, moveTo } = SEQUENCES.crumple.create(seed, 50);
  moveTo(1);
  const found = [{ title: "Crumpled sheet", mesh }];
  const manifestFile = new URL("manifest.json", TRUTH);
  if (!existsSync(manifestFile)) {
    console.log("\nNOTICE: ../shared/data/truth is absent, the cloth is skipped");
    return found;
  }
  const { selfCases } = JSON.parse(readFileSync(manifestFile, "utf8"));
  const files = selfCases.find(({ id }) => id === "self_clothball92").mesh;
  const positions = new Float32Array(new Float64Array(readBytes(files.verts))); // they are f32 numbers
  const indices = new Uint32Array(readBytes(files.tris));
  return [{ title: "Cloth", mesh: createMesh({ positions, indices }) }, ...found];
}

function readBytes(file) {
  const bytes = readFileSync(new URL(file, TRUTH));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

function measurePairs(names, seed, count, rounds, progress) {
  const rows = names.map((name) => {
    progress.show(name);
    const { title, mesh, size } = createModel(name);
    const tree = buildAabbTree(mesh);
    const thickness = THICKNESSES[0] * meanEdge(mesh);
    const placements = createPlacements({ seed, count, side: CUBE * size });
    let pairs = findPairs(tree, tree, placements[0]);
    let near = findNearPairs(tree, tree, thickness, placements[0]);
    const sumOf = (find) => placements.reduce((sum, placement) => sum + find(placement), 0);
    const findAll = (placement) => {
      pairs = findPairs(tree, tree, { into: pairs, ...placement });
      return pairs.count;
    };
    const findNear = (placement) => {
      near = findNearPairs(tree, tree, thickness, { into: near, ...placement });
      return near.count;
    };
    const counts = [sumOf(findAll), sumOf(findNear)];
    const ms = interleave(
      { pairs: { run: () => sumOf(findAll) }, near: { run: () => sumOf(findNear) } },
      { rounds, clock: cpuClock },
    );
    return [
      `${title}, ${whole(mesh.triangleCount)} triangles`,
      whole(counts[0] / count),
      significant((1000 * ms.pairs) / count),
      whole(counts[1] / count),
      significant((1000 * ms.near) / count),
      times(ms.near / ms.pairs),
    ];
  });
  progress.clear();
  printTable(
    `Two meshes, µs a query, ${count} placements, thickness ${THICKNESSES[0]} of an edge`,
    ["<", "pairs", "findPairs", "near pairs", "findNearPairs", "of findPairs"],
    rows,
  );
}

/** The mean length of the triangles' edges. */
function meanEdge({ positions, indices }) {
  let sum = 0;
  for (let c = 0; c < indices.length; c++) {
    const p = 3 * indices[c];
    const q = 3 * indices[c % 3 === 2 ? c - 2 : c + 1];
    sum += Math.hypot(
      positions[p] - positions[q],
      positions[p + 1] - positions[q + 1],
      positions[p + 2] - positions[q + 2],
    );
  }
  return sum / indices.length;
}
