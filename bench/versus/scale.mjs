import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMesh } from "abut";
import { planClashes, runClashTask, sliceTask } from "abut/clash";
import { nodeDigest } from "abut/store";
import { estimateCost } from "../../dist/internals.js";
import { describeEnvironment } from "../environment.mjs";
import { createAssembly } from "../scenes/assembly.mjs";
import { printTable, significant, whole } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";
import { runClash } from "./scale/command.mjs";
import { measureGrowth } from "./scale/growth.mjs";
import { writeSpheres } from "./scale/spheres.mjs";
import { measureWatch } from "./scale/watch.mjs";

export const description =
  "abut clash --store: estimated against measured cost of tasks, a second run, 50 million triangles within 1 GB, growth to 100,000 parts, a watch";

const FULL = {
  costParts: 1000,
  parts: 10_000,
  watchParts: 1000,
  largeParts: 2444,
  subdivisions: 5,
  memory: "1GB",
  growth: [100, 1000, 10_000, 100_000],
};
const QUICK = {
  costParts: 200,
  parts: 400,
  watchParts: 100,
  largeParts: 100,
  subdivisions: 3,
  memory: "500MB",
  growth: [100, 400],
};
const SECTIONS = {
  cost: compareCost,
  rerun: runTwice,
  memory: limitMemory,
  growth: measureGrowth,
  watch: measureWatch,
};

export async function run({ quick, seed, parts: sections = Object.keys(SECTIONS) }) {
  for (const section of sections)
    if (!Object.hasOwn(SECTIONS, section))
      throw new UsageError(`--parts: no part "${section}"; there are ${Object.keys(SECTIONS).join(", ")}`);
  console.log(`plans, tasks and a store\n${describeEnvironment(seed)}`);
  for (const section of sections) await SECTIONS[section]({ ...(quick ? QUICK : FULL), seed });
}

/** How well estimated costs agree with the time that pairs and tasks take. */
async function compareCost({ costParts, seed }) {
  const parts = createAssembly(createMesh, { parts: costParts, triangles: 500 * costParts, seed }).parts;
  const plan = await planClashes(parts, { digest: nodeDigest, taskTime: 20 });
  const meshes = new Map(plan.parts.map(({ mesh }, i) => [mesh, parts[i].mesh]));
  const ofPairs = { estimated: [], measured: [] };
  const ofTasks = { estimated: [], measured: [] };
  for (const task of plan.tasks) {
    const begin = performance.now();
    await runClashTask(sliceTask(plan, task), ({ mesh }) => meshes.get(mesh), {
      onPair(pair, _, time) {
        const [a, b] = [plan.pairs[2 * pair], plan.pairs[2 * pair + 1]];
        ofPairs.estimated.push(estimateCost(plan.parts[a], plan.parts[b]) / 1000);
        ofPairs.measured.push(time);
      },
    });
    ofTasks.measured.push(performance.now() - begin);
    ofTasks.estimated.push(task.cost / 1000);
  }
  const sum = (list) => list.reduce((total, x) => total + x, 0);
  const row = (name, { estimated, measured }) => [
    name,
    whole(estimated.length),
    whole(sum(estimated)),
    whole(sum(measured)),
    correlation(estimated, measured).toFixed(2),
    correlation(ranks(estimated), ranks(measured)).toFixed(2),
  ];
  printTable(
    `${whole(costParts)} parts`,
    ["<of", "number", "estimated ms", "measured ms", "correlation", "of ranks"],
    [row("pairs", ofPairs), row("tasks, cut to be equally long", ofTasks)],
  );
}

async function runTwice({ parts }) {
  const folder = mkdtempSync(join(tmpdir(), "abut-scale-"));
  try {
    writeSpheres(join(folder, "model"), parts, 1);
    const stored = ["--store", join(folder, "store")];
    printRuns(`${whole(parts)} parts`, [
      ["without a store", await runClash(folder, [])],
      ["the first run with a store", await runClash(folder, stored)],
      ["the second run", await runClash(folder, stored)],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function limitMemory({ largeParts, subdivisions, memory }) {
  const folder = mkdtempSync(join(tmpdir(), "abut-scale-"));
  try {
    writeSpheres(join(folder, "model"), largeParts, subdivisions);
    const store = (name) => ["--depth", "none", "--store", join(folder, name)];
    printRuns(`${whole(largeParts * 20 * 4 ** subdivisions)} triangles, --depth none`, [
      [`--memory ${memory}`, await runClash(folder, [...store("limited"), "--memory", memory])],
      ["a store without a limit", await runClash(folder, store("unlimited"))],
      ["without a store", await runClash(folder, ["--depth", "none"])],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function printRuns(title, rows) {
  printTable(
    title,
    ["<run", "s", "processor s", "peak MB"],
    rows.map(([name, { seconds, processor, megabytes }]) => [
      name,
      significant(seconds),
      significant(processor),
      whole(megabytes),
    ]),
  );
}

function ranks(values) {
  const order = [...values.keys()].sort((p, q) => values[p] - values[q]);
  const places = new Array(values.length);
  order.forEach((i, place) => {
    places[i] = place;
  });
  return places;
}

function correlation(p, q) {
  const mean = (list) => list.reduce((total, x) => total + x, 0) / list.length;
  const [meanP, meanQ] = [mean(p), mean(q)];
  let [pq, pp, qq] = [0, 0, 0];
  for (let i = 0; i < p.length; i++) {
    const [dp, dq] = [p[i] - meanP, q[i] - meanQ];
    pq += dp * dq;
    pp += dp * dp;
    qq += dq * dq;
  }
  return pq / Math.sqrt(pp * qq);
}
