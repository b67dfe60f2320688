import { IDENTITY, readPose } from "../../geometry/affine.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { batchKernelsOf } from "../../kernels/batch-kernels.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { currentViews, loadKernels } from "../../kernels/pair-kernels.ts";
import {
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
import type { MemoryViews } from "../../kernels/wasm-memory.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { withExactVertices } from "../../trees/tree-copies.ts";
import type { QueryStats } from "../stats.ts";
import { findFirst, kernelsServe, runKernel, writeSides } from "./descend-pair-by-kernel.ts";
import { searchedBoxes, usesFrames } from "./frame-choice.ts";
import type { PairContext } from "./pair-context.ts";

// Poses answered by one kernel call. The kernel stops where f32 cannot decide; that pose is decided here, and the kernel continues.

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
 * Writes the answers for poses from `begin` on to the context, and adds the counters to `sum`. Returns the number of poses answered; 0 if
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
  const isFramed = usesFramesAt(a, b, posesA, posesB, begin);
  const boxesA = searchedBoxes(a, isFramed);
  const boxesB = searchedBoxes(b, isFramed);
  const knownA = copyFor(boxesA, "pairs");
  const knownB = boxesA === boxesB ? knownA : copyFor(boxesB, "pairs"); // one query, not two, of a tree with itself
  if (knownA === null || knownB === null) return 0;
  const copyA = withExactVertices(boxesA, knownA, a.mesh.positions);
  const copyB = withExactVertices(boxesB, knownB, b.mesh.positions);
  const kernels = loadKernels()!;
  const batch = batchKernelsOf(kernels);
  if (batch === null) return 0;
  const views = currentViews(kernels);
  const { ints, doubles } = views;
  const count = likePoses(a, b, posesA, posesB, begin, Math.min(end, begin + BATCH_SIZE), isFramed);
  writePoses(posesA, begin, count, doubles, BATCH_A >> 3);
  writePoses(posesB, begin, count, doubles, BATCH_B >> 3);
  writeSides(context.bothRatio, a, boxesA, copyA, b, boxesB, copyB, views);
  clearCounters(views);
  ints[BATCH_AT >> 2] = 0;
  ints[BATCH_END >> 2] = count;
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

function usesFramesAt(a: AabbTree, b: AabbTree, posesA: Poses, posesB: Poses, at: number): boolean {
  return usesFrames(a, b, poseAt(posesA, at) ?? IDENTITY, poseAt(posesB, at) ?? IDENTITY);
}

/** How many consecutive poses, from `begin` on, search the set of boxes that the first one does. */
function likePoses(
  a: AabbTree,
  b: AabbTree,
  posesA: Poses,
  posesB: Poses,
  begin: number,
  end: number,
  isFramed: boolean,
): number {
  if (!a.frame && !b.frame) return end - begin;
  let at = begin + 1;
  while (at < end && usesFramesAt(a, b, posesA, posesB, at) === isFramed) at++;
  return at - begin;
}

/** Writes `count` poses of a side, or the one that all share. */
function writePoses(poses: Poses, begin: number, count: number, out: Float64Array, to: number): void {
  const { numbers } = poses;
  const all = isShared(poses) ? numbers : numbers!.subarray(16 * begin, 16 * (begin + count));
  out.set(all ?? IDENTITY, to);
}

function clearCounters({ ints }: MemoryViews): void {
  ints[TRIANGLE_TESTS >> 2] = 0;
  for (let axis = 0; axis < EXITS_IN_USE; axis++) ints[(EXITS >> 2) + axis] = 0;
}

function addKernelCounters({ ints }: MemoryViews, exactTests: number, sum: QueryStats): void {
  for (let axis = 0; axis < EXITS_IN_USE; axis++) {
    const exits = ints[(EXITS >> 2) + axis];
    sum.exitAxes[axis] += exits;
    sum.boxTests += exits;
  }
  sum.triangleTests += ints[TRIANGLE_TESTS >> 2];
  sum.exactTests += exactTests;
}
