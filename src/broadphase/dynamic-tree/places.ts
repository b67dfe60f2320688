import { OVERLAPS } from "./candidates.ts";
import { EMPTY, type FatTree, NONE } from "./fat-tree.ts";
import { fillBox } from "./lane-boxes.ts";
import type { TreeMemory } from "./tree-memory.ts";
import { ANCHOR, BOX, CHILD, MARK, PARENT } from "./tree-memory.ts";

const PLACE = 0x7fffffff;

// The place of a box is its position in the tree's memory. From time to time places are reassigned in the order of the
// leaves, so that the boxes of a candidate are near each other in memory. Ids do not change.

export interface Places {
  /** The place of each id; 0, which no box has, for ids without a place. */
  byId: Uint32Array;
  /** One past the highest place in use. */
  end: number;
  /** Unused places below `end`. Their fat boxes are unbounded, so that none is listed as having left. */
  readonly free: number[];
}

export function createPlaces(): Places {
  return { byId: new Uint32Array(0), end: 1, free: [] };
}

/** Assigns a place to an id, with an unbounded fat box. */
export function takePlace(
  places: Places,
  { images, imageInts, fat, ids, intShift }: TreeMemory,
  id: number,
): number {
  const place = places.free.pop() ?? places.end++;
  places.byId[id] = place;
  fillBox(images, BOX * place, 0, 0);
  imageInts[(BOX * place + MARK) << intShift] = 0;
  ids[place] = id;
  fillBox(fat, BOX * place, -Infinity, Infinity);
  return place;
}

export function freePlace(places: Places, { fat, imageInts, intShift }: TreeMemory, place: number): void {
  fillBox(fat, BOX * place, -Infinity, Infinity);
  imageInts[(BOX * place + MARK) << intShift] = 0;
  places.free.push(place);
}

/**
 * Renumbers nodes in the order of a descent, reassigns places in the order of the leaves, and sorts candidates by place. The three
 * parts may also be taken one by one, in this order, in different updates.
 */
export function renumberPlaces(places: Places, tree: FatTree, idEnd: number, candidateCount: number): void {
  orderNodes(tree);
  orderPlaces(places, tree, idEnd, candidateCount);
  orderCandidates(tree.memory, candidateCount, places.end);
}

/** Reassigns places in the order of the tree's leaves. Boxes that are not in the tree come last. */
export function orderPlaces(places: Places, tree: FatTree, idEnd: number, candidateCount: number): void {
  const { memory } = tree;
  const { byId } = places;
  const now = new Uint32Array(places.end); // new place by old place
  const before = new Uint32Array(places.end); // old place by new place
  let next = orderLeaves(tree, now, before);
  for (let id = 0; id < idEnd; id++) {
    const old = byId[id];
    if (old === 0) continue;
    if (now[old] === 0) {
      before[next] = old;
      now[old] = next++;
    }
    byId[id] = now[old];
  }
  places.end = next;
  places.free.length = 0;
  const fatInts = new Int32Array(memory.fat.buffer, memory.fat.byteOffset, memory.imageInts.length);
  reorder(memory.ids, 1, before, next);
  reorder(memory.imageInts, BOX << memory.intShift, before, next);
  reorder(fatInts, BOX << memory.intShift, before, next);
  reorder(memory.anchorInts, ANCHOR << memory.intShift, before, next);
  const { pairs } = memory;
  for (let i = 0; i < 2 * candidateCount; i += 2) {
    const a = now[pairs[i]];
    const second = pairs[i + 1];
    const b = now[second & PLACE];
    pairs[i] = a < b ? a : b;
    pairs[i + 1] = (a < b ? b : a) | (second & OVERLAPS);
  }
}

/** Copies the entry at `before[k]` to k, for each k below `count`. */
function reorder(ints: Int32Array, stride: number, before: Uint32Array, count: number): void {
  const old = ints.slice(0, stride * before.length);
  for (let k = 0, to = 0; k < count; k++) {
    const from = stride * before[k];
    for (let i = from; i < from + stride; i++) ints[to++] = old[i];
  }
}

/** Assigns places to the leaves in their order; returns the first place after those. */
function orderLeaves(tree: FatTree, now: Uint32Array, before: Uint32Array): number {
  const { root } = tree;
  const { nodeInts, leafSlots, intShift } = tree.memory;
  let place = 1;
  const take = (leaf: number, slot: number) => {
    leafSlots[place] = slot;
    before[place] = ~leaf;
    now[~leaf] = place++;
  };
  if (root === EMPTY) return place;
  const waiting: number[] = [];
  if (root >= 0) waiting.push(2 * root + 1, 2 * root);
  else {
    tree.root = ~place;
    take(root, NONE);
  }
  while (waiting.length > 0) {
    const slot = waiting.pop()!;
    const at = (BOX * slot + CHILD) << intShift;
    const child = nodeInts[at];
    if (child >= 0) waiting.push(2 * child + 1, 2 * child);
    else {
      nodeInts[at] = ~place;
      take(child, slot);
    }
  }
  return place;
}

/** Renumbers the tree's nodes in the order of a descent. */
export function orderNodes(tree: FatTree): void {
  const { memory, nodeEnd } = tree;
  const { nodeInts, leafSlots, intShift } = memory;
  const stride = (2 * BOX) << intShift;
  tree.freeNodes.length = 0;
  tree.nodeEnd = 0;
  if (tree.root < 0 || tree.root === EMPTY) return;
  const old = nodeInts.slice(0, stride * nodeEnd);
  const parent = PARENT << intShift;
  let node = 0;
  const waiting = [tree.root, NONE]; // a node's old number, and its new slot
  tree.root = 0;
  while (waiting.length > 0) {
    const slot = waiting.pop()!;
    const from = stride * waiting.pop()!;
    const to = stride * node;
    for (let i = 0; i < stride; i++) nodeInts[to + i] = old[from + i];
    nodeInts[to + parent] = slot;
    if (slot !== NONE) nodeInts[(BOX * slot + CHILD) << intShift] = node;
    for (let side = 1; side >= 0; side--) {
      const child = old[from + ((BOX * side + CHILD) << intShift)];
      if (child < 0) leafSlots[~child] = 2 * node + side;
      else waiting.push(child, 2 * node + side);
    }
    node++;
  }
  tree.nodeEnd = node;
}

/** Sorts candidates by the lower place: a counting sort. */
export function orderCandidates({ pairs }: TreeMemory, count: number, placeEnd: number): void {
  const old = pairs.slice(0, 2 * count);
  const starts = new Uint32Array(placeEnd + 1);
  for (let i = 0; i < 2 * count; i += 2) starts[old[i] + 1]++;
  for (let k = 1; k < placeEnd; k++) starts[k] += starts[k - 1];
  for (let i = 0; i < 2 * count; i += 2) {
    const at = 2 * starts[old[i]]++;
    pairs[at] = old[i];
    pairs[at + 1] = old[i + 1];
  }
}
