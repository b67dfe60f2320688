import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { closeSelfKernels, openSelfKernels, type SelfKernels } from "../../kernels/self-kernels.ts";
import * as Memory from "../../kernels/self-memory-map.ts";
import type { AabbTree } from "../../trees/layout.ts";
import type { Visit } from "./descend-self.ts";
import { layOutModel, type SelfModel } from "./self-model.ts";

// The descent of a tree against itself by kernels, which also test triangles as far as f32 can decide. `testCandidates` decides the rest,
// so the answers equal those of `descendSelf`.

/**
 * The smallest model for which kernels are used. Below this size, compiling the kernels takes as long as twenty plain queries. Only the
 * size decides, so no answer or count depends on the order of queries.
 */
const FEWEST_TRIANGLES = 1000;

/** The work of the kernels. */
export interface ServedSelf {
  readonly boxTests: number;
  /** Excludes `undecided` pairs, which `visit` tests again. */
  readonly triangleTests: number;
  /** The slots of triangles that may have no area; all others have one. */
  readonly maybeDegenerate: Int32Array;
}

/**
 * Finds the pairs of `descendSelf` and decides most of them: pairs that meet go to `take`, undecided ones to `visit`, until
 * either returns true. Pairs with `fewestExcluded` or more common corners are omitted, by the numbers in `corners`, three
 * per slot. Null, with nothing done, if the kernels cannot be used.
 */
export function descendSelfSimd(
  tree: AabbTree,
  corners: Uint32Array,
  margin: number,
  fewestExcluded: number,
  visit: Visit,
  take: Visit,
): ServedSelf | null {
  if (areKernelsUnwanted()) return null;
  if (tree.triangles.length < FEWEST_TRIANGLES && !areKernelsInsistedOn()) return null;
  const kernels = openSelfKernels();
  if (kernels === null) return null;
  try {
    const model = layOutModel(kernels, tree, corners, margin);
    if (model === null) return null;
    kernelRuns.self++;
    return visitBatches(kernels, model, fewestExcluded, visit, take);
  } finally {
    closeSelfKernels(kernels);
  }
}

function visitBatches(
  kernels: SelfKernels,
  { nodes, slots, triangles, stack, maybeDegenerate }: SelfModel,
  fewestExcluded: number,
  visit: Visit,
  take: Visit,
): ServedSelf {
  const { buffer } = kernels.memory;
  const ints = new Int32Array(buffer);
  const hits = new Int32Array(buffer, Memory.HITS, 2 * Memory.BATCH);
  const undecided = new Int32Array(buffer, Memory.UNDECIDED, 2 * Memory.BATCH);
  ints[Memory.WAITING >> 2] = 0;
  ints[Memory.NEXT_NODE >> 2] = nodes;
  ints[Memory.BOX_TESTS >> 2] = 0;
  ints[Memory.TRIANGLE_TESTS >> 2] = 0;
  let ended = false;
  let visited = 0;
  while (!ended) {
    const leafPairs = kernels.collectLeafPairs(nodes, slots, stack);
    if (leafPairs === 0) break;
    ints[Memory.LEAF_PAIRS_DONE >> 2] = 0;
    while (!ended && ints[Memory.LEAF_PAIRS_DONE >> 2] < leafPairs) {
      const candidates = kernels.collectCandidates(leafPairs, slots);
      if (candidates === 0) continue;
      const nonNeighbours = kernels.testPlanes(candidates, triangles, fewestExcluded);
      const neighbours = ints[Memory.NEIGHBOUR_BYTES >> 2];
      ints[Memory.UNDECIDED_BYTES >> 2] = 0;
      let hitBytes = 0;
      if (nonNeighbours > 0) hitBytes = kernels.testCrossings(nonNeighbours, triangles);
      if (neighbours > 0) hitBytes = kernels.testNeighbours(neighbours, triangles, hitBytes);
      const hitCount = hitBytes / Memory.PAIR_BYTES;
      const undecidedCount = ints[Memory.UNDECIDED_BYTES >> 2] / Memory.PAIR_BYTES;
      if (hitCount > 0) ended = take(hits, hitCount);
      if (ended || undecidedCount === 0) continue;
      visited += undecidedCount;
      ended = visit(undecided, undecidedCount);
    }
  }
  return {
    boxTests: ints[Memory.BOX_TESTS >> 2],
    triangleTests: ints[Memory.TRIANGLE_TESTS >> 2] - visited,
    maybeDegenerate,
  };
}
