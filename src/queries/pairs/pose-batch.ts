import { readPose } from "../../geometry/affine.ts";
import { setFramedPose } from "../../geometry/framed-pose.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { batchKernelsOf } from "../../kernels/batch-kernels.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { currentViews, type KernelViews, loadKernels } from "../../kernels/pair-kernels.ts";
import {
  ARE_VERTICES_EXACT,
  BATCH_A,
  BATCH_ANSWERS,
  BATCH_AT,
  BATCH_B,
  BATCH_END,
  BATCH_IS_ONE_A,
  BATCH_SIZE,
  EXITS,
  EXITS_IN_USE,
  TRIANGLE_TESTS,
} from "../../kernels/pair-memory-map.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import { framedBoxes } from "../../trees/frame/framed-boxes.ts";
import type { AabbTree } from "../../trees/layout.ts";
import type { QueryStats } from "../stats.ts";
import { findFirst, hasExactCopy, kernelsServe, runKernel, writeOrigins } from "./descend-pair-by-kernel.ts";
import type { PairContext } from "./pair-context.ts";
import { reachOf } from "./pair-query.ts";

// Poses answered by one call of a kernel. It stops where f32 cannot tell; the pose is decided here, and the kernel goes on.

/** Poses of one side: none, one for all, or one for each. */
export interface Poses {
  readonly numbers: Float64Array | null;
  readonly isOne: boolean;
}

/** Whether there is one pose for all. */
export function isShared({ numbers, isOne }: Poses): boolean {
  return numbers === null || isOne;
}

/** The pose with this number; null for none. */
export function poseAt(poses: Poses, at: number): Float64Array | null {
  return isShared(poses) ? poses.numbers : poses.numbers!.subarray(16 * at, 16 * at + 16);
}

/**
 * Writes the answers for poses from `begin` on to the context, and adds the counters to `sum`. Returns how many were answered; 0 if
 * kernels cannot answer the first.
 */
export function meetByBatch(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  posesA: Poses,
  posesB: Poses,
  begin: number,
  end: number,
  sum: QueryStats,
): number {
  if (!kernelsServe(context, a, b)) return 0;
  const boxesA = framedBoxes(a) ?? a;
  const boxesB = framedBoxes(b) ?? b;
  const copyA = copyFor(boxesA, "pairs");
  const copyB = copyFor(boxesB, "pairs");
  if (copyA === null || copyB === null) return 0;
  const kernels = loadKernels()!;
  const batch = batchKernelsOf(kernels);
  if (batch === null) return 0;
  const views = currentViews(kernels);
  const { ints, doubles } = views;
  const most = Math.min(end - begin, BATCH_SIZE);
  const count = Math.min(
    writePoses(posesA, a, boxesA, begin, most, doubles, BATCH_A >> 3),
    writePoses(posesB, b, boxesB, begin, most, doubles, BATCH_B >> 3),
  );
  writeOrigins(context, boxesA, boxesB, views);
  clearCounters(views);
  ints[BATCH_AT >> 2] = 0;
  ints[BATCH_END >> 2] = count;
  ints[ARE_VERTICES_EXACT >> 2] = Number(hasExactCopy(a, boxesA) && hasExactCopy(b, boxesB));
  ints[BATCH_IS_ONE_A >> 2] = Number(isShared(posesA));
  const exactBefore = exactTestCount();
  const bytes = new Uint8Array(kernels.memory.buffer, BATCH_ANSWERS, count);
  for (;;) {
    const survivors = runKernel(batch.nextUndecided, copyA, copyB);
    const at = ints[BATCH_AT >> 2];
    if (survivors <= 0) {
      context.answers.set(bytes.subarray(0, at), begin);
      addKernelCounters(views, exactTestCount() - exactBefore, sum);
      kernelRuns.pairs += at;
      return at;
    }
    context.aMoves = readPose(poseAt(posesA, begin + at), "aToWorld", context.aToWorld);
    context.bMoves = readPose(poseAt(posesB, begin + at), "poses", context.bToWorld);
    context.areLeavesBegun = false;
    bytes[at] = Number(findFirst(context, a, b, copyA, copyB, kernels, views, survivors));
    ints[BATCH_AT >> 2] = at + 1;
  }
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** Writes up to `most` poses of the boxes of a side; returns how many. */
function writePoses(
  poses: Poses,
  tree: AabbTree,
  boxes: AabbTree,
  begin: number,
  most: number,
  out: Float64Array,
  to: number,
): number {
  const { numbers } = poses;
  if (boxes === tree) {
    const all = isShared(poses) ? numbers : numbers!.subarray(16 * begin, 16 * (begin + most));
    out.set(all ?? IDENTITY, to);
    return most;
  }
  const reach = reachOf(boxes);
  const count = isShared(poses) ? 1 : most;
  for (let i = 0; i < count; i++) {
    const pose = poseAt(poses, begin + i) ?? IDENTITY;
    if (!setFramedPose(pose, tree.frame!, reach, out.subarray(to + 16 * i, to + 16 * i + 16))) return i;
  }
  return most;
}

function clearCounters({ ints }: KernelViews): void {
  ints[TRIANGLE_TESTS >> 2] = 0;
  for (let axis = 0; axis < EXITS_IN_USE; axis++) ints[(EXITS >> 2) + axis] = 0;
}

function addKernelCounters({ ints }: KernelViews, exactTests: number, sum: QueryStats): void {
  for (let axis = 0; axis < EXITS_IN_USE; axis++) {
    const exits = ints[(EXITS >> 2) + axis];
    sum.exitAxes[axis] += exits;
    sum.boxTests += exits;
  }
  sum.triangleTests += ints[TRIANGLE_TESTS >> 2];
  sum.exactTests += exactTests;
}
