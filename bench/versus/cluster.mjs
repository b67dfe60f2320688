import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
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
  const runs = { threads: [], fresh: [], served: [] };
  for (let round = 1; round <= rounds; round++) {
    progress.show(`round ${round} of ${rounds}`);
    runs.threads.push(await measure({ task: "threads", count: WORKERS, ...scene }));
    const [fresh, served] = await searchOnCluster(scene);
    runs.fresh.push(fresh);
    runs.served.push(served);
  }
  progress.clear();
  const names = {
    threads: "threads",
    fresh: "workers that were just started",
    served: "workers that have served",
  };
  const base = middleOf(runs.threads, (run) => run.ms);
  const baseProcessor = middleOf(runs.threads, processorOf);
  printTable(
    `${WORKERS} workers against ${WORKERS} threads, ${whole(scene.parts)} parts`,
    ["<engine", "pairs", "s", "of it into the store", "ratio", "processor s", "ratio of it"],
    Object.entries(names).map(([key, name]) => {
      const [ms, processor] = [middleOf(runs[key], (run) => run.ms), middleOf(runs[key], processorOf)];
      return [
        name,
        whole(runs[key][0].candidates),
        significant(ms / 1000),
        significant(middleOf(runs[key], ({ storeMs = 0 }) => storeMs) / 1000),
        times(ms / base),
        significant(processor / 1000),
        times(processor / baseProcessor),
      ];
    }),
    [
      `medians of ${rounds}; the goal is 1.15×. The second machine of a worker has other meshes: no outcome is known, but code is compiled`,
      `load ${loadavg()[0].toFixed(1)}: above ${cpus().length}, the clock measures others`,
    ],
  );
  printTable(
    "Processor time by process, s",
    ["<workers", ...Object.keys(runs.fresh[0].processor)],
    ["fresh", "served"].map((key) => [
      names[key],
      ...Object.keys(runs[key][0].processor).map((name) =>
        significant(middleOf(runs[key], ({ processor }) => processor[name]) / 1000),
      ),
    ]),
  );
  const { tasks, scripts, commands, bytes } = runs.fresh[rounds >> 1];
  printTable(
    "What Redis does",
    ["tasks", "scripts a task", "commands a task, those in scripts included", "bytes a task, in and out"],
    [[whole(tasks), significant(scripts / tasks), significant(commands / tasks), whole(bytes / tasks)]],
  );
}

/** Two searches on one worker, of machines that differ. */
async function searchOnCluster(scene) {
  const folder = mkdtempSync(join(tmpdir(), "abut-bench-store-"));
  try {
    const search = (seed) => (redis) =>
      measure({ task: "cluster", redis, place: `files:${folder}`, ...scene, seed });
    const both = await withWorker(folder, WORKERS, [search(scene.seed), search(scene.seed + 1)]);
    return both.map(({ found, processor, traffic }) => ({
      ...found,
      ...traffic,
      processor: { planner: found.processorMs, ...processor },
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function processorOf({ processorMs, processor }) {
  return processor === undefined ? processorMs : Object.values(processor).reduce((sum, ms) => sum + ms, 0);
}

function middleOf(runs, of) {
  return runs.map(of).sort((p, q) => p - q)[runs.length >> 1];
}

async function simulation({ sample: scene }, progress) {
  progress.show("measuring tasks");
  const folder = mkdtempSync(join(tmpdir(), "abut-bench-store-"));
  try {
    const { planMs, coldPlanMs, tasks } = await measure({
      task: "tasks",
      place: folder,
      taskTime: TASK_TIME,
      ...scene,
    });
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
        [
          `planning ${significant((copies * planMs) / 1000)} s, as measured with warm code for ${whole(scene.parts)} parts: ${whole(planMs)} ms, with cold code ${whole(coldPlanMs)}`,
          `assumed: ${JSON.stringify(ASSUMED)}`,
        ],
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
