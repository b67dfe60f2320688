import type { AabbTree } from "../../../trees/layout.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernel-choice.ts";
import { setSelfBoxTests, type Visit } from "../descend-self.ts";
import { addTriangleTests } from "../self-test.ts";
import * as Memory from "./memory-layout.ts";
import { loadSelfKernels, releaseSelfKernels, type SelfKernels } from "./self-kernels.ts";
import { layOutModel, type SelfModel } from "./self-model.ts";
import type * as Masks from "./write-plane-test.ts";

// The descent of one tree against itself by the kernels, and the tests of its triangles as far as f32 can decide them.
// What it cannot decide is left to `testCandidates`, so the answers are those of `descendSelf`.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const NEIGHBOURS = 38400 satisfies typeof Memory.NEIGHBOURS;
const HITS = 63040 satisfies typeof Memory.HITS;
const UNDECIDED = 79488 satisfies typeof Memory.UNDECIDED;
const SIDES_J = 0 satisfies typeof Masks.POSITIVE_J;
const SIDES_I = 8 satisfies typeof Masks.POSITIVE_I;
const OTHER_SIDES = 4 satisfies typeof Masks.NEGATIVE_J;
const COMMON_I = 24 satisfies typeof Masks.COMMON_I;
const COMMON_J = 16 satisfies typeof Masks.COMMON_J;

/**
 * Fewer triangles are not worth compiling the kernels, which takes as long as twenty plain queries of so many. By size alone, not
 * by what was asked before, so that nothing depends on the order of queries.
 */
const FEWEST_TRIANGLES = 1000;

let ints = new Int32Array(0);
/** Ends of the lists of the batch under way, as indices of `ints`. */
let endOfHits = 0;
let endOfUndecided = 0;

export interface ServedSelf {
  /** The last answer of `take` or `visit`. */
  readonly ended: boolean;
  /** The slots of triangles that may have no area; all others have. */
  readonly doubtful: Int32Array;
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
  const kernels = loadSelfKernels();
  if (kernels === null) return null;
  try {
    const model = layOutModel(kernels, tree, vertices, margin);
    if (model === null) return null;
    return {
      ended: visitBatches(kernels, model, fewestExcluded, visit, take),
      doubtful: model.doubtful,
    };
  } finally {
    ints = new Int32Array(0);
    releaseSelfKernels();
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
  ints = new Int32Array(buffer);
  const hits = new Int32Array(buffer, HITS, 2 * Memory.BATCH);
  const undecided = new Int32Array(buffer, UNDECIDED, 2 * Memory.BATCH);
  ints[Memory.WAITING >> 2] = 0;
  ints[Memory.NEXT_NODE >> 2] = nodes;
  ints[Memory.BOX_TESTS >> 2] = 0;
  ints[Memory.TRIANGLE_TESTS >> 2] = 0;
  let ended = false;
  let visited = 0;
  while (!ended) {
    const leafPairs = kernels.findLeafPairs(nodes, slots, stack);
    if (leafPairs === 0) break;
    ints[Memory.LEAF_PAIRS_DONE >> 2] = 0;
    while (!ended && ints[Memory.LEAF_PAIRS_DONE >> 2]! < leafPairs) {
      const candidates = kernels.findCandidates(leafPairs, slots);
      if (candidates === 0) continue;
      const strangers = kernels.testPlanes(candidates, triangles, fewestExcluded);
      const hitBytes = strangers === 0 ? 0 : kernels.testCrossings(strangers, triangles);
      const undecidedBytes = strangers === 0 ? 0 : ints[Memory.UNDECIDED_BYTES >> 2]!;
      endOfHits = (HITS + hitBytes) >> 2;
      endOfUndecided = (UNDECIDED + undecidedBytes) >> 2;
      testNeighbours((NEIGHBOURS + ints[Memory.NEIGHBOUR_BYTES >> 2]!) >> 2);
      const hitCount = (endOfHits - (HITS >> 2)) >> 1;
      const undecidedCount = (endOfUndecided - (UNDECIDED >> 2)) >> 1;
      visited += undecidedCount;
      ended =
        (hitCount > 0 && take(hits, hitCount)) || (undecidedCount > 0 && visit(undecided, undecidedCount));
    }
  }
  setSelfBoxTests(ints[Memory.BOX_TESTS >> 2]!);
  addTriangleTests(ints[Memory.TRIANGLE_TESTS >> 2]! - visited); // those were counted by `visit`
  return ended;
}

/**
 * Adds the neighbours before `end` to the hits or the undecided. Those with one common corner are decided where all other
 * corners are certain: as `meetBeyondCorner` does it, by the sides that the next corner of each is on.
 */
function testNeighbours(end: number): void {
  for (let at = NEIGHBOURS >> 2; at < end; at += 3) {
    const masks = ints[at + 2]!;
    const certain = masks | (masks >> OTHER_SIDES);
    const commonI = (masks >> COMMON_I) & 0b111;
    const commonJ = (masks >> COMMON_J) & 0b111;
    const isDecided =
      (certain & (0b111 << SIDES_J)) === 0b111 << SIDES_J &&
      (certain & (0b111 << SIDES_I)) === 0b111 << SIDES_I &&
      isOneBit(commonI) &&
      isOneBit(commonJ);
    if (!isDecided) {
      ints[endOfUndecided] = ints[at]!;
      ints[endOfUndecided + 1] = ints[at + 1]!;
      endOfUndecided += 2;
    } else if (nextBit(masks >> SIDES_J, commonJ) !== nextBit(masks >> SIDES_I, commonI)) {
      ints[endOfHits] = ints[at]!;
      ints[endOfHits + 1] = ints[at + 1]!;
      endOfHits += 2;
    }
  }
}

/** For three bits that are not all zero. */
function isOneBit(bits: number): boolean {
  return (bits & (bits - 1)) === 0;
}

/** The bit, of the three lowest, that comes after the one that is set in `corner`, round and round. */
function nextBit(bits: number, corner: number): number {
  const twice = (bits & 0b111) | ((bits & 0b111) << 3);
  return (twice >> ((corner >> 1) + 1)) & 1;
}
