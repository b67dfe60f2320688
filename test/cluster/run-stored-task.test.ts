import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { serialize } from "node:v8";
import { afterAll, expect, it } from "vitest";
import { findClashes } from "../../src/clash/find-clashes.ts";
import type { ClashPlan } from "../../src/clash/plan/clash-plan.ts";
import { sliceTask } from "../../src/clash/plan/cut-tasks.ts";
import { createClashMerger, finishMerge } from "../../src/clash/plan/merge-clashes.ts";
import { planRecords } from "../../src/clash/plan/plan-clashes.ts";
import { addressOfPlan, cutWaves, taskOf } from "../../src/cluster/cut-waves.ts";
import { findClashesOnCluster } from "../../src/cluster/find-clashes-on-cluster.ts";
import { runStoredTask } from "../../src/cluster/run-stored-task.ts";
import { ClusterError, OptionError, StoreError } from "../../src/errors.ts";
import { createSphere } from "../../src/mesh/primitives/sphere.ts";
import { mergeKnown } from "../../src/store/merge-known.ts";
import { nodeDigest } from "../../src/store/node-digest.ts";
import { openStore } from "../../src/store/open-store.ts";
import { recordParts } from "../../src/store/record-parts.ts";
import { createTreeLoader } from "../../src/store/tree-loader.ts";
import { writtenOutcomes } from "./command.ts";

// What a worker does with a task, and how a planner names it, without Redis.

const folder = mkdtempSync(join(tmpdir(), "abut-task-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mesh = createSphere({ segments: 12, rings: 6 });
const parts = Array.from({ length: 6 }, (_, i) => ({
  key: `sphere ${i}`,
  mesh,
  toWorld: new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1.8 * i, 0, 0, 1]),
}));

async function prepare(name: string) {
  const store = await openStore(`files:${join(folder, name)}`);
  const records = await recordParts(parts, store, false);
  const plan = await planRecords(records, { digest: nodeDigest });
  const job = { task: taskOf(addressOfPlan(plan), plan.tasks[0].pairs).address, algorithm: plan.algorithm };
  await store.put("task", [{ address: job.task, bytes: serialize(sliceTask(plan, plan.tasks[0])) }]);
  return { store, records, plan, job: { ...job, pairs: plan.tasks[0].pairs.length } };
}

/** The plan as if each part had a mesh of its own: each is asked for when its first pair is due. */
function cloneMeshes(plan: ClashPlan): ClashPlan {
  return { ...plan, parts: plan.parts.map((part, i) => ({ ...part, mesh: `${part.mesh}${i}` })) };
}

it("a task checks what the store lacks, goes on after a stop, and gives what findClashes gives", async () => {
  const { store, plan, job } = await prepare("stop");
  const load = createTreeLoader(store);
  let asked = 0;
  const stopped = await runStoredTask(store, load, job.task, {
    isCareful: true,
    isStopped: () => ++asked > 2,
  });
  expect(stopped).toBe(null);
  const done = await runStoredTask(store, load, job.task, { isCareful: false, isStopped: () => false });
  expect(done).toEqual({ checked: 3, known: 2 });
  const merger = createClashMerger(plan);
  expect(await mergeKnown(plan, merger, store)).toHaveLength(0);
  expect(finishMerge(merger)).toEqual(findClashes(parts));
});

it("two workers at one task, one of which lost its lock: no outcome is written twice", async () => {
  const { store, plan, job } = await prepare("takeover");
  const load = createTreeLoader(store);
  const options = { isCareful: false, isStopped: () => false };
  // The first worker is held up before its second pair until another process has done the whole task.
  const held = cloneMeshes(plan);
  await store.put("task", [{ address: job.task, bytes: serialize(sliceTask(held, plan.tasks[0])) }]);
  const other = await openStore(`files:${join(folder, "takeover")}`);
  const loadCloned: typeof load = (part) => load({ ...part, mesh: part.mesh.slice(0, 32) });
  let taken: Awaited<ReturnType<typeof runStoredTask>> = null;
  const loadLate: typeof load = async (part) => {
    if (part.key === "sphere 3" && taken === null) {
      taken = await runStoredTask(other, loadCloned, job.task, options);
      await setTimeout(50); // what others have written is seen after 20 ms
    }
    return loadCloned(part);
  };
  const done = await runStoredTask(store, loadLate, job.task, options);
  expect([taken, done]).toEqual(Array(2).fill({ checked: 5, known: 0 }));
  const written = writtenOutcomes(join(folder, "takeover"));
  expect(written).toHaveLength(5);
  expect(new Set(written).size).toBe(5);
});

it("a damaged outcome is written again", async () => {
  const { store, plan, job } = await prepare("damaged");
  const load = createTreeLoader(store);
  const options = { isCareful: false, isStopped: () => false };
  await runStoredTask(store, load, job.task, options);
  const packs = join(folder, "damaged/v1/packs");
  const latest = join(packs, readdirSync(packs).sort().at(-1)!);
  const bytes = readFileSync(latest);
  bytes[bytes.length - 1] ^= 1; // of the last outcome
  writeFileSync(latest, bytes);
  const again = await openStore(`files:${join(folder, "damaged")}`);
  const done = await runStoredTask(again, load, job.task, options);
  expect(done).toEqual({ checked: 1, known: 4 });
  const merger = createClashMerger(plan);
  expect(await mergeKnown(plan, merger, again)).toHaveLength(0);
});

it("a careful task keeps every outcome before the pair that fails", async () => {
  const { store, plan, job } = await prepare("careful");
  const load = createTreeLoader(store);
  const failing = parts[3].toWorld[12];
  const poisoned: typeof load = (part) => {
    if (part.toWorld?.[12] === failing) throw new Error("poison");
    return load(part);
  };
  const bytes = serialize(sliceTask(cloneMeshes(plan), plan.tasks[0]));
  await store.put("task", [{ address: job.task, bytes }]);
  const original: typeof load = (part) => poisoned({ ...part, mesh: part.mesh.slice(0, 32) });
  const options = { isCareful: true, isStopped: () => false };
  await expect(runStoredTask(store, original, job.task, options)).rejects.toThrow("poison");
  const merger = createClashMerger(plan);
  const left = await mergeKnown(plan, merger, store);
  const namesOf = (pair: number) => [0, 1].map((side) => plan.parts[plan.pairs[2 * pair + side]].key);
  expect(left.length).toBeLessThan(5);
  expect(namesOf(left[0])).toContain("sphere 3");
});

it("a worker says that the store lacks a task", async () => {
  const { store, job } = await prepare("missing");
  await store.delete("task", [job.task]);
  const run = runStoredTask(store, createTreeLoader(store), job.task, {
    isCareful: false,
    isStopped: () => false,
    taskPauses: [0, 10],
  });
  await expect(run).rejects.toThrow(StoreError);
  await expect(run).rejects.toThrow(/planner and worker use different stores: .* has no task/);
});

it("a queue names waves by all their tasks, and leaves out those that are done", async () => {
  const { plan } = await prepare("waves");
  const address = addressOfPlan(plan);
  const tasks = [0, 1, 2, 3, 4].map((pair) => taskOf(address, Uint32Array.of(pair)));
  const all = cutWaves(tasks, 2, () => false);
  expect(all.map((wave) => wave.tasks.length)).toEqual([2, 2, 1]);
  const rest = cutWaves(tasks, 2, ({ pairs }) => pairs[0] < 3);
  expect(rest.map(({ id }) => id)).toEqual([all[1].id, all[2].id]);
  expect(rest[0].tasks).toEqual([tasks[3]]);
  expect(addressOfPlan({ ...plan, check: `${plan.check}0` })).not.toBe(address);
});

it("a worker refuses unknown options and values before it connects", async () => {
  const { store, records } = await prepare("options");
  const redis = "redis://127.0.0.1:1";
  const find = (options: object) => findClashesOnCluster(records, store, { redis, ...options });
  await expect(find({ widow: 3 })).rejects.toThrow(OptionError);
  await expect(find({ window: 0 })).rejects.toThrow(/window: 0/);
  await expect(find({ patience: -1 })).rejects.toThrow(/patience: -1/);
  await expect(find({})).rejects.toThrow(ClusterError);
  await expect(find({})).rejects.toThrow(/Redis at 127\.0\.0\.1:1: cannot connect/);
});
