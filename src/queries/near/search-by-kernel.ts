import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { closeNearKernels, type NearKernels, openNearKernels } from "../../kernels/near-kernels.ts";
import * as Memory from "../../kernels/near-memory-map.ts";
import * as SelfMemory from "../../kernels/self-memory-map.ts";
import type { AabbTree } from "../../trees/layout.ts";
import type { NearContext } from "./near-context.ts";
import { layOutNearModel, type NearModel } from "./near-model.ts";
import { addEdges, addVertex, testEdges, testVertex } from "./test-slots.ts";

// The search of one tree by kernels: the descent, the boxes of features, and their distances as far as f32 can decide. `testSlots` decides
// the rest, so the answers equal those of `descendSelf`.

/** The smallest model for which kernels are used, as in self-collision: below this size, compiling them costs more than they save. */
const FEWEST_TRIANGLES = 1000;

/** Finds what `descendSelf` and `testSlots` find. False, with nothing done, if the kernels cannot be used. */
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
  const { nodes, slots, triangles, positions, owned, stack } = model;
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
      context.triangleTests += candidates / SelfMemory.PAIR_BYTES;
      const edgeCandidates = kernels.sortCandidates(candidates, owned);
      const faces = kernels.collectFaces(ints[Memory.FACE_CANDIDATE_BYTES >> 2], triangles);
      const edges = kernels.collectEdges(edgeCandidates, triangles);
      if (faces > 0) takeFaces(context, ints, kernels.cullFaces(faces, triangles, positions));
      if (edges > 0) takeEdges(context, ints, kernels.cullEdges(edges, triangles, positions));
    }
  }
  context.boxTests = ints[SelfMemory.BOX_TESTS >> 2];
}

function takeFaces(context: NearContext, ints: Int32Array, bytes: number): void {
  const end = (Memory.VERTEX_FACES + bytes) >> 2;
  for (let at = Memory.VERTEX_FACES >> 2; at < end; at += 2) {
    const c = cornerOf(ints[at]);
    const slot = ints[at + 1] >> Memory.CORNER_SHIFT;
    if (ints[at] < 0) addVertex(context, context.a, c, context.a, slot);
    else testVertex(context, context.a, c, context.a, slot);
  }
}

function takeEdges(context: NearContext, ints: Int32Array, bytes: number): void {
  const end = (Memory.EDGE_PAIRS + bytes) >> 2;
  for (let at = Memory.EDGE_PAIRS >> 2; at < end; at += 2) {
    const c = cornerOf(ints[at]);
    const d = cornerOf(ints[at + 1]);
    if (ints[at] < 0) addEdges(context, c, d);
    else testEdges(context, c, d);
  }
}

/** Converts the kernels' corner 4 · slot + k to 3 · slot + k, ignoring its sign, which carries a flag. */
function cornerOf(corner: number): number {
  const unsigned = corner & (2 ** Memory.IS_NEAR_SHIFT - 1);
  return 3 * (unsigned >> Memory.CORNER_SHIFT) + (unsigned & Memory.CORNER_MASK);
}
