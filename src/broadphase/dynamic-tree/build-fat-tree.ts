import { EMPTY, type FatTree, NONE, setChild, setParent, uniteInto } from "./fat-tree.ts";
import type { TreeMemory } from "./tree-memory.ts";
import { BOX, copyBox, MAX } from "./tree-memory.ts";

// Builds a tree from all boxes at once, or over several steps: halves by the median of the centres, along the axis where they
// spread most. So the depth is ⌈log2 n⌉ whatever the boxes, and the stack below has a bound.

/**
 * Items looked at a call. V8 compiles a single loop over all while it runs the first time, and drops that code where the loop ends, in every
 * later call again; a function that is called often is compiled as a whole.
 */
const RUN = 512;
/** At most one part waits per level, and there are at most 2^26 boxes. */
const DEPTH = 64;

/** A tree under construction. The tree it is to replace may change meanwhile, but places keep their boxes. */
export interface FatTreeBuild {
  /** The places of the boxes, finally in the order of the leaves. */
  readonly items: Uint32Array;
  readonly centres: Float64Array;
  /** Waiting parts: first item, one past the last, slot of the parent. */
  readonly stack: Int32Array;
  waiting: number;
  /** The part that is being halved. */
  readonly halving: Halving;
  /** By slot: a node, or ~ the index of an item. */
  readonly children: Int32Array;
  nodeEnd: number;
}

/** A part on its way to two halves: items before `low` belong to the first half, items after `high` to the second. */
interface Halving {
  start: number;
  end: number;
  axis: number;
  low: number;
  high: number;
}

/** Keeps and reorders `items`. `readCentres` of all items has to follow. */
export function startFatTree(items: Uint32Array): FatTreeBuild {
  const { length } = items;
  const construction = {
    items,
    centres: new Float64Array(3 * length),
    stack: new Int32Array(3 * DEPTH),
    waiting: 0,
    halving: { start: 0, end: 0, axis: 0, low: 0, high: 0 },
    children: new Int32Array(2 * length),
    nodeEnd: 0,
  };
  if (length > 1) pushPart(construction, 0, length, NONE);
  return construction;
}

/** Writes twice the centres of the items `from` to `to` − 1; 0 on an axis on which a box is unbounded in both directions. */
export function readCentres(
  { items, centres }: FatTreeBuild,
  { fat }: TreeMemory,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const place = items[i];
    for (let axis = 0; axis < 3; axis++) {
      const sum = fat[BOX * place + axis] + fat[BOX * place + MAX + axis];
      centres[3 * i + axis] = sum - sum === 0 ? sum : sum > 0 ? 1e300 : sum < 0 ? -1e300 : 0;
    }
  }
}

/**
 * Halves parts until `leastWork` items have been looked at, or all is done, which it returns. It may stop between two passes over a part:
 * the first part alone takes as long as two steps of a rebuild.
 */
export function advanceFatTree(construction: FatTreeBuild, leastWork: number): boolean {
  // Nothing follows the loop: V8 would compile it before it ever ran.
  for (let work = 0; ; work += advancePart(construction)) {
    if (construction.waiting === 0) return true;
    if (work >= leastWork) return false;
  }
}

/** Takes the last waiting part a pass further, or replaces it by its halves; returns how many items it has looked at. */
function advancePart(construction: FatTreeBuild): number {
  const { items, centres, stack, children, halving } = construction;
  const at = 3 * (construction.waiting - 1);
  const start = stack[at];
  const end = stack[at + 1];
  const slot = stack[at + 2];
  if (end - start === 1) {
    children[slot] = ~start;
    construction.waiting--;
    return 1;
  }
  if (halving.start !== start || halving.end !== end) {
    startHalving(halving, centres, start, end);
    return end - start;
  }
  const { low, high } = halving;
  if (low < high) {
    passOver(halving, items, centres);
    return high - low;
  }
  construction.waiting--;
  const node = construction.nodeEnd++;
  if (slot !== NONE) children[slot] = node;
  const middle = (start + end) >> 1;
  pushPart(construction, middle, end, 2 * node + 1);
  pushPart(construction, start, middle, 2 * node);
  return 1;
}

function startHalving(halving: Halving, centres: Float64Array, start: number, end: number): void {
  halving.start = start;
  halving.end = end;
  halving.axis = longestAxis(centres, start, end);
  halving.low = start;
  halving.high = end - 1;
}

function pushPart(construction: FatTreeBuild, start: number, end: number, slot: number): void {
  const at = 3 * construction.waiting++;
  construction.stack[at] = start;
  construction.stack[at + 1] = end;
  construction.stack[at + 2] = slot;
}

/** Replaces the tree by the complete construction, with the current fat boxes of its places. */
export function finishFatTree(tree: FatTree, { items, children, nodeEnd }: FatTreeBuild): void {
  const { memory } = tree;
  const { kernel, nodes, fat, leafSlots, levels } = memory;
  const { length } = items;
  tree.freeNodes.length = 0;
  tree.nodeEnd = nodeEnd;
  tree.size = length;
  tree.root = length === 0 ? EMPTY : length === 1 ? ~items[0] : 0;
  if (length === 1) leafSlots[items[0]] = NONE;
  if (length < 2) return;
  if (kernel === null) finishPlain(memory, items, children, 2 * nodeEnd);
  else {
    const [childrenThere, itemsThere] = levels; // unused between queries
    childrenThere.set(children);
    itemsThere.set(items);
    kernel.finishTree(
      2 * nodeEnd,
      childrenThere.byteOffset,
      itemsThere.byteOffset,
      nodes.byteOffset,
      fat.byteOffset,
      leafSlots.byteOffset,
    );
  }
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

// min x y z, max x y z of some centres
const range = new Float64Array(16);

/** The axis on which the centres spread most. */
function longestAxis(centres: Float64Array, start: number, end: number): number {
  range.fill(Infinity, 0, 3);
  range.fill(-Infinity, 3, 6);
  for (let from = start; from < end; from += RUN)
    extendRange(centres, from, from + RUN < end ? from + RUN : end);
  const x = range[3] - range[0];
  const y = range[4] - range[1];
  const z = range[5] - range[2];
  if (x >= Math.max(y, z)) return 0;
  return y >= z ? 1 : 2;
}

function extendRange(centres: Float64Array, start: number, end: number): void {
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

/** A pass of quickselect: in the end no centre of the first half is above one of the second. */
function passOver(halving: Halving, items: Uint32Array, centres: Float64Array): void {
  const { start, end } = halving;
  const last = partition(items, centres, halving.axis, halving.low, halving.high);
  if ((start + end) >> 1 <= last) halving.high = last;
  else halving.low = last + 1;
}

/**
 * Exchanges items until no centre up to one of them is above a centre beyond it; returns that item. A function of its own: what followed
 * the loop would be compiled before it ever ran, and the code dropped there, once a pass.
 */
function partition(
  items: Uint32Array,
  centres: Float64Array,
  axis: number,
  low: number,
  high: number,
): number {
  const pivot = medianOfThree(centres, low, (low + high) >> 1, high, axis);
  let i = low - 1;
  let j = high + 1;
  for (;;) {
    do i++;
    while (centres[3 * i + axis] < pivot);
    do j--;
    while (centres[3 * j + axis] > pivot);
    if (i >= j) return j;
    const item = items[i];
    items[i] = items[j];
    items[j] = item;
    for (let k = 0; k < 3; k++) {
      const centre = centres[3 * i + k];
      centres[3 * i + k] = centres[3 * j + k];
      centres[3 * j + k] = centre;
    }
  }
}

function medianOfThree(centres: Float64Array, p: number, q: number, r: number, axis: number): number {
  const a = centres[3 * p + axis];
  const b = centres[3 * q + axis];
  const c = centres[3 * r + axis];
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
