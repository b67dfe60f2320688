import { checkNamedJob } from "../clash/check-job.ts";
import { boundsAt, type ClashBody, createBodies } from "../clash/clash-body.ts";
import { createStats } from "../queries/stats.ts";
import { buildAabbTree } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import {
  type BuiltTrees,
  beginOfRegion,
  type CheckedJobs,
  type ClashTask,
  type FromThread,
  NEXT_LONG,
  NEXT_MESH,
  NEXT_THREAD,
  NO_POSE,
  type PartTable,
  POSE_NUMBERS,
  REGIONS,
  STOP,
  type ToThread,
} from "./protocol.ts";
import { sharedTree, shareTree } from "./share.ts";

// The work of a thread, of Node or of a browser.

type Post = (message: FromThread) => void;

/** The time between two messages in milliseconds: long enough to cost nothing, short enough for a progress bar and for a stop. */
const MESSAGE_MS = 50;

/**
 * Before a pair with at least this many triangles, which may take longer than MESSAGE_MS, the thread reports its results: it may be ended
 * within the pair. A message takes 0.2 ms of both threads: with 2,000 triangles instead they were 5 % of a check of 10,000 small parts.
 */
const LONG_PAIR = 20_000;

/** A thread takes this part of what is left of a region, but at most MOST_JOBS, at once. */
const BLOCK_SHARE = 1 / 8;
const MOST_JOBS = 64;

/** Builds trees until no large mesh is left. */
export function buildTrees({ meshes, largeMeshes, control }: ClashTask, post: Post): void {
  let trees: BuiltTrees["trees"] = [];
  let posted = performance.now();
  for (;;) {
    const number = takeMesh(control, largeMeshes);
    const last = number === null;
    if (!last) trees.push([number, shareTree(buildAabbTree(meshes[number]))]);
    if (!last && performance.now() - posted < MESSAGE_MS) continue;
    post({ kind: "built", trees, last });
    if (last) return;
    trees = [];
    posted = performance.now();
  }
}

/** Does jobs until none is left. `buffers` holds the trees of large meshes; the others are built when first needed. */
export function checkJobs(task: ClashTask, buffers: readonly SharedArrayBuffer[], post: Post): void {
  const { settings, meshes, parts, jobs, control } = task;
  const trees = buffers.map((buffer, number) => sharedTree(buffer, meshes[number]));
  const treeOf = (number: number) => {
    trees[number] ??= buildAabbTree(meshes[number]);
    return trees[number];
  };
  const bodyOf = createBodies((part) => createBody(parts, treeOf, part));
  let outcomes: CheckedJobs["outcomes"] = [];
  let stats = createStats();
  let posted = performance.now();
  const report = (last: boolean) => {
    post({ kind: "checked", outcomes, stats, last });
    outcomes = [];
    stats = createStats();
    posted = performance.now();
  };
  const own = Atomics.add(control, NEXT_THREAD, 1) % task.threads;
  for (let block = takeJobs(task, own); block !== null; block = takeJobs(task, own))
    for (let job = block.from; job < block.to && !isStopped(control); job++) {
      const a = bodyOf(jobs[2 * job]);
      const b = bodyOf(jobs[2 * job + 1]);
      const isLong = a.tree.mesh.triangleCount + b.tree.mesh.triangleCount >= LONG_PAIR;
      if (isLong && outcomes.length > 0) report(false);
      outcomes.push(checkNamedJob(a, b, settings, stats));
      if (performance.now() - posted >= MESSAGE_MS) report(false);
    }
  report(true);
}

function isStopped(control: Int32Array): boolean {
  return Atomics.load(control, STOP) !== 0;
}

/** The next mesh that no other thread took; null when none is left or the run was stopped. */
function takeMesh(control: Int32Array, end: number): number | null {
  if (isStopped(control)) return null;
  const next = Atomics.add(control, NEXT_MESH, 1);
  return next < end ? next : null;
}

interface JobBlock {
  from: number;
  to: number;
}

/**
 * The next jobs that no other thread took: one long job, or several of the thread's own region, or of the region with the most left. A
 * thread that leaves its region builds trees that another one has built, so it does that last.
 */
function takeJobs(task: ClashTask, own: number): JobBlock | null {
  const { longJobs, control } = task;
  while (!isStopped(control)) {
    if (Atomics.load(control, NEXT_LONG) < longJobs) {
      const from = Atomics.add(control, NEXT_LONG, 1);
      if (from < longJobs) return { from, to: from + 1 };
    }
    const region = leftIn(task, own) > 0 ? own : fullestRegion(task);
    const left = leftIn(task, region);
    if (left <= 0) return null;
    const from = beginOfRegion(task, region + 1) - left;
    const to = from + Math.min(Math.ceil(left * BLOCK_SHARE), MOST_JOBS);
    if (Atomics.compareExchange(control, REGIONS + region, from, to) === from) return { from, to };
  }
  return null;
}

function leftIn(task: ClashTask, region: number): number {
  return beginOfRegion(task, region + 1) - Atomics.load(task.control, REGIONS + region);
}

function fullestRegion(task: ClashTask): number {
  let fullest = 0;
  for (let region = 1; region < task.threads; region++)
    if (leftIn(task, region) > leftIn(task, fullest)) fullest = region;
  return fullest;
}

function createBody(
  { keys, meshes, poses, boxes }: PartTable,
  treeOf: (mesh: number) => AabbTree,
  part: number,
): ClashBody {
  const pose = poses.subarray(POSE_NUMBERS * part, POSE_NUMBERS * (part + 1));
  return {
    part,
    key: keys[part],
    tree: treeOf(meshes[part]),
    toWorld: pose[POSE_NUMBERS - 1] === NO_POSE ? null : pose,
    box: boundsAt(boxes, part),
  };
}

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const structuredClone: (value: ArrayBuffer, options: { transfer: ArrayBuffer[] }) => ArrayBuffer;

/**
 * V8 compiles accesses to typed arrays on the assumption that no buffer of the thread was ever detached. When the memory of the kernels first
 * grows, its buffer is, and all that code is compiled anew: some thirty functions. So one is detached before anything is compiled.
 */
function detachBuffer(): void {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
}

/** A thread's reaction to a message: trees of large meshes for all threads or, where there are none, the jobs; then the jobs. */
export function createClashThread(post: Post): (message: ToThread) => void {
  detachBuffer();
  let given: ClashTask | null = null;
  return (message) => {
    if (message.kind === "task") {
      given = message.task;
      if (given.largeMeshes === 0) checkJobs(given, [], post);
      else buildTrees(given, post);
    } else if (message.kind === "check") checkJobs(given!, message.trees, post);
  };
}
