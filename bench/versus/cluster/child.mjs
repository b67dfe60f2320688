// One measurement in a process of its own: node child.mjs '{ "task": …, … }' prints JSON.

import { createMesh } from "abut";
import { cutTasks, planRecords, runClashTask, sliceTask } from "abut/clash";
import { findClashesOnCluster } from "abut/cluster";
import { createTreeLoader, nodeDigest, openStore, recordParts } from "abut/store";
import { findClashesOnThreads } from "abut/workers";
import { cpuClock } from "../../cpu-time.mjs";
import { createAssembly } from "../../scenes/assembly.mjs";

const TASKS = { threads, cluster, tasks };
const { task, ...options } = JSON.parse(process.argv[2]);
console.log(JSON.stringify(await TASKS[task](options)));

async function threads({ count, ...scene }) {
  const { parts } = createAssembly(createMesh, scene);
  const used = cpuClock();
  const start = performance.now();
  const { counts } = await findClashesOnThreads(parts, { threads: count });
  return {
    ms: performance.now() - start,
    processorMs: cpuClock() - used,
    candidates: counts.candidates,
  };
}

/** The planner's part: from meshes in memory to the result. */
async function cluster({ redis, place, ...scene }) {
  const { parts } = createAssembly(createMesh, scene);
  const store = await openStore(place);
  const used = cpuClock();
  const start = performance.now();
  const records = await recordParts(parts, store, false);
  const stored = performance.now();
  const { result, tasks: count } = await findClashesOnCluster(records, store, { redis });
  const end = performance.now();
  return {
    ms: end - start,
    storeMs: stored - start,
    processorMs: cpuClock() - used,
    candidates: result.counts.candidates,
    tasks: count,
  };
}

/** The processor time of each task, its bytes in the store, and the planner's processor time before. */
async function tasks({ place, taskTime, ...scene }) {
  const store = await openStore(place);
  const prepare = async (options) => {
    const { parts } = createAssembly(createMesh, options);
    const used = cpuClock();
    const records = await recordParts(parts, store, false);
    const plan = await planRecords(records, { digest: nodeDigest });
    return { plan, ms: cpuClock() - used };
  };
  // A planner of many parts spends most of its time in compiled code. Another machine goes first, whose meshes are others.
  const { ms: coldPlanMs } = await prepare({ ...scene, seed: scene.seed + 1 });
  const { plan, ms: planMs } = await prepare(scene);
  const measured = [];
  for (const each of cutTasks(plan, { taskTime })) {
    const slice = sliceTask(plan, each);
    const begin = cpuClock();
    await runClashTask(slice, createTreeLoader(store));
    const bytes = new Map(slice.parts.map((part) => [part.mesh, part.bytes]));
    measured.push({
      ms: cpuClock() - begin,
      bytes: [...bytes.values()].reduce((sum, size) => sum + size, 0),
    });
  }
  return { planMs, coldPlanMs, tasks: measured };
}
