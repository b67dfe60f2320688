import { closeSelfKernels, openSelfKernels, type SelfKernels } from "../../kernels/self-kernels.ts";
import * as Memory from "../../kernels/self-memory-map.ts";
import { kernelRuns } from "../../numerics/wasm/kernel-runs.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../kernel-choice.ts";
import { setSelfBoxTests, type Visit } from "./descend-self.ts";
import { layOutModel, type SelfModel } from "./self-model.ts";
import { addTriangleTests } from "./self-test.ts";

// The descent of one tree against itself by the kernels, and the tests of its triangles as far as f32 can decide them.
// What it cannot decide is left to `testCandidates`, so the answers are those of `descendSelf`.

/**
 * Fewer triangles are not worth compiling the kernels, which takes as long as twenty plain queries of so many. By size alone, not
 * by what was asked before, so that nothing depends on the order of queries.
 */
const FEWEST_TRIANGLES = 1000;

export interface ServedSelf {
  /** The last answer of `take` or `visit`. */
  readonly ended: boolean;
  /** The slots of triangles that may have no area; all others have. */
  readonly maybeDegenerate: Int32Array;
}

/**
 * The same as `descendSelf`, but for pairs that are decided already: those that meet go to `take`, the others nowhere. Pairs with
 * `fewestExcluded` common corners or more are left out, by the numbers in `vertices`, three a slot. Null where the kernels
 * cannot serve, and then nothing has been done.
 */
export function descendSelfSimd(
  tree: AabbTree,
  vertices: Uint32Array,
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
    const model = layOutModel(kernels, tree, vertices, margin);
    if (model === null) return null;
    kernelRuns.self++;
    return {
      ended: visitBatches(kernels, model, fewestExcluded, visit, take),
      maybeDegenerate: model.maybeDegenerate,
    };
  } finally {
    closeSelfKernels(kernels);
  }
}

function visitBatches(
  kernels: SelfKernels,
  { nodes, slots, triangles, stack }: SelfModel,
  fewestExcluded: number,
  visit: Visit,
  take: Visit,
): boolean {
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
      const strangers = kernels.testPlanes(candidates, triangles, fewestExcluded);
      const neighbours = ints[Memory.NEIGHBOUR_BYTES >> 2];
      ints[Memory.UNDECIDED_BYTES >> 2] = 0;
      let hitBytes = 0;
      if (strangers > 0) hitBytes = kernels.testCrossings(strangers, triangles);
      if (neighbours > 0) hitBytes = kernels.testNeighbours(neighbours, triangles, hitBytes);
      const hitCount = hitBytes / Memory.PAIR_BYTES;
      const undecidedCount = ints[Memory.UNDECIDED_BYTES >> 2] / Memory.PAIR_BYTES;
      if (hitCount > 0) ended = take(hits, hitCount);
      if (ended || undecidedCount === 0) continue;
      visited += undecidedCount;
      ended = visit(undecided, undecidedCount);
    }
  }
  setSelfBoxTests(ints[Memory.BOX_TESTS >> 2]);
  addTriangleTests(ints[Memory.TRIANGLE_TESTS >> 2] - visited); // those were counted by `visit`
  return ended;
}
