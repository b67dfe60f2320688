import { expect, it } from "vitest";
import { findClashes } from "../../src/clash/index.ts";
import { prepareClashes } from "../../src/clash/prepare-clashes.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { buildTrees, checkJobs } from "../../src/workers/clash-work.ts";
import { createClashTask } from "../../src/workers/create-clash-task.ts";
import {
  type BuiltTrees,
  type CheckedJobs,
  type FromThread,
  NEXT_LONG,
  NEXT_MESH,
  NEXT_THREAD,
  STOP,
} from "../../src/workers/protocol.ts";
import { at, partOf } from "../clash/scenes.ts";

// The work of a thread, done on the main thread.

const parts = Array.from({ length: 6 }, (_, i) =>
  partOf(`box ${i}`, createBox({ segments: i + 1 }), at(0.75 * i)),
);
const prepare = (threads = 2) => createClashTask(prepareClashes(parts), threads);

function build(task: ReturnType<typeof prepare>): BuiltTrees["trees"] {
  const posted: FromThread[] = [];
  buildTrees(task, (message) => posted.push(message));
  expect((posted as BuiltTrees[]).map(({ last }) => last).lastIndexOf(true)).toBe(posted.length - 1);
  return (posted as BuiltTrees[]).flatMap(({ trees }) => trees);
}

function check(task: ReturnType<typeof prepare>, trees: BuiltTrees["trees"]): CheckedJobs["outcomes"] {
  const posted: FromThread[] = [];
  const buffers: SharedArrayBuffer[] = [];
  for (const [mesh, tree] of trees) buffers[mesh] = tree;
  checkJobs(task, buffers, (message) => posted.push(message));
  return (posted as CheckedJobs[]).flatMap(({ outcomes }) => outcomes);
}

const idsOf = (outcomes: readonly unknown[]) =>
  outcomes.map((outcome) => (outcome as { id?: string }).id ?? outcome).sort();

it("long jobs come first, the longest first, and large meshes before small ones", () => {
  const task = prepare();
  expect(task.meshes.map(({ triangleCount }) => triangleCount)).toEqual([432, 300, 192, 108, 48, 12]);
  expect(task.largeMeshes).toBe(0);
  expect(task.longJobs).toBe(5);
  expect([...task.jobs]).toEqual([4, 5, 3, 4, 2, 3, 1, 2, 0, 1]);
});

it("jobs that are not long keep the order of their parts", () => {
  const many = Array.from({ length: 200 }, (_, i) =>
    partOf(`box ${1000 + i}`, createBox({ segments: 1 + (i % 2) }), at(0.75 * i)),
  );
  const { jobs, longJobs } = createClashTask(prepareClashes(many), 2);
  expect(longJobs).toBe(0);
  expect([...jobs]).toEqual([...prepareClashes(many).jobs]);
});

it("a large mesh is built for all threads", () => {
  const large = [partOf("large", createBox({ segments: 60 })), partOf("small", createBox(), at(0.75))];
  const task = createClashTask(prepareClashes(large), 2);
  expect(task.largeMeshes).toBe(1);
  const trees = build(task);
  expect(trees.map(([mesh]) => mesh)).toEqual([0]);
  expect(check(task, trees)).toHaveLength(1);
});

it("two workers together do each long job once", () => {
  const task = prepare();
  const trees = build(task);
  task.control[NEXT_LONG] = 3; // another worker takes three jobs
  const rest = check(task, trees);
  expect(rest).toHaveLength(2);
  task.control[NEXT_LONG] = 0;
  const all = check({ ...task, jobs: task.jobs.slice(0, 6), longJobs: 3 }, trees).concat(rest);
  expect(idsOf(all)).toEqual(idsOf(findClashes(parts).clashes));
});

it("a worker begins in its own region, and does the other regions' jobs when its own are done", () => {
  const many = Array.from({ length: 200 }, (_, i) => partOf(`box ${1000 + i}`, createBox(), at(0.75 * i)));
  const prepared = prepareClashes(many);
  for (const thread of [0, 1, 2]) {
    const task = createClashTask(prepared, 3);
    expect([task.longJobs, task.jobs.length]).toEqual([0, 398]);
    task.control[NEXT_THREAD] = thread;
    const outcomes = check(task, []);
    const parts = (outcomes as { a: number; b: number }[]).map(({ a, b }) => Math.min(a, b));
    expect(parts[0]).toBe(Math.floor((199 * thread) / 3));
    expect(parts.sort((p, q) => p - q)).toEqual(Array.from({ length: 199 }, (_, i) => i));
  }
});

it("a stopped worker takes no more jobs", () => {
  const task = prepare();
  const trees = build(task);
  task.control[STOP] = 1;
  expect(check(task, trees)).toEqual([]);
  task.control[NEXT_MESH] = 0;
  expect(build(task)).toEqual([]);
});

it("the error of a failed job names its parts", () => {
  const broken = { ...prepare(), settings: null as never };
  expect(() => check(broken, [])).toThrow('checking "box 4" against "box 5": ');
});

it("the data for threads keeps parts without jobs but not their meshes", () => {
  const lonely = [...parts, partOf("far", createBox(), at(100))];
  const task = createClashTask(prepareClashes(lonely), 2);
  expect(task.meshes).toHaveLength(6);
  expect(task.parts.keys).toHaveLength(7);
});
