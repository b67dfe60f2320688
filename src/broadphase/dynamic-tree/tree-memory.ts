import { linkBroadphaseKernels, type TreeWalkKernels } from "../../kernels/broadphase-kernels.ts";
import { TREE_HEADER } from "../../kernels/broadphase-memory-map.ts";
import { fillBox } from "./lane-boxes.ts";

// All that a step of the dynamic tree walks over, in one block of memory, which is that of the kernel where there is one.
// A box takes eight lanes, four for each end, so that a vector holds an end of all axes:
//
//   minX minY minZ ·  maxX maxY maxZ ·
//
// The fourth lanes hold integers:
//
//   images   by place   MARK: 1 + the rank of a box that asks, else 0    –
//   fat      by place   –                                                –
//   nodes    by slot    CHILD: see fat-tree.ts                           UP: of the node, in even slots
//   queries  by rank    the new fat box of a box that asks; OLD: eight lanes more, the one before
//
// Lanes are f32, or f64 where f32 tells too little (images.ts); the lane of an integer is then the first half of an f64.

export type Lanes = Float32Array | Float64Array;

export interface TreeMemory {
  readonly kernel: TreeWalkKernels | null;
  /** 1 for lanes of f64: an integer in lane k is at k << wide. */
  readonly wide: 0 | 1;
  /** What a walk answers beside its result; see broadphase-memory-map.ts. */
  readonly header: Int32Array;
  /** Places. Boxes that ask singly are half as many at most, see `MOST_ASKING`. */
  readonly capacity: number;
  readonly images: Lanes;
  readonly imageInts: Int32Array;
  readonly fat: Lanes;
  /** Four lanes a place: the minima when the box was fattened last, and the step of that, an integer. */
  readonly anchors: Lanes;
  readonly anchorInts: Int32Array;
  readonly nodes: Lanes;
  readonly nodeInts: Int32Array;
  readonly queries: Lanes;
  /** The id and the slot of each place. */
  readonly ids: Int32Array;
  readonly leafSlots: Int32Array;
  /** Places of boxes that ask. */
  readonly asking: Int32Array;
  /** Nodes to be asked, of this level and the next, and places found: two words each. Room for all of one query. */
  readonly levels: readonly [Int32Array, Int32Array];
  readonly hits: Int32Array;
  /** Images by id, of which those by place are fetched. */
  readonly imagesById: Lanes;
  /** Of one portion of candidates: those that changed, two words each, and the addresses of doubtful ones. */
  readonly changed: Uint32Array;
  readonly doubts: Uint32Array;
  /** Candidates, two words each. */
  readonly pairs: Uint32Array;
}

export const BOX = 8;
export const MAX = 4;
export const MARK = 3;
export const OLD = 8;
export const CHILD = 3;
export const UP = 7;
export const ANCHOR = 4;
export const ANCHOR_STEP = 3;
/** So many candidates are checked in one go. */
export const PORTION = 4096;
/** So many boxes may ask singly in any case; and so many of all. */
export const FEW_ASKING = 32;
export const MOST_ASKING = 0.5;

/** Addresses have 32 bits. They may look negative: differences of two are taken by `>>> 0`. */
const MOST_BYTES = 2 ** 32;

/** Throws `RangeError` where there is not so much memory. */
export function createTreeMemory(
  capacity: number,
  candidates: number,
  wide: 0 | 1,
  withKernel: boolean,
): TreeMemory {
  const lane = wide === 1 ? 8 : 4;
  const asking = FEW_ASKING + Math.ceil(MOST_ASKING * capacity);
  let end = TREE_HEADER;
  const part = (bytes: number) => {
    const at = end;
    end += 64 * Math.ceil(bytes / 64);
    return at;
  };
  const sizes = [BOX, BOX, BOX, 2 * BOX];
  const [imagesById, images, fat, nodes] = sizes.map((size) => part(size * lane * capacity));
  const anchors = part(ANCHOR * lane * capacity);
  const queries = part(2 * BOX * lane * asking);
  // The kernel writes one more than it counts.
  const [ids, leafSlots, askingList] = [0, 0, 1].map((more) => part(4 * (capacity + more)));
  const [level, nextLevel, hits] = [2, 2, 2].map((more) => part(8 * (capacity + more)));
  const changed = part(8 * PORTION);
  const doubts = part(4 * PORTION);
  const pairs = part(8 * candidates);
  if (end > MOST_BYTES)
    throw new RangeError("createDynamicTree: boxes and candidates need more than 4 GiB of memory");
  const kernel = wide === 0 && withKernel ? linkBroadphaseKernels(end) : null;
  const buffer = kernel === null ? new ArrayBuffer(end) : kernel.memory.buffer;
  const lanes = (at: number, count: number) =>
    wide === 1 ? new Float64Array(buffer, at, count) : new Float32Array(buffer, at, count);
  const ints = (at: number, count: number) => new Int32Array(buffer, at, count);
  const memory: TreeMemory = {
    kernel,
    wide,
    capacity,
    header: ints(0, TREE_HEADER / 4),
    images: lanes(images, BOX * capacity),
    imageInts: ints(images, (BOX * capacity) << wide),
    fat: lanes(fat, BOX * capacity),
    anchors: lanes(anchors, ANCHOR * capacity),
    anchorInts: ints(anchors, (ANCHOR * capacity) << wide),
    nodes: lanes(nodes, 2 * BOX * capacity),
    nodeInts: ints(nodes, (2 * BOX * capacity) << wide),
    queries: lanes(queries, 2 * BOX * asking),
    ids: ints(ids, capacity),
    leafSlots: ints(leafSlots, capacity),
    asking: ints(askingList, capacity + 1),
    levels: [ints(level, 2 * capacity + 4), ints(nextLevel, 2 * capacity + 4)],
    hits: ints(hits, 2 * capacity + 4),
    imagesById: lanes(imagesById, BOX * capacity),
    changed: new Uint32Array(buffer, changed, 2 * PORTION),
    doubts: new Uint32Array(buffer, doubts, PORTION),
    pairs: new Uint32Array(buffer, pairs, 2 * candidates),
  };
  fillBox(memory.fat, 0, -Infinity, Infinity); // nobody's place
  return memory;
}

/** Copies all that is not of one walk only. The lanes must be as wide, and there must be room. */
export function copyTreeMemory(from: TreeMemory, to: TreeMemory): void {
  to.imageInts.set(from.imageInts);
  to.fat.set(from.fat);
  to.anchorInts.set(from.anchorInts);
  to.nodeInts.set(from.nodeInts);
  to.ids.set(from.ids);
  to.leafSlots.set(from.leafSlots);
  to.asking.set(from.asking);
  to.pairs.set(from.pairs);
}
