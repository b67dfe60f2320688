import { WORLD_REACH } from "../../geometry/relative-pose-layout.ts";
import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { currentViews, type Kernels, type KernelViews, loadKernels } from "../../kernels/pair-kernels.ts";
import {
  A_TO_WORLD,
  ARE_VERTICES_EXACT,
  B_TO_WORLD,
  BOTH_RATIO,
  EXITS,
  EXITS_IN_USE,
  MOVES,
  ORIGIN_A,
  ORIGIN_B,
  PLACED,
  POSED,
  RELATIVE_POSE,
  ROOTS,
  SLOT,
  SURVIVORS,
  TOP_ROOM,
  TRIANGLE_TESTS,
  WAITING,
} from "../../kernels/pair-memory-map.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import type { TreeCopy } from "../../trees/tree-copies.ts";
import { setF32Pose } from "./f32-pose.ts";
import { addPair } from "./found-pairs.ts";
import { beginLeafPairs, leavesMeet } from "./leaf-pairs.ts";
import type { PairContext } from "./pair-context.ts";

// The query of two AABB trees by kernels, from the poses to the triangles: boxes and triangles four at a time, in f32.
// `leavesMeet` decides what f32 cannot, so the answers are those of `descendAabb`.

/** Whether a pair was found that ends the query; null, with nothing done, if the kernels cannot be used. */
export function descendPairByKernel(context: PairContext, a: AabbTree, b: AabbTree): boolean | null {
  const { all, exits } = context;
  if (!kernelsServe(context, a, b)) return null;
  const boxesA = context.framedA ?? a;
  const boxesB = context.framedB ?? b;
  const copyA = copyFor(boxesA, "pairs");
  const copyB = copyFor(boxesB, "pairs");
  if (copyA === null || copyB === null) return null;
  const kernels = loadKernels()!;
  const views = currentViews(kernels);
  views.ints[ARE_VERTICES_EXACT >> 2] = Number(
    !context.isPoseSet && hasExactCopy(a, boxesA) && hasExactCopy(b, boxesB),
  );
  if (!context.isPoseSet) writePlacement(context, boxesA, boxesB, views);
  // A remembered pair was tested first, which required the relative pose.
  else if (setF32Pose(boxesA, boxesB, context.pose, context.bothRatio, views.floats))
    views.ints[ROOTS >> 2] = POSED;
  else return null;
  const testsBefore = context.triangleTests;
  const meet = all
    ? findAll(context, a, b, copyA, copyB, kernels, views)
    : findFirst(context, a, b, copyA, copyB, kernels, views, runKernel(kernels.nextSurvivors, copyA, copyB));
  if (meet === null) return null;
  kernelRuns.pairs++;
  const { ints } = views;
  context.triangleTests = testsBefore + ints[TRIANGLE_TESTS >> 2];
  for (let axis = 0; axis < EXITS_IN_USE; axis++) exits[axis] = ints[(EXITS >> 2) + axis];
  return meet;
}

/** Whether kernels answer queries with these options about trees of this depth. */
export function kernelsServe(context: PairContext, a: AabbTree, b: AabbTree): boolean {
  if (areKernelsUnwanted() || context.edges || context.byVolume || !(context.all || context.bestFirst))
    return false;
  return 3 * (a.depth + b.depth) + 8 <= TOP_ROOM;
}

/** Whether the copy of a tree's boxes holds the vertices of its mesh as they are: f32 numbers, neither shifted nor turned. */
export function hasExactCopy(tree: AabbTree, boxes: AabbTree): boolean {
  const { mesh, origin } = tree;
  return (
    boxes === tree &&
    mesh.positions.BYTES_PER_ELEMENT === 4 &&
    origin[0] === 0 &&
    origin[1] === 0 &&
    origin[2] === 0
  );
}

/** The input of the kernels at the start of a query, for the boxes of the two sides. */
function writePlacement(context: PairContext, a: AabbTree, b: AabbTree, views: KernelViews): void {
  const { ints, doubles } = views;
  const aToWorld = context.framedA === null ? context.aToWorld : context.framedAToWorld;
  const bToWorld = context.framedB === null ? context.bToWorld : context.framedBToWorld;
  const aMoves = context.framedA !== null || context.aMoves;
  const bMoves = context.framedB !== null || context.bMoves;
  for (let i = 0; i < 16; i++) {
    doubles[(A_TO_WORLD >> 3) + i] = aToWorld[i];
    doubles[(B_TO_WORLD >> 3) + i] = bToWorld[i];
  }
  writeOrigins(context, a, b, views);
  ints[MOVES >> 2] = (aMoves ? 1 : 0) + (bMoves ? 2 : 0);
  ints[ROOTS >> 2] = PLACED;
}

/** The input that does not depend on the poses. */
export function writeOrigins(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  { floats, doubles }: KernelViews,
): void {
  const { origin: originA } = a;
  const { origin: originB } = b;
  for (let axis = 0; axis < 3; axis++) {
    doubles[(ORIGIN_A >> 3) + axis] = originA[axis];
    doubles[(ORIGIN_B >> 3) + axis] = originB[axis];
  }
  floats[BOTH_RATIO] = context.bothRatio;
}

/** Whether one of the survivors, of which there are `bytes` so far, meets; null for a query that kernels do not serve. */
export function findFirst(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  copyA: TreeCopy,
  copyB: TreeCopy,
  kernels: Kernels,
  { ints, doubles }: KernelViews,
  bytes: number,
): boolean | null {
  const begin = SURVIVORS >> 2;
  const { reaches, onlyCertain } = context;
  for (;;) {
    if (bytes <= 0) return bytes === 0 ? false : null;
    const end = begin + (bytes >> 2);
    for (let at = begin; at < end; at += 2) {
      const slotA = ints[at];
      const slotB = ints[at + 1];
      if (slotA < 0) {
        if (!onlyCertain && undecidedMeet(context, a, b, slotA & SLOT, slotB, doubles)) return true;
      } else {
        if (reaches !== null && (reaches.a[a.triangles[slotA]] & reaches.b[b.triangles[slotB]]) === 0)
          continue;
        context.hitA = slotA;
        context.hitB = slotB;
        return true;
      }
    }
    bytes = runKernel(kernels.nextSurvivors, copyA, copyB);
  }
}

/** The bytes of survivors. */
export function runKernel(find: Kernels["nextSurvivors"], a: TreeCopy, b: TreeCopy): number {
  return find(a.nodes, a.corners, a.positions, b.nodes, b.corners, b.positions);
}

/** Whether two triangles meet, of which the kernel could not tell. */
function undecidedMeet(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  slotA: number,
  slotB: number,
  doubles: Float64Array,
): boolean {
  if (!context.areLeavesBegun) beginLeafPairs(context, a, b, doubles[(RELATIVE_POSE >> 3) + WORLD_REACH]);
  return leavesMeet(context, a, slotA, 1, b, slotB, 1);
}

function findAll(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  copyA: TreeCopy,
  copyB: TreeCopy,
  kernels: Kernels,
  { ints, doubles }: KernelViews,
): boolean | null {
  const begin = SURVIVORS >> 2;
  do {
    const bytes = runKernel(kernels.moreSurvivors, copyA, copyB);
    if (bytes < 0) return null;
    const end = begin + (bytes >> 2);
    for (let at = begin; at < end; at += 2) {
      const slotA = ints[at];
      const slotB = ints[at + 1];
      if (slotA < 0) undecidedMeet(context, a, b, slotA & SLOT, slotB, doubles);
      else addPair(context.found, a.triangles[slotA], b.triangles[slotB]);
    }
  } while (ints[WAITING >> 2] !== 0);
  return false;
}
