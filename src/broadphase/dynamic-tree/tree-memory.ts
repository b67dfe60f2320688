import { linkBroadphaseKernels, type TreeWalkKernels } from "../../kernels/broadphase-kernels.ts";
import { HALVING_BYTES, TREE_HEADER } from "../../kernels/broadphase-memory-map.ts";
import type { KernelBoxes } from "../kernel-boxes.ts";

// All that a step of the dynamic tree walks over, in one block of memory, which is that of the kernel where there is one.
// A box takes eight lanes, four for each end, so that a vector holds an end of all axes:
//
//   minX minY minZ ·  maxX maxY maxZ ·
//
// The fourth lanes hold integers:
//
//   images   by place   MARK: 1 + the rank of a re-queried box, else 0   –
//   fat      by place   –                                                –
//   nodes    by slot    CHILD: see fat-tree.ts                           PARENT: of the node, in even slots
//   queries  by rank    the new fat box of a re-queried box; OLD: eight lanes more, its fat box before
//
// In 2D, z runs from 0 to 1. Lanes are f32, or f64 where f32 has too few digits (images.ts); an integer is then the first half of its lane.

export type Lanes = Float32Array | Float64Array;

export interface TreeMemory {
  readonly kernel: TreeWalkKernels | null;
  /** Room for the store's boxes; null without the kernel. */
  readonly boxes: KernelBoxes | null;
  /** 1 for f64 lanes, 0 for f32: an integer in lane k is at k << intShift. */
  readonly intShift: 0 | 1;
  /** Secondary results of kernel calls; see broadphase-memory-map.ts. */
  readonly header: Int32Array;
  /** The number of places there is room for. At most half of them are re-queried one by one, see `MOST_REQUERIED`. */
  readonly capacity: number;
  readonly images: Lanes;
  readonly imageInts: Int32Array;
  readonly fat: Lanes;
  /** Four lanes per place: the minima when the box was last fattened, and that step, an integer. */
  readonly anchors: Lanes;
  readonly anchorInts: Int32Array;
  readonly nodes: Lanes;
  readonly nodeInts: Int32Array;
  readonly queries: Lanes;
  /** The id of each place, NONE where it is unused; its slot, ABSENT where its box is not in the tree. */
  readonly ids: Int32Array;
  readonly leafSlots: Int32Array;
  /** The place of each id; 0, which no box has, for ids without a place. */
  readonly byId: Uint32Array;
  /** Places of the re-queried boxes, by rank. */
  readonly requeried: Int32Array;
  /**
   * Nodes to visit on this level and the next, and leaves found: two integers each. One query always fits. Refits and `orderPlaces` use the
   * levels between queries.
   */
  readonly levels: readonly [Int32Array, Int32Array];
  readonly hits: Int32Array;
  /**
   * For one portion of candidates: the ids of those that changed, two integers each, with the sign bit of the second set if the boxes overlap
   * now; the addresses of ties, and of those with a marked box.
   */
  readonly changed: Uint32Array;
  readonly ties: Uint32Array;
  readonly marked: Uint32Array;
  /** Candidates, two integers each, and the buffer that they are merged or sorted into, which takes their place. */
  pairs: Uint32Array;
  mergedPairs: Uint32Array;
  /** For a tree under construction (build-fat-tree.ts): places, centres, children by slot, and parts that wait. */
  readonly items: Uint32Array;
  readonly centres: Lanes;
  readonly children: Int32Array;
  readonly parts: Int32Array;
}

export const BOX = 8;
/** Where the maxima of a box begin, after its minima and a lane for an integer. */
export const MAX = 4;
export const MARK = 3;
export const OLD = 8;
/** Lanes of a query. */
export const QUERY = 2 * BOX;
export const CHILD = 3;
export const PARENT = 7;
export const ANCHOR = 4;
export const ANCHOR_STEP = 3;
/** The bits of the second integer of a candidate that are a place. */
export const PLACE = 0x7fffffff;
/** Candidates checked or renamed at a time. V8 compiles the way into a kernel at its thousandth call, which takes as long as a short step. */
export const PORTION = 16384;
/** Re-query up to 32 boxes one by one, or up to half of them. */
export const FEW_REQUERIED = 32;
export const MOST_REQUERIED = 0.5;

/** Addresses have 32 bits and may look negative; `>>> 0` makes differences of two unsigned. */
const MOST_BYTES = 2 ** 32;

/** Throws `RangeError` if memory runs out. */
export function createTreeMemory(
  capacity: number,
  candidates: number,
  isF64: boolean,
  withKernel: boolean,
  dimensions: 2 | 3 = 3,
): TreeMemory {
  const lane = isF64 ? 8 : 4;
  const intShift = isF64 ? 1 : 0;
  const requeried = FEW_REQUERIED + Math.ceil(MOST_REQUERIED * capacity);
  let end = TREE_HEADER;
  const part = (bytes: number) => {
    const at = end;
    end += 64 * Math.ceil(bytes / 64);
    return at;
  };
  const [images, fat, nodes] = [BOX, BOX, 2 * BOX].map((size) => part(size * lane * capacity));
  const anchors = part(ANCHOR * lane * capacity);
  const queries = part(QUERY * lane * requeried);
  // Kernels may write one entry beyond a count: of requeried boxes, levels, hits, marked and merged candidates.
  const [ids, leafSlots, byId, requeriedAt] = [0, 0, 0, 1].map((more) => part(4 * (capacity + more)));
  const [level, nextLevel, hits] = [2, 2, 2].map((more) => part(8 * (capacity + more)));
  const portion = Math.min(PORTION, candidates);
  const changed = part(8 * portion);
  const ties = part(4 * portion);
  const marked = part(4 * (portion + 1));
  const [pairs, mergedPairs] = [1, 1].map((more) => part(8 * (candidates + more)));
  const items = part(4 * capacity);
  const centres = part(3 * lane * capacity);
  const children = part(8 * capacity);
  const parts = part(HALVING_BYTES);
  const boxCount = !isF64 && withKernel ? 2 * dimensions * capacity : 0;
  const [frontBoxes, backBoxes] = [boxCount, boxCount].map((count) => part(8 * count));
  if (end > MOST_BYTES)
    throw new RangeError("createDynamicTree: boxes and candidates need more than 4 GiB of memory");
  const kernel = !isF64 && withKernel ? linkBroadphaseKernels(end) : null;
  const buffer = kernel === null ? new ArrayBuffer(end) : kernel.memory.buffer;
  const lanes = (at: number, count: number) =>
    isF64 ? new Float64Array(buffer, at, count) : new Float32Array(buffer, at, count);
  const ints = (at: number, count: number) => new Int32Array(buffer, at, count);
  const memory: TreeMemory = {
    kernel,
    boxes: kernel && {
      kernels: kernel,
      frontBoxes: new Float64Array(buffer, frontBoxes, boxCount),
      backBoxes: new Float64Array(buffer, backBoxes, boxCount),
    },
    intShift,
    capacity,
    header: ints(0, TREE_HEADER / 4),
    images: lanes(images, BOX * capacity),
    imageInts: ints(images, (BOX * capacity) << intShift),
    fat: lanes(fat, BOX * capacity),
    anchors: lanes(anchors, ANCHOR * capacity),
    anchorInts: ints(anchors, (ANCHOR * capacity) << intShift),
    nodes: lanes(nodes, 2 * BOX * capacity),
    nodeInts: ints(nodes, (2 * BOX * capacity) << intShift),
    queries: lanes(queries, QUERY * requeried),
    ids: ints(ids, capacity),
    leafSlots: ints(leafSlots, capacity),
    byId: new Uint32Array(buffer, byId, capacity),
    requeried: ints(requeriedAt, capacity + 1),
    levels: [ints(level, 2 * capacity + 4), ints(nextLevel, 2 * capacity + 4)],
    hits: ints(hits, 2 * capacity + 4),
    changed: new Uint32Array(buffer, changed, 2 * portion),
    ties: new Uint32Array(buffer, ties, portion),
    marked: new Uint32Array(buffer, marked, portion + 1),
    pairs: new Uint32Array(buffer, pairs, 2 * candidates),
    mergedPairs: new Uint32Array(buffer, mergedPairs, 2 * candidates),
    items: new Uint32Array(buffer, items, capacity),
    centres: lanes(centres, 3 * capacity),
    children: ints(children, 2 * capacity),
    parts: ints(parts, HALVING_BYTES / 4),
  };
  fillBox(memory.fat, 0, -Infinity, Infinity); // place 0, which no box has
  return memory;
}

/** Copies what lasts beyond one update to a larger memory, whose lanes have the type of these. */
export function copyTreeMemory(from: TreeMemory, to: TreeMemory): void {
  to.imageInts.set(from.imageInts);
  to.fat.set(from.fat);
  to.anchorInts.set(from.anchorInts);
  to.nodeInts.set(from.nodeInts);
  to.ids.set(from.ids);
  to.leafSlots.set(from.leafSlots);
  to.byId.set(from.byId);
  to.requeried.set(from.requeried);
  to.pairs.set(from.pairs);
}

/** Copies the coordinates and keeps the integers of `to`. */
export function copyBox(from: Lanes, p: number, to: Lanes, q: number): void {
  for (let k = 0; k < 3; k++) {
    to[q + k] = from[p + k];
    to[q + MAX + k] = from[p + MAX + k];
  }
}

/** Sets all minima to one number and all maxima to another. */
export function fillBox(boxes: Lanes, p: number, min: number, max: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[p + k] = min;
    boxes[p + MAX + k] = max;
  }
}

/** Whether the box at `p` of `boxes` and the one at `q` of `others` share a point; false for NaN. */
export function doMeet(boxes: Lanes, p: number, others: Lanes, q: number): boolean {
  return (
    boxes[p] <= others[q + MAX] &&
    others[q] <= boxes[p + MAX] &&
    boxes[p + 1] <= others[q + MAX + 1] &&
    others[q + 1] <= boxes[p + MAX + 1] &&
    boxes[p + 2] <= others[q + MAX + 2] &&
    others[q + 2] <= boxes[p + MAX + 2]
  );
}
