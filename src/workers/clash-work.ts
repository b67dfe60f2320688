import { checkNamedJob } from "../clash/check-job.ts";
import { boundsAt, type ClashBody } from "../clash/clash-body.ts";
import { createStats } from "../queries/stats.ts";
import { buildAabbTree } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import {
  type BuiltTrees,
  type CheckedJobs,
  type ClashTask,
  type FromThread,
  NEXT_JOB,
  NEXT_MESH,
  NO_POSE,
  type PartTable,
  POSE_NUMBERS,
  STOP,
} from "./protocol.ts";
import { sharedTree, shareTree } from "./share.ts";

// The work of a thread, of Node or of a browser.

type Post = (message: FromThread) => void;

/** The time between two messages in milliseconds: long enough to cost nothing, short enough for a progress bar and for a stop. */
const MESSAGE_MS = 50;

/** Before a pair with more triangles than this, the thread reports its results: it may be ended within the pair. */
const LONG_PAIR = 2000;

/** A thread takes this part of what would be left to each thread, and at most so many jobs, at once. */
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
  let outcomes: CheckedJobs["outcomes"] = [];
  let stats = createStats();
  let posted = performance.now();
  const report = (last: boolean) => {
    post({ kind: "checked", outcomes, stats, last });
    outcomes = [];
    stats = createStats();
    posted = performance.now();
  };
  for (let block = takeJobs(task); block !== null; block = takeJobs(task))
    for (let job = block.from; job < block.to && !isStopped(control); job++) {
      const a = bodyOf(parts, treeOf, jobs[2 * job]);
      const b = bodyOf(parts, treeOf, jobs[2 * job + 1]);
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

/** The next jobs that no other thread took: one long job, or several others, fewer and fewer towards the end. */
function takeJobs({ jobs, longJobs, threads, control }: ClashTask): { from: number; to: number } | null {
  const end = jobs.length / 2;
  for (;;) {
    const from = Atomics.load(control, NEXT_JOB);
    if (from >= end || isStopped(control)) return null;
    const share = Math.ceil(((end - from) / threads) * BLOCK_SHARE);
    const to = from + (from < longJobs ? 1 : Math.min(share, MOST_JOBS));
    if (Atomics.compareExchange(control, NEXT_JOB, from, to) === from) return { from, to };
  }
}

function bodyOf(
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

/** What a thread does before its first message: trees of large meshes for all threads or, where there are none, the jobs. */
export function beginClashTask(task: ClashTask, post: Post): void {
  if (task.largeMeshes === 0) checkJobs(task, [], post);
  else buildTrees(task, post);
}
