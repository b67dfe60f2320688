import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { closeNearKernels, type NearKernels, openNearKernels } from "../../kernels/near-kernels.ts";
import * as Memory from "../../kernels/near-memory-map.ts";
import * as SelfMemory from "../../kernels/self-memory-map.ts";
import type { AabbTree } from "../../trees/layout.ts";
import type { NearContext } from "./near-context.ts";
import { layOutNearModel, type NearModel } from "./near-model.ts";
import { testEdges, testVertex } from "./test-slots.ts";

// The search of one tree by the kernels: the descent, the boxes of features, and as much of their distances as f32 can rule out. What is
// left is tested as `testSlots` does it, so the answers are those of `descendSelf`.

/** Kernels serve models from this size on, as in self-collision: below it compiling them takes longer than they save. */
const FEWEST_TRIANGLES = 1000;

/** Finds what `descendSelf` and `testSlots` find. False where the kernels cannot serve, and then nothing has been done. */
export function searchByKernel(context: NearContext, tree: AabbTree, margin: number): boolean {
  if (areKernelsUnwanted()) return false;
  if (tree.triangles.length < FEWEST_TRIANGLES && !areKernelsInsistedOn()) return false;
  const kernels = openNearKernels();
  if (kernels === null) return false;
  try {
    const model = layOutNearModel(kernels, context, tree, margin);
    if (model === null) return false;
    kernelRuns.near++;
    searchBatches(context, kernels, model);
    return true;
  } finally {
    closeNearKernels(kernels);
  }
}

function searchBatches(context: NearContext, kernels: NearKernels, model: NearModel): void {
  const { nodes, slots, triangles, positions, stack } = model;
  const ints = new Int32Array(kernels.memory.buffer);
  ints[SelfMemory.WAITING >> 2] = 0;
  ints[SelfMemory.NEXT_NODE >> 2] = nodes;
  ints[SelfMemory.BOX_TESTS >> 2] = 0;
  for (;;) {
    const leafPairs = kernels.collectLeafPairs(nodes, slots, stack);
    if (leafPairs === 0) break;
    ints[SelfMemory.LEAF_PAIRS_DONE >> 2] = 0;
    while (ints[SelfMemory.LEAF_PAIRS_DONE >> 2] < leafPairs) {
      const candidates = kernels.collectCandidates(leafPairs, slots);
      if (candidates === 0) continue;
      const edges = kernels.collectFeatures(candidates, triangles);
      const faces = ints[Memory.VERTEX_FACE_BYTES >> 2];
      context.triangleTests += candidates / SelfMemory.PAIR_BYTES;
      if (faces > 0) testFaces(context, ints, kernels.cullFaces(faces, triangles, positions));
      if (edges > 0) testEdgePairs(context, ints, kernels.cullEdges(edges, triangles, positions));
    }
  }
  context.boxTests = ints[SelfMemory.BOX_TESTS >> 2];
}

function testFaces(context: NearContext, ints: Int32Array, bytes: number): void {
  const { a } = context;
  const end = (Memory.VERTEX_FACES + bytes) >> 2;
  for (let at = Memory.VERTEX_FACES >> 2; at < end; at += 2)
    testVertex(context, a, cornerOf(ints[at]), a, ints[at + 1] >> Memory.CORNER_SHIFT);
}

function testEdgePairs(context: NearContext, ints: Int32Array, bytes: number): void {
  const end = (Memory.EDGE_PAIRS + bytes) >> 2;
  for (let at = Memory.EDGE_PAIRS >> 2; at < end; at += 2)
    testEdges(context, cornerOf(ints[at]), cornerOf(ints[at + 1]));
}

/** The corner 3 · slot + k of the kernels' 4 · slot + k. */
function cornerOf(corner: number): number {
  return 3 * (corner >> Memory.CORNER_SHIFT) + (corner & Memory.CORNER_MASK);
}
