import { type CheckedJob, checkJob } from "../clash/check-job.ts";
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

/** Builds trees until no mesh is left. */
export function buildTrees({ meshes, control }: ClashTask, post: Post): void {
  let trees: BuiltTrees["trees"] = [];
  let posted = performance.now();
  for (;;) {
    const number = take(control, NEXT_MESH, meshes.length);
    const last = number === null;
    if (!last) trees.push([number, shareTree(buildAabbTree(meshes[number]))]);
    if (!last && performance.now() - posted < MESSAGE_MS) continue;
    post({ kind: "built", trees, last });
    if (last) return;
    trees = [];
    posted = performance.now();
  }
}

/** Does jobs until none is left. */
export function checkJobs(
  { settings, meshes, parts, jobs, control }: ClashTask,
  buffers: readonly SharedArrayBuffer[],
  post: Post,
): void {
  const trees = buffers.map((buffer, number) => sharedTree(buffer, meshes[number]));
  let outcomes: CheckedJobs["outcomes"] = [];
  let stats = createStats();
  let posted = performance.now();
  for (;;) {
    const job = take(control, NEXT_JOB, jobs.length / 2);
    const last = job === null;
    if (!last) {
      const a = bodyOf(parts, trees, jobs[2 * job]);
      const b = bodyOf(parts, trees, jobs[2 * job + 1]);
      if (outcomes.length > 0 && a.tree.mesh.triangleCount + b.tree.mesh.triangleCount >= LONG_PAIR) {
        post({ kind: "checked", outcomes, stats, last: false });
        outcomes = [];
        stats = createStats();
        posted = performance.now();
      }
      outcomes.push(check(a, b, settings, stats));
    }
    if (!last && performance.now() - posted < MESSAGE_MS) continue;
    post({ kind: "checked", outcomes, stats, last });
    if (last) return;
    outcomes = [];
    stats = createStats();
    posted = performance.now();
  }
}

/** The next index that no other thread took; null when none is left or the run was stopped. */
function take(control: Int32Array, counter: number, end: number): number | null {
  if (Atomics.load(control, STOP) !== 0) return null;
  const next = Atomics.add(control, counter, 1);
  return next < end ? next : null;
}

function bodyOf({ keys, meshes, poses, boxes }: PartTable, trees: AabbTree[], part: number): ClashBody {
  const pose = poses.subarray(POSE_NUMBERS * part, POSE_NUMBERS * (part + 1));
  return {
    part,
    key: keys[part],
    tree: trees[meshes[part]],
    toWorld: pose[POSE_NUMBERS - 1] === NO_POSE ? null : pose,
    box: boundsAt(boxes, part),
  };
}

function check(
  a: ClashBody,
  b: ClashBody,
  settings: ClashTask["settings"],
  sum: CheckedJobs["stats"],
): CheckedJob {
  try {
    return checkJob(a, b, settings, sum);
  } catch (error) {
    const names = a.part === b.part ? `"${a.key}" against itself` : `"${a.key}" against "${b.key}"`;
    throw new Error(`checking ${names}: ${(error as Error).message}`, { cause: error });
  }
}
