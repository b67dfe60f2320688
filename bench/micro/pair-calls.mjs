import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as now from "abut";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPlacements, tuneCube } from "../placements.mjs";
import { printTable, significant, times } from "../table.mjs";

export const description =
  "what a call of collide, collideMany and findPairs takes, far apart and near; ABUT_BEFORE=<dist of another build> beside it";

const MODELS = ["torus", "teapot", "ship", "grid"];
const KINDS = {
  f64: Float64Array,
  f32: Float32Array,
};

export async function run({ quick, seed, placements: asked, models, progress }) {
  const builds = { now };
  if (process.env.ABUT_BEFORE)
    builds.before = await import(pathToFileURL(resolve(process.env.ABUT_BEFORE, "index.js")).href);
  const count = asked ?? (quick ? 200 : 500);
  const rounds = quick ? 5 : 15;
  console.log(describeEnvironment(seed));
  const rows = [];
  for (const name of chooseModels(MODELS, models))
    for (const [kind, Positions] of Object.entries(KINDS)) {
      const { mesh, size, title } = createModel(name, Positions);
      const trees = Object.fromEntries(
        Object.entries(builds).map(([build, abut]) => {
          const own = abut.createMesh({ positions: mesh.positions, indices: mesh.indices });
          return [build, [abut.buildAabbTree(own), abut.buildAabbTree(own)]];
        }),
      );
      const collides = (aToWorld, bToWorld) => now.collide(...trees.now, { aToWorld, bToWorld });
      const { side } = tuneCube({ seed, count: 2000, size, collides });
      for (const [question, ask] of Object.entries(questions(size, side, count, seed))) {
        progress.show(`${title} ${kind}, ${question}`);
        rows.push(measure(`${title} ${kind}, ${question}`, builds, trees, ask, rounds));
      }
    }
  progress.clear();
  printTable(
    "Calls of pair queries: µs of processor time a query, 60 % hits where near",
    ["<model, vertices, question", "now", ...(builds.before ? ["before", "faster by"] : [])],
    rows,
    ["far: the boxes of the roots are apart, so what is left is the fixed cost of a query."],
  );
}

/** Each question: how many queries it asks, and asks them. */
function questions(size, side, count, seed) {
  const near = createPlacements({ seed, count, side });
  const far = near.map(({ aToWorld, bToWorld }) => {
    const moved = bToWorld.slice();
    moved[12] += 10 * size;
    return { aToWorld, bToWorld: moved };
  });
  const all = near.slice(0, Math.ceil(count / 10));
  const flat = (list, key) => Float64Array.from(list.flatMap((placement) => [...placement[key]]));
  const many = (list) => {
    const poses = flat(list, "bToWorld");
    const aToWorld = flat(list, "aToWorld");
    return ({ collideMany }, trees) => collideMany(...trees, poses, { aToWorld }).count;
  };
  const each =
    (list) =>
    ({ collide }, trees) =>
      list.reduce((hits, placement) => hits + Number(collide(...trees, placement)), 0);
  return {
    "collide, far": { queries: count, run: each(far) },
    "collide, near": { queries: count, run: each(near) },
    "collideMany, far": { queries: count, run: many(far) },
    "collideMany, near": { queries: count, run: many(near) },
    "findPairs, near": {
      queries: all.length,
      run: ({ findPairs }, trees) =>
        all.reduce((sum, placement) => sum + findPairs(...trees, placement).count, 0),
    },
  };
}

function measure(title, builds, trees, { queries, run }, rounds) {
  const contestants = {};
  const answers = new Set();
  for (const [build, abut] of Object.entries(builds)) {
    contestants[build] = { run: () => run(abut, trees[build]) };
    answers.add(contestants[build].run());
  }
  if (answers.size > 1) throw new Error(`${title}: other answers before`);
  const ms = interleave(contestants, { rounds, clock: cpuClock });
  const cells = [significant((1000 * ms.now) / queries)];
  if (ms.before) cells.push(significant((1000 * ms.before) / queries), times(ms.before / ms.now));
  return [title, ...cells];
}
