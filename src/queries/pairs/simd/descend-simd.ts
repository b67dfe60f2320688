import { kernelRuns } from "../../../numerics/wasm/kernel-runs.ts";
import { copyFor } from "../../../trees/copy-policy.ts";
import type { AabbTree } from "../../../trees/layout.ts";
import type { TreeCopy } from "../../../trees/tree-copies.ts";
import { areKernelsUnwanted } from "../../kernel-choice.ts";
import { addPair } from "../found-pairs.ts";
import { leavesMeet } from "../leaf-pairs.ts";
import type { PairContext } from "../pair-context.ts";
import { setF32Pose } from "./f32-pose.ts";
import { type Kernels, loadKernels, whenKernelsAreReleased } from "./kernels.ts";
import type * as Memory from "./memory-layout.ts";

// The descent of two AABB trees by the kernels: boxes and triangles four at a time, in f32. What f32 cannot decide about
// two triangles is left to `leavesMeet`, so the answers are those of `descendAabb`.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const ROOTS = 196 satisfies typeof Memory.ROOTS;
const WAITING = 192 satisfies typeof Memory.WAITING;
const TRIANGLE_TESTS = 200 satisfies typeof Memory.TRIANGLE_TESTS;
const EXITS = 256 satisfies typeof Memory.EXITS;
const EXITS_IN_USE = 16 satisfies typeof Memory.EXITS_IN_USE;
const SURVIVORS = 65536 satisfies typeof Memory.SURVIVORS;
const TOP_ROOM = 1024 satisfies typeof Memory.TOP_ROOM;
const SLOT = 0x7fffffff satisfies typeof Memory.SLOT;

let ints = new Int32Array(0);
let floats = new Float32Array(0);
whenKernelsAreReleased(() => {
  ints = new Int32Array(0);
  floats = new Float32Array(0);
});

/** The same as `descendAabb`; null where the kernels cannot serve, and then nothing has been done. */
export function descendSimd(context: PairContext, a: AabbTree, b: AabbTree): boolean | null {
  const { pose, exits, all } = context;
  if (areKernelsUnwanted() || context.edges || !(all || context.bestFirst)) return null;
  if (3 * (a.depth + b.depth) + 8 > TOP_ROOM) return null;
  const copyA = copyFor(a, "pairs");
  const copyB = copyFor(b, "pairs");
  if (copyA === null || copyB === null) return null;
  const kernels = loadKernels()!;
  if (ints.buffer !== kernels.memory.buffer) {
    ints = new Int32Array(kernels.memory.buffer);
    floats = new Float32Array(kernels.memory.buffer);
  }
  if (!setF32Pose(a, b, pose, context.bothRatio, floats)) return null;
  kernelRuns.pairs++;
  const testsBefore = context.triangleTests;
  ints[ROOTS >> 2] = 1;
  const meet = all
    ? findAll(context, a, b, copyA, copyB, kernels)
    : findFirst(context, a, b, copyA, copyB, kernels);
  context.triangleTests = testsBefore + ints[TRIANGLE_TESTS >> 2];
  for (let axis = 0; axis < EXITS_IN_USE; axis++) exits[axis] = ints[(EXITS >> 2) + axis];
  return meet;
}

function findFirst(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  copyA: TreeCopy,
  copyB: TreeCopy,
  kernels: Kernels,
): boolean {
  const begin = SURVIVORS >> 2;
  for (;;) {
    const bytes = kernels.nextSurvivors(
      copyA.nodes,
      copyA.corners,
      copyA.positions,
      copyB.nodes,
      copyB.corners,
      copyB.positions,
    );
    if (bytes === 0) return false;
    const end = begin + (bytes >> 2);
    for (let at = begin; at < end; at += 2) {
      const slotA = ints[at];
      const slotB = ints[at + 1];
      if (slotA < 0) {
        if (leavesMeet(context, a, slotA & SLOT, 1, b, slotB, 1)) return true;
      } else {
        context.hitA = slotA;
        context.hitB = slotB;
        return true;
      }
    }
  }
}

function findAll(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  copyA: TreeCopy,
  copyB: TreeCopy,
  kernels: Kernels,
): boolean {
  const begin = SURVIVORS >> 2;
  do {
    const leafPairs = kernels.allLeafPairs(copyA.nodes, copyB.nodes);
    if (leafPairs === 0) continue;
    const bytes = kernels.testTriangles(
      leafPairs,
      copyA.corners,
      copyA.positions,
      copyB.corners,
      copyB.positions,
    );
    const end = begin + (bytes >> 2);
    for (let at = begin; at < end; at += 2) {
      const slotA = ints[at];
      const slotB = ints[at + 1];
      if (slotA < 0) leavesMeet(context, a, slotA & SLOT, 1, b, slotB, 1);
      else addPair(context.found, a.triangles[slotA], b.triangles[slotB]);
    }
  } while (ints[WAITING >> 2] !== 0);
  return false;
}
