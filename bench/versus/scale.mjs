import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMesh } from "abut";
import { planClashes, runClashTask, sliceTask } from "abut/clash";
import { writeModelGlb } from "abut/formats";
import { createIcosphere } from "abut/primitives";
import { nodeDigest } from "abut/store";
import { describeEnvironment } from "../environment.mjs";
import { createAssembly } from "../scenes/assembly.mjs";
import { printTable, significant, whole } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";

export const description =
  "abut clash --store: estimated against measured cost of tasks, a second run, 50 million triangles within 1 GB";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const FULL = { costParts: 1000, parts: 10_000, largeParts: 2444, subdivisions: 5, memory: "1GB" };
const QUICK = { costParts: 200, parts: 400, largeParts: 100, subdivisions: 3, memory: "500MB" };
const SECTIONS = { cost: compareCost, rerun: runTwice, memory: limitMemory };

export async function run({ quick, seed, parts: sections = Object.keys(SECTIONS) }) {
  for (const section of sections)
    if (!Object.hasOwn(SECTIONS, section))
      throw new UsageError(`--parts: no part "${section}"; there are ${Object.keys(SECTIONS).join(", ")}`);
  console.log(`plans, tasks and a store\n${describeEnvironment(seed)}`);
  for (const section of sections) await SECTIONS[section]({ ...(quick ? QUICK : FULL), seed });
}

/** How well the estimated cost of tasks agrees with the time they take. */
async function compareCost({ costParts, seed }) {
  const parts = createAssembly(createMesh, { parts: costParts, triangles: 500 * costParts, seed }).parts;
  const plan = await planClashes(parts, { digest: nodeDigest, taskTime: 20 });
  const meshes = new Map(plan.parts.map(({ mesh }, i) => [mesh, parts[i].mesh]));
  const [estimated, measured] = [[], []];
  for (const task of plan.tasks) {
    const begin = performance.now();
    await runClashTask(sliceTask(plan, task), ({ mesh }) => meshes.get(mesh));
    measured.push(performance.now() - begin);
    estimated.push(task.cost / 1000);
  }
  const sum = (list) => list.reduce((total, x) => total + x, 0);
  console.log(
    `\n${plan.tasks.length} tasks: estimated ${whole(sum(estimated))} ms, measured ${whole(sum(measured))} ms, ` +
      `correlation ${correlation(estimated, measured).toFixed(2)}, of ranks ${correlation(ranks(estimated), ranks(measured)).toFixed(2)}`,
  );
}

async function runTwice({ parts }) {
  const folder = mkdtempSync(join(tmpdir(), "abut-scale-"));
  try {
    writeSpheres(join(folder, "model"), parts, 1);
    const stored = ["--store", join(folder, "store")];
    printRuns(`${whole(parts)} parts`, [
      ["without a store", clash(folder, [])],
      ["the first run with a store", clash(folder, stored)],
      ["the second run", clash(folder, stored)],
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
      [`--memory ${memory}`, clash(folder, [...store("limited"), "--memory", memory])],
      ["a store without a limit", clash(folder, store("unlimited"))],
      ["without a store", clash(folder, ["--depth", "none"])],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A grid of spheres of 1000 sizes, some of which overlap, four or more a file. */
function writeSpheres(folder, count, subdivisions) {
  mkdirSync(folder);
  const side = Math.ceil(Math.cbrt(count));
  const perFile = Math.max(4, Math.ceil(count / 1000));
  for (let from = 0; from < count; from += perFile) {
    const parts = [];
    for (let i = from; i < Math.min(count, from + perFile); i++) {
      const { positions, indices } = createIcosphere({
        subdivisions,
        radius: 0.46 + 0.06 * (((i * 7919) % 1000) / 1000),
      });
      const place = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
      const toWorld = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1);
      const mesh = { positions: Float32Array.from(positions), indices };
      parts.push({
        name: `sphere ${i}`,
        mesh: { ...mesh, vertexCount: positions.length / 3, triangleCount: indices.length / 3 },
        toWorld,
      });
    }
    writeFileSync(join(folder, `${from}.glb`), writeModelGlb(parts));
  }
}

/** Prints time and memory of the whole process when it ends. */
const REPORTER = `data:text/javascript,process.on("exit",()=>process.stderr.write("RESOURCES "+JSON.stringify(process.resourceUsage())))`;

function clash(folder, words) {
  const begin = performance.now();
  const { stderr, status } = spawnSync(
    process.execPath,
    [
      "--import",
      REPORTER,
      MAIN,
      "clash",
      join(folder, "model"),
      ...words,
      "-f",
      "json",
      "-o",
      join(folder, "report.json"),
      "--group",
      "none",
      "--fail-on",
      "none",
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(/RESOURCES (.*)/.exec(stderr)[1]);
  return {
    seconds: (performance.now() - begin) / 1000,
    processor: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1000,
  };
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
