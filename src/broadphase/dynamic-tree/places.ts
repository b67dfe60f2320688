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
 * Reassigns places in the order of the tree's leaves, and renumbers its nodes in the order of a descent. Boxes that are not
 * in the tree come last. Candidates are sorted by place.
 */
export function renumberPlaces(places: Places, tree: FatTree, idEnd: number, candidateCount: number): void {
  const { memory } = tree;
  const { byId } = places;
  const now = new Uint32Array(places.end); // new place by old place
  const before = new Uint32Array(places.end); // old place by new place
  let next = renumberTree(tree, now, before);
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
  sortCandidates(memory.pairs, candidateCount, now, next);
}

/** Copies the entry at `before[k]` to k, for each k below `count`. */
function reorder(ints: Int32Array, stride: number, before: Uint32Array, count: number): void {
  const old = ints.slice(0, stride * before.length);
  for (let k = 0, to = 0; k < count; k++) {
    const from = stride * before[k];
    for (let i = from; i < from + stride; i++) ints[to++] = old[i];
  }
}

/** Returns the first place after those of leaves. */
function renumberTree(tree: FatTree, now: Uint32Array, before: Uint32Array): number {
  const { memory, nodeEnd } = tree;
  const { nodeInts, leafSlots, intShift } = memory;
  const stride = (2 * BOX) << intShift;
  const old = nodeInts.slice(0, stride * nodeEnd);
  const parent = PARENT << intShift;
  let place = 1;
  let node = 0;
  const waiting: number[] = []; // a child with its old number, and its new slot
  if (tree.root !== EMPTY) waiting.push(tree.root, NONE);
  while (waiting.length > 0) {
    const slot = waiting.pop()!;
    const child = waiting.pop()!;
    let link = ~place;
    if (child < 0) {
      leafSlots[place] = slot;
      before[place] = ~child;
      now[~child] = place++;
    } else {
      link = node++;
      for (let i = 0; i < stride; i++) nodeInts[stride * link + i] = old[stride * child + i];
      nodeInts[stride * link + parent] = slot;
      waiting.push(old[stride * child + ((BOX + CHILD) << intShift)], 2 * link + 1);
      waiting.push(old[stride * child + (CHILD << intShift)], 2 * link);
    }
    if (slot === NONE) tree.root = link;
    else nodeInts[(BOX * slot + CHILD) << intShift] = link;
  }
  tree.nodeEnd = node;
  tree.freeNodes.length = 0;
  return place;
}

/** Converts candidates to the new places and sorts them by the lower one: a counting sort. */
function sortCandidates(pairs: Uint32Array, count: number, now: Uint32Array, placeEnd: number): void {
  const old = pairs.slice(0, 2 * count);
  const starts = new Uint32Array(placeEnd + 1);
  for (let i = 0; i < 2 * count; i += 2) {
    const a = now[old[i]];
    const second = old[i + 1];
    const b = now[second & PLACE];
    const first = Math.min(a, b);
    old[i] = first;
    old[i + 1] = Math.max(a, b) | (second & OVERLAPS);
    starts[first + 1]++;
  }
  for (let k = 1; k < placeEnd; k++) starts[k] += starts[k - 1];
  for (let i = 0; i < 2 * count; i += 2) {
    const at = 2 * starts[old[i]]++;
    pairs[at] = old[i];
    pairs[at + 1] = old[i + 1];
  }
}
