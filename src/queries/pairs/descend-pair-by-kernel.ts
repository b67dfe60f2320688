import { WORLD_REACH } from "../../geometry/relative-pose-layout.ts";
import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { NODE_COUNT, NODE_LINK } from "../../kernels/memory-map.ts";
import { currentViews, type Kernels, loadKernels } from "../../kernels/pair-kernels.ts";
import {
  A_TO_WORLD,
  B_TO_WORLD,
  BOTH_RATIO,
  EXACT_A,
  EXACT_B,
  EXACT_BYTES_A,
  EXACT_BYTES_B,
  EXITS,
  EXITS_IN_USE,
  FRAME_A,
  FRAME_B,
  FRAMED,
  ORIGIN_A,
  ORIGIN_B,
  PLACED,
  REACHES,
  REACHES_B,
  REACHES_ROOM,
  RELATIVE_POSE,
  ROOTS,
  SLOT,
  SURVIVORS,
  TOP_ROOM,
  TRIANGLE_TESTS,
  WAITING,
  WITNESS,
  WITNESS_A,
  WITNESS_B,
} from "../../kernels/pair-memory-map.ts";
import type { MemoryViews } from "../../kernels/wasm-memory.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { copyOfTree, type TreeCopy, withExactVertices } from "../../trees/tree-copies.ts";
import { reservePairs } from "./found-pairs.ts";
import { searchedBoxes, usesFrames } from "./frame-choice.ts";
import { beginLeafPairs, leavesMeet } from "./leaf-pairs.ts";
import type { PairContext } from "./pair-context.ts";

// The query of two AABB trees by kernels, from the poses to the triangles: boxes and triangles four at a time, in f32. `leavesMeet` decides
// what f32 cannot, so the answers equal those of `descendAabb`.

/** Whether a pair was found that ends the query; null, with nothing done, if the kernels cannot be used. */
export function descendPairByKernel(context: PairContext, a: AabbTree, b: AabbTree): boolean | null {
  if (!kernelsServe(context, a, b)) return null;
  const boxesA = context.framedA ?? a;
  const boxesB = context.framedB ?? b;
  const knownA = copyFor(boxesA, "pairs");
  const knownB = boxesA === boxesB ? knownA : copyFor(boxesB, "pairs"); // one query, not two, of a tree with itself
  if (knownA === null || knownB === null) return null;
  const copyA = withExactVertices(boxesA, knownA, a.mesh.positions);
  const copyB = withExactVertices(boxesB, knownB, b.mesh.positions);
  const kernels = loadKernels()!;
  const views = currentViews(kernels);
  writeSides(context.bothRatio, a, boxesA, copyA, b, boxesB, copyB, views);
  writePoses(context, a, b, views);
  if (context.reaches !== null) writeReaches(context.reaches, a, b, views);
  const meet = runQuery(context, a, b, copyA, copyB, kernels, views);
  if (meet !== null) readExits(context);
  return meet;
}

/**
 * The query of `descendPairByKernel` for trees with copies in kernel memory, at the context's poses. These are unchecked: the kernel
 * rejects poses that are not finite. Null, with nothing done, if a copy is missing or the kernel cannot be used.
 */
export function answerByKernel(context: PairContext, a: AabbTree, b: AabbTree): boolean | null {
  const isFramed = usesFrames(a, b, context.aToWorld, context.bToWorld);
  const boxesA = searchedBoxes(a, isFramed);
  const boxesB = searchedBoxes(b, isFramed);
  const knownA = copyOfTree(boxesA);
  const knownB = copyOfTree(boxesB);
  if (knownA === null || knownB === null || !kernelsServe(context, a, b)) return null;
  const copyA = withExactVertices(boxesA, knownA, a.mesh.positions);
  const copyB = withExactVertices(boxesB, knownB, b.mesh.positions);
  const kernels = loadKernels()!;
  const views = currentViews(kernels);
  writeSides(context.bothRatio, a, boxesA, copyA, b, boxesB, copyB, views);
  writePoses(context, a, b, views);
  return runQuery(context, a, b, copyA, copyB, kernels, views);
}

function runQuery(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  copyA: TreeCopy,
  copyB: TreeCopy,
  kernels: Kernels,
  views: MemoryViews,
): boolean | null {
  const testsBefore = context.triangleTests;
  const meet = context.all
    ? findAll(context, a, b, copyA, copyB, kernels, views)
    : findFirst(context, a, b, copyA, copyB, kernels, views, runKernel(kernels.nextSurvivors, copyA, copyB));
  if (meet === null) return null;
  kernelRuns.pairs++;
  context.triangleTests = testsBefore + views.ints[TRIANGLE_TESTS >> 2];
  return meet;
}

/** Copies the kernel's counts of how the box tests ended. */
export function readExits({ exits }: PairContext): void {
  const { ints } = loadKernels()!.views;
  for (let axis = 0; axis < EXITS_IN_USE; axis++) exits[axis] = ints[(EXITS >> 2) + axis];
}

/** How many box tests the last query made. */
export function boxTestsOfLast(): number {
  const { ints } = loadKernels()!.views;
  let sum = 0;
  for (let axis = 0; axis < EXITS_IN_USE; axis++) sum += ints[(EXITS >> 2) + axis];
  return sum;
}

/** Whether kernels can answer queries with these options about trees of this depth. */
export function kernelsServe(context: PairContext, a: AabbTree, b: AabbTree): boolean {
  if (areKernelsUnwanted() || context.edges || context.byVolume || !(context.all || context.bestFirst))
    return false;
  return 3 * (a.depth + b.depth) + 8 <= TOP_ROOM;
}

/** The kernels' input that does not depend on the poses. `boxes` is the tree itself, or its framed boxes. */
export function writeSides(
  bothRatio: number,
  a: AabbTree,
  boxesA: AabbTree,
  copyA: TreeCopy,
  b: AabbTree,
  boxesB: AabbTree,
  copyB: TreeCopy,
  { ints, floats, doubles }: MemoryViews,
): void {
  const { origin: originA } = boxesA;
  const { origin: originB } = boxesB;
  for (let axis = 0; axis < 3; axis++) {
    doubles[(ORIGIN_A >> 3) + axis] = originA[axis];
    doubles[(ORIGIN_B >> 3) + axis] = originB[axis];
  }
  floats[BOTH_RATIO] = bothRatio;
  ints[EXACT_A >> 2] = Math.max(0, copyA.exact);
  ints[EXACT_B >> 2] = Math.max(0, copyB.exact);
  ints[EXACT_BYTES_A >> 2] = copyA.exactBytes;
  ints[EXACT_BYTES_B >> 2] = copyB.exactBytes;
  const isFramedA = boxesA !== a;
  const isFramedB = boxesB !== b;
  if (isFramedA) writeFrame(a.frame!, doubles, FRAME_A >> 3);
  if (isFramedB) writeFrame(b.frame!, doubles, FRAME_B >> 3);
  ints[FRAMED >> 2] = +isFramedA + 2 * +isFramedB;
  ints[REACHES_B >> 2] = 0;
}

/** Which sides of a plane the triangles reach, slot by slot. Without room for that, `findFirst` skips what the kernel finds. */
function writeReaches(
  reaches: NonNullable<PairContext["reaches"]>,
  a: AabbTree,
  b: AabbTree,
  { ints }: MemoryViews,
): void {
  const slotsA = a.triangles.length;
  if (slotsA + b.triangles.length > REACHES_ROOM) return;
  const bytes = new Uint8Array(ints.buffer, REACHES, slotsA + b.triangles.length);
  for (let slot = 0; slot < slotsA; slot++) bytes[slot] = reaches.a[a.triangles[slot]];
  for (let slot = slotsA; slot < bytes.length; slot++) bytes[slot] = reaches.b[b.triangles[slot - slotsA]];
  ints[REACHES_B >> 2] = REACHES + slotsA;
}

function writeFrame(frame: Float64Array, doubles: Float64Array, at: number): void {
  for (let i = 0; i < 9; i++) doubles[at + i] = frame[i];
}

/** The poses and the witness, written at the start of a query. */
function writePoses(
  { aToWorld, bToWorld, witnessA, witnessB }: PairContext,
  a: AabbTree,
  b: AabbTree,
  { ints, doubles }: MemoryViews,
): void {
  for (let i = 0; i < 16; i++) {
    doubles[(A_TO_WORLD >> 3) + i] = aToWorld[i];
    doubles[(B_TO_WORLD >> 3) + i] = bToWorld[i];
  }
  ints[ROOTS >> 2] = PLACED;
  if (witnessA < 0) return;
  ints[ROOTS >> 2] = PLACED | WITNESS;
  writeWitness(ints, WITNESS_A, witnessA, a.triangles.length);
  writeWitness(ints, WITNESS_B, witnessB, b.triangles.length);
}

/** The leaf of a triangle and its neighbour: kernels test two against two at once, and the next contact is often next to the last. */
function writeWitness(ints: Int32Array, node: number, slot: number, slotEnd: number): void {
  const begin = slot & ~1;
  ints[(node + NODE_LINK) >> 2] = ~begin;
  ints[(node + NODE_COUNT) >> 2] = Math.min(2, slotEnd - begin);
}

/** Whether one of the survivors, so far `bytes` of them, meets; null for a query that kernels cannot answer. */
export function findFirst(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  copyA: TreeCopy,
  copyB: TreeCopy,
  kernels: Kernels,
  { ints, doubles }: MemoryViews,
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

/** Runs a kernel; returns the bytes of survivors. */
export function runKernel(find: Kernels["nextSurvivors"], a: TreeCopy, b: TreeCopy): number {
  return find(a.nodes, a.corners, a.positions, b.nodes, b.corners, b.positions);
}

/** Decides about two triangles for which f32 was not precise enough. */
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
  views: MemoryViews,
): boolean | null {
  const begin = SURVIVORS >> 2;
  do {
    const bytes = runKernel(kernels.moreSurvivors, copyA, copyB);
    if (bytes < 0) return null;
    addSurvivors(context, a, b, begin, begin + (bytes >> 2), views);
  } while (views.ints[WAITING >> 2] !== 0);
  return false;
}

/** Adds the survivors between two places of kernel memory to the pairs found, unless f64 decides that they are apart. */
function addSurvivors(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  begin: number,
  end: number,
  { ints, doubles }: MemoryViews,
): void {
  const { triangles: trianglesA } = a;
  const { triangles: trianglesB } = b;
  const { found } = context;
  reservePairs(found, (end - begin) >> 1);
  const { pairs } = found;
  let to = 2 * found.count;
  for (let at = begin; at < end; at += 2) {
    const slotA = ints[at];
    const slotB = ints[at + 1];
    if (slotA < 0) {
      found.count = to >> 1;
      undecidedMeet(context, a, b, slotA & SLOT, slotB, doubles);
      to = 2 * found.count;
    } else {
      pairs[to] = trianglesA[slotA];
      pairs[to + 1] = trianglesB[slotB];
      to += 2;
    }
  }
  found.count = to >> 1;
}
