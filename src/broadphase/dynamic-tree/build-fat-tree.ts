import { HALVING_RUN, MOST_PARTS, NODE_END } from "../../kernels/broadphase-memory-map.ts";
import { EMPTY, type FatTree, NONE, setChild, setParent, uniteInto } from "./fat-tree.ts";
import type { Lanes, TreeMemory } from "./tree-memory.ts";
import { BOX, copyBox, MAX } from "./tree-memory.ts";

// Builds a tree from all boxes at once, or over several steps: halves by the median of the centres, along the axis where they
// spread most. So the depth is ⌈log2 n⌉ whatever the boxes, and the stack below has a bound.

/**
 * Items looked at a call. V8 compiles a single loop over all while it runs the first time, and drops that code where the loop ends, in every
 * later call again; a function that is called often is compiled as a whole. And a rebuild can stop after any call.
 */
const RUN = HALVING_RUN;
const PIVOT = 6;
/** The centre of a box without a bound in one direction: the largest f32. */
const UNBOUNDED = 2 ** 128 - 2 ** 104;

/**
 * A tree under construction, in the memory of the tree it is to replace. That tree may change meanwhile, but not move to another memory, and
 * places keep their boxes. With a kernel the waiting parts and the halving are in `memory.parts`.
 */
export interface FatTreeBuild {
  readonly memory: TreeMemory;
  /** The places of the boxes, finally in the order of the leaves; `itemCount` of them, less room after `beginHalving`. */
  items: Uint32Array;
  itemCount: number;
  /** Waiting parts: first item, one past the last, slot of the parent. */
  readonly stack: Int32Array;
  waiting: number;
  /** The part that is being halved. */
  readonly halving: Halving;
  nodeEnd: number;
}

/** A part on its way to two halves: items before `low` belong to the first half, items after `high` to the second. */
interface Halving {
  start: number;
  end: number;
  /** Items before this one are in `range`: min x y z, max x y z of their centres; then the pivot of a pass. */
  measured: number;
  readonly range: Float64Array;
  axis: number;
  low: number;
  high: number;
  /** A pass over the items from `low` to `high` goes on between these two; both are −1 before it begins. */
  i: number;
  j: number;
}

/** `addItem`, and when there are no more items `beginHalving`, have to follow. */
export function startFatTree(memory: TreeMemory): FatTreeBuild {
  return {
    memory,
    items: memory.items,
    itemCount: 0,
    stack: new Int32Array(3 * MOST_PARTS),
    waiting: 0,
    halving: {
      start: 0,
      end: 0,
      measured: 0,
      range: new Float64Array(16),
      axis: 0,
      low: 0,
      high: 0,
      i: -1,
      j: -1,
    },
    nodeEnd: 0,
  };
}

/** Adds a place, with the centre of its box; 0 on an axis on which the box is unbounded in both directions. */
export function addItem(construction: FatTreeBuild, place: number): void {
  const { fat, items, centres } = construction.memory;
  const i = construction.itemCount++;
  items[i] = place;
  for (let axis = 0; axis < 3; axis++) {
    const sum = fat[BOX * place + axis] + fat[BOX * place + MAX + axis];
    centres[3 * i + axis] = sum - sum === 0 ? 0.5 * sum : sum > 0 ? UNBOUNDED : sum < 0 ? -UNBOUNDED : 0;
  }
}

export function beginHalving(construction: FatTreeBuild): void {
  const { memory, itemCount } = construction;
  construction.items = construction.items.subarray(0, itemCount);
  if (memory.kernel !== null) memory.kernel.beginHalving(memory.parts.byteOffset, itemCount);
  else if (itemCount > 1) pushPart(construction, 0, itemCount, NONE);
}

/** Halves parts until `leastWork` items have been looked at, or all is done, which it returns. It may stop within a part. */
export function advanceFatTree(construction: FatTreeBuild, leastWork: number): boolean {
  const { kernel, parts, items, centres, children } = construction.memory;
  if (kernel === null) return advancePlain(construction, leastWork);
  const isDone =
    kernel.advanceHalving(
      leastWork,
      parts.byteOffset,
      items.byteOffset,
      centres.byteOffset,
      children.byteOffset,
    ) !== 0;
  construction.nodeEnd = parts[NODE_END / 4];
  return isDone;
}

function advancePlain(construction: FatTreeBuild, leastWork: number): boolean {
  // Nothing follows the loop: V8 would compile it before it ever ran.
  for (let work = 0; ; work += advancePart(construction)) {
    if (construction.waiting === 0) return true;
    if (work >= leastWork) return false;
  }
}

/** Takes the last waiting part further, or replaces it by its halves; returns how many items it has looked at. */
function advancePart(construction: FatTreeBuild): number {
  const { stack, halving } = construction;
  const { items, centres, children } = construction.memory;
  const at = 3 * (construction.waiting - 1);
  const start = stack[at];
  const end = stack[at + 1];
  const slot = stack[at + 2];
  if (end - start === 1) {
    children[slot] = ~start;
    construction.waiting--;
    return 1;
  }
  if (halving.start !== start || halving.end !== end) startHalving(halving, start, end);
  if (halving.measured < end) return measureCentres(halving, centres);
  if (halving.low < halving.high) return passOver(halving, items, centres);
  construction.waiting--;
  const node = construction.nodeEnd++;
  if (slot !== NONE) children[slot] = node;
  const middle = (start + end) >> 1;
  pushPart(construction, middle, end, 2 * node + 1);
  pushPart(construction, start, middle, 2 * node);
  return 1;
}

function startHalving(halving: Halving, start: number, end: number): void {
  halving.start = halving.measured = halving.low = start;
  halving.end = end;
  halving.high = end - 1;
  halving.i = halving.j = -1;
  halving.range.fill(Infinity, 0, 3);
  halving.range.fill(-Infinity, 3, 6);
}

function pushPart(construction: FatTreeBuild, start: number, end: number, slot: number): void {
  const at = 3 * construction.waiting++;
  construction.stack[at] = start;
  construction.stack[at + 1] = end;
  construction.stack[at + 2] = slot;
}

/** Replaces the tree by the complete construction, with the current fat boxes of its places. */
export function finishFatTree(tree: FatTree, { items, nodeEnd }: FatTreeBuild): void {
  const { memory } = tree;
  const { kernel, nodes, fat, leafSlots, children } = memory;
  const { length } = items;
  tree.freeNodes.length = 0;
  tree.nodeEnd = nodeEnd;
  tree.size = length;
  tree.root = length === 0 ? EMPTY : length === 1 ? ~items[0] : 0;
  if (length === 1) leafSlots[items[0]] = NONE;
  if (length < 2) return;
  if (kernel === null) finishPlain(memory, items, children, 2 * nodeEnd);
  else
    kernel.finishTree(
      2 * nodeEnd,
      children.byteOffset,
      items.byteOffset,
      nodes.byteOffset,
      fat.byteOffset,
      leafSlots.byteOffset,
    );
  setParent(memory, 0, NONE);
}

/** Children come after their parents, so one backward pass fits all boxes. */
function finishPlain(memory: TreeMemory, items: Uint32Array, children: Int32Array, slotEnd: number): void {
  const { nodes, fat } = memory;
  for (let slot = slotEnd - 1; slot >= 0; slot--) {
    const child = children[slot];
    setChild(memory, slot, child < 0 ? ~items[~child] : child);
    if (child < 0) copyBox(fat, BOX * items[~child], nodes, BOX * slot);
    else uniteInto(nodes, child, slot);
  }
}

/** Measures the next RUN centres, and chooses the axis on which they spread most after the last; returns how many it has looked at. */
function measureCentres(halving: Halving, centres: Lanes): number {
  const { measured, end, range } = halving;
  halving.measured = measured + RUN < end ? measured + RUN : end;
  extendRange(range, centres, measured, halving.measured);
  if (halving.measured === end) halving.axis = longestAxis(range);
  return halving.measured - measured;
}

function longestAxis(range: Float64Array): number {
  const x = range[3] - range[0];
  const y = range[4] - range[1];
  const z = range[5] - range[2];
  if (x >= Math.max(y, z)) return 0;
  return y >= z ? 1 : 2;
}

function extendRange(range: Float64Array, centres: Lanes, start: number, end: number): void {
  let minX = range[0];
  let minY = range[1];
  let minZ = range[2];
  let maxX = range[3];
  let maxY = range[4];
  let maxZ = range[5];
  for (let at = 3 * start; at < 3 * end; at += 3) {
    const x = centres[at];
    const y = centres[at + 1];
    const z = centres[at + 2];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  range[0] = minX;
  range[1] = minY;
  range[2] = minZ;
  range[3] = maxX;
  range[4] = maxY;
  range[5] = maxZ;
}

/**
 * Takes a pass of quickselect further, by about RUN items: in the end no centre of the first half is above one of the second. Returns how
 * many it has looked at.
 */
function passOver(halving: Halving, items: Uint32Array, centres: Lanes): number {
  const { start, end, low, high } = halving;
  if (halving.i < 0) {
    halving.i = low - 1;
    halving.j = high + 1;
    halving.range[PIVOT] = medianOfThree(centres, low, (low + high) >> 1, high, halving.axis);
  }
  const open = halving.j - halving.i;
  partition(halving, items, centres);
  const last = halving.j;
  const looked = open - (last - halving.i);
  if (halving.i < last) return looked;
  if ((start + end) >> 1 <= last) halving.high = last;
  else halving.low = last + 1;
  halving.i = halving.j = -1;
  return looked;
}

/**
 * Exchanges items until no centre up to item j is above a centre beyond it, when i is not below j; or stops after about RUN items. A
 * function of its own: what followed the loop would be compiled before it ever ran, and the code dropped there, once a pass.
 */
function partition(halving: Halving, items: Uint32Array, centres: Lanes): void {
  const { axis, range } = halving;
  const pivot = range[PIVOT];
  let { i, j } = halving;
  const stop = j - i - RUN;
  for (;;) {
    do i++;
    while (centres[3 * i + axis] < pivot);
    do j--;
    while (centres[3 * j + axis] > pivot);
    if (i < j) {
      const item = items[i];
      items[i] = items[j];
      items[j] = item;
      for (let k = 0; k < 3; k++) {
        const centre = centres[3 * i + k];
        centres[3 * i + k] = centres[3 * j + k];
        centres[3 * j + k] = centre;
      }
      if (j - i > stop) continue;
    }
    halving.i = i;
    halving.j = j;
    return;
  }
}

function medianOfThree(centres: Lanes, p: number, q: number, r: number, axis: number): number {
  const a = centres[3 * p + axis];
  const b = centres[3 * q + axis];
  const c = centres[3 * r + axis];
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
