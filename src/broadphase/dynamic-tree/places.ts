import { OVERLAPS } from "../../kernels/broadphase-memory-map.ts";
import { ABSENT, type FatTree, NONE } from "./fat-tree.ts";
import type { Lanes, TreeMemory } from "./tree-memory.ts";
import { ANCHOR, BOX, CHILD, fillBox, MARK, PLACE } from "./tree-memory.ts";

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

/** A new order of places. */
export interface PlaceOrder {
  /** The places of boxes, in the new order. */
  readonly items: Uint32Array;
  /** By place: 1 + its index among the items, or 0. */
  readonly ranks: Uint32Array;
}

/** `rankItems` of all items has to follow. */
export function createPlaceOrder(items: Uint32Array, placeEnd: number): PlaceOrder {
  return { items, ranks: new Uint32Array(Math.max(placeEnd, items.length + 1)) };
}

/** Notes the ranks of the items `from` to `to` − 1. */
export function rankItems({ items, ranks }: PlaceOrder, from: number, to: number): void {
  for (let k = from; k < to; k++) ranks[items[k]] = k + 1;
}

/**
 * Lists, in `requeried`, the places of boxes that have no leaf, and those of leaves that have no box; returns how many. With kernels, because
 * TypeScript would take as long as a step in the first rebuild of a process, before V8 has compiled it.
 */
export function listAstray({ kernel, ids, leafSlots, requeried }: TreeMemory, end: number): number {
  if (kernel === null) return listAstrayPlain(ids, leafSlots, requeried, end);
  const { byteOffset } = requeried;
  const listEnd = kernel.listAstray(end, ids.byteOffset, leafSlots.byteOffset, byteOffset);
  return ((listEnd - byteOffset) >>> 0) / 4;
}

function listAstrayPlain(ids: Int32Array, leafSlots: Int32Array, out: Int32Array, end: number): number {
  let count = 0;
  for (let place = 1; place < end; place++)
    if ((ids[place] === NONE) !== (leafSlots[place] === ABSENT)) out[count++] = place;
  return count;
}

/**
 * Moves the boxes of the items `from` to `to` − 1 to the places `from` + 1 to `to`, in the tree as well unless it is stale. What was
 * at these places goes where the items were. Images are not moved: `writeImages` has to follow before they are read.
 *
 * Every loop is a function of its own, or a kernel: V8 compiles a long loop while it runs the first time, and drops code that then meets
 * what follows the loop for the first time. Six such steps in a row took two to three times as long as others.
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
  const { kernel, levels, pairs } = tree.memory;
  const [now, before] = levels; // unused between queries: the new place by old place, and the old place by new place
  if (kernel === null) numberPlain(now, before, places.end);
  else kernel.numberPlaces(now.byteOffset, before.byteOffset, places.end);
  moveItems(order, tree, isStale, from, to);
  for (let i = 0; i < places.free.length; i++) places.free[i] = now[places.free[i]];
  const end = pairs.byteOffset + 8 * candidateCount;
  if (kernel === null) renamePlain(pairs, candidateCount, now);
  else kernel.renameCandidates(pairs.byteOffset, end, now.byteOffset);
}

function numberPlain(now: Int32Array, before: Int32Array, end: number): void {
  for (let place = 0; place < end; place++) now[place] = before[place] = place;
}

function moveItems(order: PlaceOrder, tree: FatTree, isStale: boolean, from: number, to: number): void {
  for (let k = from; k < to; k++) if (order.items[k] !== k + 1) moveItem(order, tree, isStale, k);
}

/** Exchanges the box of item k with the box at the place k + 1. */
function moveItem({ items, ranks }: PlaceOrder, tree: FatTree, isStale: boolean, k: number): void {
  const { fat, anchorInts, ids, leafSlots, levels, intShift } = tree.memory;
  const [now, before] = levels;
  const p = items[k];
  const q = k + 1;
  swapBoxes(fat, p, q);
  swap(anchorInts, p, q, ANCHOR << intShift);
  swap(ids, p, q, 1);
  swap(leafSlots, p, q, 1);
  swap(before, p, q, 1);
  items[k] = q;
  if (ranks[q] > 0) items[ranks[q] - 1] = p;
  ranks[p] = ranks[q];
  now[before[p]] = p;
  now[before[q]] = q;
  settle(tree, isStale, p);
  settle(tree, isStale, q);
}

/** Tells the id and the leaf of the box at a place where the box is. */
function settle(tree: FatTree, isStale: boolean, place: number): void {
  const { ids, leafSlots, byId, nodeInts, intShift } = tree.memory;
  if (ids[place] !== NONE) byId[ids[place]] = place;
  const slot = leafSlots[place];
  if (isStale || slot === ABSENT) return;
  if (slot === NONE) tree.root = ~place;
  else nodeInts[(BOX * slot + CHILD) << intShift] = ~place;
}

function swap(list: Int32Array, p: number, q: number, stride: number): void {
  for (let i = stride * p, j = stride * q, end = i + stride; i < end; i++, j++) {
    const value = list[i];
    list[i] = list[j];
    list[j] = value;
  }
}

/** Fat boxes have no integers. */
function swapBoxes(boxes: Lanes, p: number, q: number): void {
  for (let i = BOX * p, j = BOX * q, end = i + BOX; i < end; i++, j++) {
    const value = boxes[i];
    boxes[i] = boxes[j];
    boxes[j] = value;
  }
}

/** Gives candidates the new places of their boxes, the lower first. */
function renamePlain(pairs: Uint32Array, count: number, now: Int32Array): void {
  for (let i = 0; i < 2 * count; i += 2) {
    const a = now[pairs[i]];
    const second = pairs[i + 1];
    const b = now[second & PLACE];
    pairs[i] = a < b ? a : b;
    pairs[i + 1] = (a < b ? b : a) | (second & OVERLAPS);
  }
}
