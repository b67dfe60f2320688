import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describeEnvironment } from "../environment.mjs";
import { percent, printTable, significant, times, whole } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";
import { ASSUMED, simulate } from "./cluster/simulate.mjs";
import { withWorker } from "./cluster/with-worker.mjs";

export const description =
  "clashes on BullMQ: time against threads, what Redis does for a task, and a simulation of up to 200 workers";

const FULL = {
  scene: { parts: 10_000, triangles: 5_000_000 },
  rounds: 3,
  /** Its tasks are measured, and repeated for larger machines. */
  sample: { parts: 1000, triangles: 500_000 },
};
const QUICK = {
  scene: { parts: 400, triangles: 200_000 },
  rounds: 1,
  sample: { parts: 200, triangles: 100_000 },
};
const WORKERS = 2;
const COPIES = [10, 1000];
const SIMULATED = [1, 2, 5, 10, 20, 50, 100, 200];
/** The estimated time of a task of a large plan, as the planner cuts it, in milliseconds. */
const TASK_TIME = 250;
const SECTIONS = { overhead, simulation };

const CHILD = fileURLToPath(new URL("./cluster/child.mjs", import.meta.url));

export async function run({ quick, seed, parts: sections = Object.keys(SECTIONS), progress }) {
  for (const section of sections)
    if (!Object.hasOwn(SECTIONS, section))
      throw new UsageError(`--parts: no part "${section}"; there are ${Object.keys(SECTIONS).join(", ")}`);
  console.log(`a machine with 7 % faulty parts\n${describeEnvironment(seed)}`);
  const { scene, rounds, sample } = quick ? QUICK : FULL;
  for (const section of sections)
    await SECTIONS[section]({ scene: { ...scene, seed }, sample: { ...sample, seed }, rounds }, progress);
}

async function overhead({ scene, rounds }, progress) {
  const onThreads = [];
  const onCluster = [];
  for (let round = 1; round <= rounds; round++) {
    progress.show(`round ${round} of ${rounds}`);
    onThreads.push(await measure({ task: "threads", count: WORKERS, ...scene }));
    onCluster.push(await searchOnCluster(scene));
  }
  progress.clear();
  const threads = median(onThreads);
  const cluster = median(onCluster);
  const row = (name, { ms, storeMs = 0, candidates }) => [
    name,
    whole(candidates),
    significant(ms / 1000),
    significant(storeMs / 1000),
    times(ms / threads.ms),
  ];
  printTable(
    `${WORKERS} workers against ${WORKERS} threads, ${whole(scene.parts)} parts`,
    ["<engine", "pairs", "s", "of it into the store", "ratio"],
    [row("threads", threads), row("cluster", cluster)],
    [`median of ${rounds}; the goal is 1.15×`],
  );
  printProcessorTime(onThreads, onCluster);
  const { tasks, scripts, commands, bytes } = cluster;
  printTable(
    "What Redis does",
    ["tasks", "scripts a task", "commands a task, those in scripts included", "bytes a task, in and out"],
    [[whole(tasks), significant(scripts / tasks), significant(commands / tasks), whole(bytes / tasks)]],
  );
}

/** On a busy machine the clock measures others; processor time says what the engines themselves take. */
function printProcessorTime(onThreads, onCluster) {
  const middle = (values) => values.toSorted((p, q) => p - q)[values.length >> 1];
  const threads = middle(onThreads.map(({ processorMs }) => processorMs));
  const names = Object.keys(onCluster[0].processor);
  const totals = onCluster.map(({ processor }) => names.reduce((sum, name) => sum + processor[name], 0));
  printTable(
    "Processor time",
    ["<of", "s", "ratio"],
    [
      ["threads, all of their process", significant(threads / 1000), times(1)],
      ...names.map((name) => [
        `cluster: ${name}`,
        significant(middle(onCluster.map(({ processor }) => processor[name])) / 1000),
        "",
      ]),
      ["cluster: all", significant(middle(totals) / 1000), times(middle(totals) / threads)],
    ],
  );
}

async function searchOnCluster(scene) {
  const folder = mkdtempSync(join(tmpdir(), "abut-bench-store-"));
  try {
    const { found, processor, traffic } = await withWorker(folder, WORKERS, (redis) =>
      measure({ task: "cluster", redis, place: `files:${folder}`, ...scene }),
    );
    return { ...found, ...traffic, processor: { planner: found.processorMs, ...processor } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function simulation({ sample: scene }, progress) {
  progress.show("measuring tasks");
  const folder = mkdtempSync(join(tmpdir(), "abut-bench-store-"));
  try {
    const { planMs, tasks } = await measure({ task: "tasks", place: folder, taskTime: TASK_TIME, ...scene });
    progress.clear();
    const work = tasks.reduce((sum, { ms }) => sum + ms, 0);
    for (const copies of COPIES) {
      const many = Array.from({ length: copies }, () => tasks).flat();
      const settings = { ...ASSUMED, planMs: copies * planMs };
      const one = simulate(many, 1, settings).ms;
      printTable(
        `Simulated: ${whole(copies * scene.parts)} parts, ${whole(many.length)} tasks, ${whole((copies * work) / 1000)} s of work`,
        ["workers", "s", "speed-up", "workers busy", "Redis", "store", "planner"],
        SIMULATED.map((workers) => {
          const { ms, workersBusy, busy } = simulate(many, workers, settings);
          return [
            whole(workers),
            significant(ms / 1000),
            times(one / ms),
            percent(workersBusy, 0),
            percent(busy.redis, 0),
            percent(busy.store, 0),
            percent(busy.planner, 0),
          ];
        }),
        [`planning ${significant((copies * planMs) / 1000)} s; assumed: ${JSON.stringify(ASSUMED)}`],
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(options) {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify(options)]);
  return JSON.parse(stdout);
}

function median(runs) {
  return [...runs].sort((p, q) => p.ms - q.ms)[runs.length >> 1];
}
