import { OVERLAPS } from "./candidates.ts";
import { ABSENT, type FatTree, NONE } from "./fat-tree.ts";
import { fillBox } from "./lane-boxes.ts";
import type { TreeMemory } from "./tree-memory.ts";
import { ANCHOR, BOX, CHILD, MARK, PORTION } from "./tree-memory.ts";

const PLACE = 0x7fffffff;

// The place of a box is its position in the tree's memory. Places are reassigned in the order of a new
// tree's leaves, so that the boxes of a candidate are near each other in memory. Ids do not change.

export interface Places {
  /** One past the highest place in use. */
  end: number;
  /** Unused places below `end`. Their fat boxes are unbounded, so that none is listed as having left. */
  readonly free: number[];
}

export function createPlaces(): Places {
  return { end: 1, free: [] };
}

/** Assigns a place to an id, with an unbounded fat box. */
export function takePlace(
  places: Places,
  { images, imageInts, fat, ids, leafSlots, byId, intShift }: TreeMemory,
  id: number,
): number {
  const place = places.free.pop() ?? places.end++;
  byId[id] = place;
  fillBox(images, BOX * place, 0, 0);
  imageInts[(BOX * place + MARK) << intShift] = 0;
  ids[place] = id;
  leafSlots[place] = ABSENT;
  fillBox(fat, BOX * place, -Infinity, Infinity);
  return place;
}

export function freePlace(
  places: Places,
  { fat, imageInts, ids, leafSlots, intShift }: TreeMemory,
  place: number,
): void {
  ids[place] = NONE;
  leafSlots[place] = ABSENT;
  fillBox(fat, BOX * place, -Infinity, Infinity);
  imageInts[(BOX * place + MARK) << intShift] = 0;
  places.free.push(place);
}

/** A new order of places, and what reassigning a portion of them needs. */
export interface PlaceOrder {
  /** The places of boxes, in the new order. */
  readonly items: Uint32Array;
  /** By place: 1 + its index among the items, or 0. */
  readonly ranks: Uint32Array;
  /** The new place by old place, and the old place by new place. */
  now: Uint32Array;
  before: Int32Array;
}

export function createPlaceOrder(items: Uint32Array, placeEnd: number): PlaceOrder {
  const ranks = new Uint32Array(Math.max(placeEnd, items.length + 1));
  for (let k = 0; k < items.length; k++) ranks[items[k]] = k + 1;
  return { items, ranks, now: new Uint32Array(placeEnd), before: new Int32Array(placeEnd) };
}

/**
 * Moves the boxes of the items `from` to `to` − 1 to the places `from` + 1 to `to`, in the tree as well unless it is stale. What was
 * at these places goes where the items were. Images are not moved: `writeImages` has to follow before they are read.
 */
export function orderPlaces(
  places: Places,
  tree: FatTree,
  isStale: boolean,
  order: PlaceOrder,
  from: number,
  to: number,
  candidateCount: number,
): void {
  const { memory } = tree;
  const { ids, leafSlots, byId, intShift } = memory;
  const fatInts = new Int32Array(memory.fat.buffer, memory.fat.byteOffset, memory.imageInts.length);
  if (order.now.length < places.end) {
    order.now = new Uint32Array(2 * places.end);
    order.before = new Int32Array(2 * places.end);
  }
  const { items, ranks, now, before } = order;
  for (let place = 0; place < places.end; place++) now[place] = before[place] = place;
  const settle = (place: number) => {
    now[before[place]] = place;
    if (ids[place] !== NONE) byId[ids[place]] = place;
    if (isStale || leafSlots[place] === ABSENT) return;
    if (leafSlots[place] === NONE) tree.root = ~place;
    else memory.nodeInts[(BOX * leafSlots[place] + CHILD) << intShift] = ~place;
  };
  for (let k = from; k < to; k++) {
    const p = items[k];
    const q = k + 1;
    if (p === q) continue;
    swap(fatInts, p, q, BOX << intShift);
    swap(memory.anchorInts, p, q, ANCHOR << intShift);
    swap(ids, p, q, 1);
    swap(leafSlots, p, q, 1);
    swap(before, p, q, 1);
    items[k] = q;
    if (ranks[q] > 0) items[ranks[q] - 1] = p;
    ranks[p] = ranks[q];
    settle(p);
    settle(q);
  }
  for (let i = 0; i < places.free.length; i++) places.free[i] = now[places.free[i]];
  // In portions: one loop over all candidates would be compiled only while it runs, the first time.
  for (let first = 0; first < candidateCount; first += PORTION)
    renameCandidates(memory, first, Math.min(first + PORTION, candidateCount), now);
}

function swap(list: Int32Array, p: number, q: number, stride: number): void {
  for (let i = stride * p, j = stride * q, end = i + stride; i < end; i++, j++) {
    const value = list[i];
    list[i] = list[j];
    list[j] = value;
  }
}

/** Gives candidates the new places of their boxes, the lower first. */
function renameCandidates({ pairs }: TreeMemory, first: number, end: number, now: Uint32Array): void {
  for (let i = 2 * first; i < 2 * end; i += 2) {
    const a = now[pairs[i]];
    const second = pairs[i + 1];
    const b = now[second & PLACE];
    pairs[i] = a < b ? a : b;
    pairs[i + 1] = (a < b ? b : a) | (second & OVERLAPS);
  }
}
