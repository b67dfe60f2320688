import { ABSENT, NONE } from "../../kernels/broadphase-memory-map.ts";
import type { Lanes, TreeMemory } from "./tree-memory.ts";
import { BOX, CHILD, copyBox, MAX, PARENT } from "./tree-memory.ts";

// A binary tree over boxes that are added, removed and moved. Every inner node holds the boxes of both its children, so a
// query reads one node, a cache line, for two tests. A slot, 2 · node + side, names one child's position in it; its box is
// laid out in tree-memory.ts.
//
// A child is the number of an inner node, or ~place for a box. The parent of a node is the slot that contains it, NONE for
// the root. The slot of a box that is not in the tree is ABSENT.

export interface FatTree {
  memory: TreeMemory;
  /** An inner node, ~place if there is only one box, or EMPTY. */
  root: number;
  /** Boxes in the tree. */
  size: number;
  /** Unused inner nodes. */
  readonly freeNodes: number[];
  /** Inner nodes ever used. */
  nodeEnd: number;
  /** Comparisons of boxes with nodes while the tree was changed. */
  comparisons: number;
}

/** Levels above a removed box at which rotations are tried, as many as `refitLeaves` rotates; above a new box all levels are. */
const REFIT_LEVELS = 2;
const ALL_LEVELS = 0x7fffffff;

export { ABSENT, NONE };
export const EMPTY = 0x7fffffff;

export function createFatTree(memory: TreeMemory): FatTree {
  return { memory, root: EMPTY, size: 0, freeNodes: [], nodeEnd: 0, comparisons: 0 };
}

export function childOf({ nodeInts, intShift }: TreeMemory, slot: number): number {
  return nodeInts[(BOX * slot + CHILD) << intShift];
}

export function parentOf({ nodeInts, intShift }: TreeMemory, node: number): number {
  return nodeInts[(2 * BOX * node + PARENT) << intShift];
}

export function setParent({ nodeInts, intShift }: TreeMemory, node: number, slot: number): void {
  nodeInts[(2 * BOX * node + PARENT) << intShift] = slot;
}

export function setChild(memory: TreeMemory, slot: number, child: number): void {
  memory.nodeInts[(BOX * slot + CHILD) << memory.intShift] = child;
  if (child < 0) memory.leafSlots[~child] = slot;
  else setParent(memory, child, slot);
}

/** Inserts the fat box of a place: as sibling of the leaf reached by a descent of least growth. */
export function insertLeaf(tree: FatTree, place: number): void {
  const { memory } = tree;
  const { nodes, fat } = memory;
  tree.size++;
  if (tree.root === EMPTY) {
    tree.root = ~place;
    memory.leafSlots[place] = NONE;
    return;
  }
  const slot = findSibling(tree, place);
  const sibling = slot === NONE ? tree.root : childOf(memory, slot);
  const node = tree.freeNodes.pop() ?? tree.nodeEnd++;
  if (slot === NONE) {
    copyBox(fat, BOX * ~sibling, nodes, BOX * 2 * node); // the root is a leaf
    tree.root = node;
    setParent(memory, node, NONE);
  } else {
    copyBox(nodes, BOX * slot, nodes, BOX * 2 * node);
    setChild(memory, slot, node);
  }
  setChild(memory, 2 * node, sibling);
  copyBox(fat, BOX * place, nodes, BOX * (2 * node + 1));
  setChild(memory, 2 * node + 1, ~place);
  refitFrom(tree, 2 * node + 1, ALL_LEVELS);
}

export function removeLeaf(tree: FatTree, place: number): void {
  const { memory } = tree;
  tree.size--;
  const slot = memory.leafSlots[place];
  memory.leafSlots[place] = ABSENT;
  if (slot === NONE) {
    tree.root = EMPTY;
    return;
  }
  const node = slot >> 1;
  const sibling = childOf(memory, slot ^ 1);
  const parent = parentOf(memory, node);
  tree.freeNodes.push(node);
  if (parent === NONE) {
    tree.root = sibling;
    if (sibling < 0) memory.leafSlots[~sibling] = NONE;
    else setParent(memory, sibling, NONE);
    return;
  }
  copyBox(memory.nodes, BOX * (slot ^ 1), memory.nodes, BOX * parent);
  setChild(memory, parent, sibling);
  refitFrom(tree, parent, REFIT_LEVELS);
}

/**
 * Writes the new fat boxes of the first `count` listed places after short moves, and fits the boxes above, level by level for all leaves
 * together; only rotations, which come last, change the structure. The list is in the tree's memory.
 */
export function refitLeaves(tree: FatTree, listed: Int32Array, count: number): void {
  const { kernel, nodes, leafSlots, fat, levels } = tree.memory;
  const [slots, changed] = levels; // unused between queries
  if (kernel === null) {
    refitPlain(tree, listed, count, slots, changed);
    return;
  }
  const from = listed.byteOffset;
  tree.comparisons += kernel.refitLeaves(
    from,
    from + 4 * count,
    nodes.byteOffset,
    leafSlots.byteOffset,
    fat.byteOffset,
    slots.byteOffset,
    changed.byteOffset,
  );
}

/** `slots` has room for a slot of each place, `changed` for two. */
function refitPlain(
  tree: FatTree,
  listed: Int32Array,
  count: number,
  slots: Int32Array,
  changed: Int32Array,
): void {
  const { memory } = tree;
  const { nodes, leafSlots, fat } = memory;
  let slotsEnd = 0;
  for (let k = 0; k < count; k++) {
    const slot = leafSlots[listed[k]];
    if (slot < 0) continue;
    copyBox(fat, BOX * listed[k], nodes, BOX * slot);
    slots[slotsEnd++] = slot;
  }
  const firstEnd = fitAbove(memory, slots, 0, slotsEnd, changed, 0);
  const secondEnd = fitAbove(memory, changed, 0, firstEnd, changed, firstEnd);
  tree.comparisons += slotsEnd + secondEnd;
  let end = fitAbove(memory, changed, firstEnd, secondEnd, slots, 0);
  for (; end > 0; end = fitAbove(memory, slots, 0, end, slots, 0)) tree.comparisons += end;
  for (let k = 0; k < secondEnd; k++) rotate(memory, changed[k] >> 1);
}

/**
 * Fits the boxes one level above those in the slots at `from` to `end` − 1, and lists the slots of those that changed at `to`, which may be
 * where it reads; returns the end of the list.
 */
function fitAbove(
  memory: TreeMemory,
  slots: Int32Array,
  from: number,
  end: number,
  out: Int32Array,
  to: number,
): number {
  for (let at = from; at < end; at++) {
    const node = slots[at] >> 1;
    const parent = parentOf(memory, node);
    if (parent !== NONE && uniteInto(memory.nodes, node, parent)) out[to++] = parent;
  }
  return to;
}

/** The slot of the leaf reached by always entering the child that would grow less; NONE if the root is a leaf. */
function findSibling(tree: FatTree, place: number): number {
  const { nodes, fat } = tree.memory;
  let node = tree.root;
  let slot = NONE;
  while (node >= 0) {
    tree.comparisons += 2;
    const at = 2 * BOX * node;
    const growth0 = growth(nodes, at, fat, BOX * place);
    const growth1 = growth(nodes, at + BOX, fat, BOX * place);
    const side =
      growth0 < growth1 || (growth0 === growth1 && size(nodes, at) <= size(nodes, at + BOX)) ? 0 : 1;
    slot = 2 * node + side;
    node = childOf(tree.memory, slot);
  }
  return slot;
}

/**
 * After the box in `slot` has changed: fits the boxes above as far up as they change, and rotates the lowest levels where
 * that pays.
 */
function refitFrom(tree: FatTree, slot: number, rotatedLevels: number): void {
  const { memory } = tree;
  for (let node = slot >> 1, level = 0; ; level++) {
    const parent = parentOf(memory, node);
    if (parent === NONE) return;
    tree.comparisons++;
    if (!uniteInto(memory.nodes, node, parent)) return;
    node = parent >> 1;
    if (level < rotatedLevels) rotate(memory, node);
  }
}

/**
 * Swaps a child of `node` with a grandchild on the other side if that makes the other child smaller; the best of the four
 * swaps. The box of `node` does not change.
 */
function rotate(memory: TreeMemory, node: number): void {
  const { nodes } = memory;
  let bestGain = 0;
  let best = NONE;
  for (let side = 0; side < 2; side++) {
    const child = childOf(memory, 2 * node + side);
    if (child < 0) continue;
    const now = size(nodes, BOX * (2 * node + side));
    const other = BOX * (2 * node + 1 - side);
    for (let grand = 0; grand < 2; grand++) {
      const gain = now - unionSize(nodes, other, BOX * (2 * child + 1 - grand));
      if (!(gain > bestGain)) continue;
      bestGain = gain;
      best = 2 * child + grand;
    }
  }
  if (best !== NONE) exchange(memory, best);
}

/** Swaps the grandchild in `slot` with its parent's sibling. */
function exchange(memory: TreeMemory, slot: number): void {
  const { nodes } = memory;
  const inner = parentOf(memory, slot >> 1); // the slot of the grandchild's parent
  const outer = inner ^ 1;
  const p = BOX * slot;
  const q = BOX * outer;
  for (let k = 0; k < BOX; k++) {
    if (k % MAX === 3) continue;
    const value = nodes[p + k];
    nodes[p + k] = nodes[q + k];
    nodes[q + k] = value;
  }
  const grandchild = childOf(memory, slot);
  setChild(memory, slot, childOf(memory, outer));
  setChild(memory, outer, grandchild);
  uniteInto(nodes, slot >> 1, inner);
}

/** Makes the box in `slot` the union of the children of `node`; returns whether it changed. */
export function uniteInto(nodes: Lanes, node: number, slot: number): boolean {
  const p = 2 * BOX * node;
  const q = p + BOX;
  const out = BOX * slot;
  let changed = false;
  for (let k = 0; k < 3; k++) {
    let min = nodes[p + k];
    let max = nodes[p + MAX + k];
    if (nodes[q + k] < min) min = nodes[q + k];
    if (nodes[q + MAX + k] > max) max = nodes[q + MAX + k];
    if (nodes[out + k] !== min || nodes[out + MAX + k] !== max) changed = true;
    nodes[out + k] = min;
    nodes[out + MAX + k] = max;
  }
  return changed;
}

/** The sum of the extents, as in `boxSize` of the mesh trees, so that flat boxes have a size too. */
function size(boxes: Lanes, p: number): number {
  return boxes[p + 4] - boxes[p] + (boxes[p + 5] - boxes[p + 1]) + (boxes[p + 6] - boxes[p + 2]);
}

function unionSize(nodes: Lanes, p: number, q: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let min = nodes[p + k];
    let max = nodes[p + MAX + k];
    if (nodes[q + k] < min) min = nodes[q + k];
    if (nodes[q + MAX + k] > max) max = nodes[q + MAX + k];
    sum += max - min;
  }
  return sum;
}

/** By how much the box at `p` would grow to include the one at `q` of `fat`. */
function growth(nodes: Lanes, p: number, fat: Lanes, q: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    if (fat[q + k] < nodes[p + k]) sum += nodes[p + k] - fat[q + k];
    if (fat[q + MAX + k] > nodes[p + MAX + k]) sum += fat[q + MAX + k] - nodes[p + MAX + k];
  }
  return sum;
}
