import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { loadLeafPairKernels } from "../../kernels/leaf-pair-kernels.ts";
import { NODE_COUNT, NODE_LINK } from "../../kernels/memory-map.ts";
import { closeNearKernels, type NearKernels, openNearKernels } from "../../kernels/near-kernels.ts";
import * as Memory from "../../kernels/near-memory-map.ts";
import { currentViews, loadKernels } from "../../kernels/pair-kernels.ts";
import * as PairMemory from "../../kernels/pair-memory-map.ts";
import * as SelfMemory from "../../kernels/self-memory-map.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { setF32Pose } from "../pairs/f32-pose.ts";
import { descendNear } from "./descend-near.ts";
import type { NearContext } from "./near-context.ts";
import type { NearTree } from "./near-side.ts";
import { layOutTwo, type NearTwo, placeTriangle } from "./near-two.ts";
import { addEdges, addVertex, testEdges, testVertex } from "./test-slots.ts";

// The search of two trees by kernels. The descent is that of pair queries, in their memory, with boxes widened by the thickness; the boxes
// and distances of features are tested by the kernels for near pairs of one mesh. A triangle is placed in the world when the descent
// reaches it. `testSlots` decides what f32 cannot, so the answers equal those of `descendNear`.

/** The smallest model for which kernels are used: below this size, compiling them costs more than they save. */
const FEWEST_TRIANGLES = 1000;
/** Both nodes are split unless one is larger by at least this factor. */
const BOTH_RATIO = 2;

/** Finds what `descendNear` and `testSlots` find. False, with nothing done, if the kernels cannot be used. */
export function searchTwoByKernel(context: NearContext, a: NearTree, b: NearTree): boolean {
  if (areKernelsUnwanted() || a.kind !== "aabb" || b.kind !== "aabb") return false;
  if (a.triangles.length + b.triangles.length < FEWEST_TRIANGLES && !areKernelsInsistedOn()) return false;
  const kernels = openNearKernels();
  if (kernels === null) return false;
  try {
    const two = layOutTwo(kernels.memory, context, a, b);
    if (two === null) return false;
    kernelRuns.near++;
    if (!descendByKernel(context, a, b, kernels, two))
      descendNear(context, a, b, (_, slotA, slotB) => addCandidate(context, kernels, two, slotA, slotB));
    testCandidates(context, kernels, two);
    return true;
  } finally {
    closeNearKernels(kernels);
  }
}

/** The descent through the trees' copies; false, with nothing done, if there are none or f32 is too coarse. */
function descendByKernel(
  context: NearContext,
  a: AabbTree,
  b: AabbTree,
  kernels: NearKernels,
  two: NearTwo,
): boolean {
  if (3 * (a.depth + b.depth) + 8 > PairMemory.TOP_ROOM) return false;
  const copyA = copyFor(a, "pairs");
  const copyB = b === a ? copyA : copyFor(b, "pairs"); // one query, not two, of a tree with itself
  if (copyA === null || copyB === null) return false;
  const descent = loadLeafPairKernels();
  if (descent === null) return false;
  const { ints, floats } = currentViews(loadKernels()!);
  if (!setF32Pose(a, b, context.pose, BOTH_RATIO, floats)) return false;
  ints[PairMemory.ROOTS >> 2] = PairMemory.POSED;
  do {
    const bytes = descent.allLeafPairs(copyA.nodes, copyB.nodes);
    for (let at = PairMemory.LEAF_PAIRS; at < PairMemory.LEAF_PAIRS + bytes; at += PairMemory.PAIR_BYTES) {
      const nodeA = ints[at >> 2];
      const nodeB = ints[(at + 4) >> 2];
      const firstA = ~ints[(nodeA + NODE_LINK) >> 2];
      const firstB = ~ints[(nodeB + NODE_LINK) >> 2];
      const endA = firstA + ints[(nodeA + NODE_COUNT) >> 2];
      const endB = firstB + ints[(nodeB + NODE_COUNT) >> 2];
      for (let slotA = firstA; slotA < endA; slotA++)
        for (let slotB = firstB; slotB < endB; slotB++) addCandidate(context, kernels, two, slotA, slotB);
    }
  } while (ints[PairMemory.WAITING >> 2] !== 0);
  for (let exit = 0; exit < PairMemory.EXITS_IN_USE; exit++)
    context.boxTests += ints[(PairMemory.EXITS >> 2) + exit];
  return true;
}

function addCandidate(
  context: NearContext,
  kernels: NearKernels,
  two: NearTwo,
  slotA: number,
  slotB: number,
): void {
  placeTriangle(two, context.a, slotA, 0, 0);
  placeTriangle(two, context.b, slotB, two.slotsA, two.verticesA);
  const at = (SelfMemory.CANDIDATES >> 2) + 2 * two.candidates++;
  two.ints[at] = slotA;
  two.ints[at + 1] = two.slotsA + slotB;
  if (two.candidates === SelfMemory.BATCH) testCandidates(context, kernels, two);
}

/** Tests the features of the candidates and empties the list. */
function testCandidates(context: NearContext, kernels: NearKernels, two: NearTwo): void {
  const { ints, triangles, positions, owned, candidates } = two;
  two.candidates = 0;
  if (candidates === 0) return;
  context.triangleTests += candidates;
  const edgeCandidates = kernels.sortCandidates(SelfMemory.PAIR_BYTES * candidates, owned);
  const faces = kernels.collectFaces(ints[Memory.FACE_CANDIDATE_BYTES >> 2], triangles);
  const edges = kernels.collectEdges(edgeCandidates, triangles);
  if (faces > 0) takeFaces(context, two, kernels.cullFaces(faces, triangles, positions));
  if (edges > 0) takeEdges(context, two, kernels.cullEdges(edges, triangles, positions));
}

function takeFaces(context: NearContext, { ints, slotsA }: NearTwo, bytes: number): void {
  const end = (Memory.VERTEX_FACES + bytes) >> 2;
  for (let at = Memory.VERTEX_FACES >> 2; at < end; at += 2) {
    const corner = ints[at] & MASK;
    const face = ints[at + 1] >> Memory.CORNER_SHIFT;
    const isOfA = face >= slotsA;
    const p = isOfA ? context.a : context.b;
    const t = isOfA ? context.b : context.a;
    const c = cornerOf(corner, isOfA ? 0 : slotsA);
    const slot = isOfA ? face - slotsA : face;
    if (ints[at] < 0) addVertex(context, p, c, t, slot);
    else testVertex(context, p, c, t, slot);
  }
}

function takeEdges(context: NearContext, { ints, slotsA }: NearTwo, bytes: number): void {
  const end = (Memory.EDGE_PAIRS + bytes) >> 2;
  for (let at = Memory.EDGE_PAIRS >> 2; at < end; at += 2) {
    const c = cornerOf(ints[at] & MASK, 0);
    const d = cornerOf(ints[at + 1], slotsA);
    if (ints[at] < 0) addEdges(context, c, d);
    else testEdges(context, c, d);
  }
}

/** All bits but the sign, which says whether the features are certainly near. */
const MASK = 2 ** Memory.IS_NEAR_SHIFT - 1;

/** Converts the kernels' corner 4 · (first + slot) + k to 3 · slot + k. */
function cornerOf(corner: number, first: number): number {
  return 3 * ((corner >> Memory.CORNER_SHIFT) - first) + (corner & Memory.CORNER_MASK);
}
