// A binary tree over boxes that come, go and move. Every inner node holds the boxes of both its children, so that a
// query reads one node for two tests:
//
//   node, 16 × f64:  box of child 0 (6)  box of child 1 (6)  child 0, child 1, up, – (i32 each)  – –
//
// A child is an inner node's number, or ~id for the box `id`. A slot, 2 · node + side, names one child's place; `up` is
// the slot of the node itself, NONE for the root.

export interface FatTree {
  /** An inner node, ~id while there is one box only, or EMPTY. */
  root: number;
  /** Boxes in the tree. */
  size: number;
  slots: Float64Array;
  /** The bytes of `slots` as integers. */
  links: Int32Array;
  /** The slot of each box, by id; NONE for a root, undefined for ids that are not in the tree. */
  leafSlots: Int32Array;
  /** Inner nodes that are not in use. */
  readonly freeNodes: number[];
  /** Inner nodes ever used. */
  nodeLimit: number;
  /** Boxes compared with nodes while the tree was changed. */
  comparisons: number;
}

export const NODE_STRIDE = 16;
export const LINK_STRIDE = 32;
export const CHILD = 24;
export const UP = 26;
/** Levels above a refitted box at which exchanges are tried; above a new one all are. */
const REFIT_LEVELS = 2;
const ALL_LEVELS = 0x7fffffff;
export const NONE = -1;
export const EMPTY = 0x7fffffff;

export function createFatTree(): FatTree {
  return { root: EMPTY, size: 0, ...emptyNodes(0), freeNodes: [], nodeLimit: 0, comparisons: 0 };
}

/** Where the box in a slot starts. */
export function boxOfSlot(slot: number): number {
  return NODE_STRIDE * (slot >> 1) + 6 * (slot & 1);
}

/** Makes room for `capacity` ids. */
export function reserve(tree: FatTree, capacity: number): void {
  if (tree.leafSlots.length >= capacity) return;
  const { slots, leafSlots } = tree;
  Object.assign(tree, emptyNodes(capacity));
  tree.slots.set(slots);
  tree.leafSlots.set(leafSlots);
}

function emptyNodes(capacity: number): Pick<FatTree, "slots" | "links" | "leafSlots"> {
  const slots = new Float64Array(NODE_STRIDE * capacity);
  return { slots, links: new Int32Array(slots.buffer), leafSlots: new Int32Array(capacity) };
}

/** Puts in the box `id`, which is at 6 · id of `fat`: beside the leaf that a descent by least growth ends at. */
export function insertLeaf(tree: FatTree, id: number, fat: Float64Array): void {
  tree.size++;
  if (tree.root === EMPTY) {
    tree.root = ~id;
    tree.leafSlots[id] = NONE;
    return;
  }
  const slot = findSibling(tree, id, fat);
  const sibling = slot === NONE ? tree.root : tree.links[LINK_STRIDE * (slot >> 1) + CHILD + (slot & 1)]!;
  const node = tree.freeNodes.pop() ?? tree.nodeLimit++;
  if (slot === NONE) {
    copyBox(fat, 6 * ~sibling, tree.slots, boxOfSlot(2 * node)); // the root is a leaf
    tree.root = node;
    tree.links[LINK_STRIDE * node + UP] = NONE;
  } else {
    copyBox(tree.slots, boxOfSlot(slot), tree.slots, boxOfSlot(2 * node));
    setChild(tree, slot, node);
  }
  setChild(tree, 2 * node, sibling);
  copyBox(fat, 6 * id, tree.slots, boxOfSlot(2 * node + 1));
  setChild(tree, 2 * node + 1, ~id);
  refitFrom(tree, 2 * node + 1, ALL_LEVELS);
}

export function removeLeaf(tree: FatTree, id: number): void {
  tree.size--;
  const slot = tree.leafSlots[id]!;
  if (slot === NONE) {
    tree.root = EMPTY;
    return;
  }
  const node = slot >> 1;
  const sibling = tree.links[LINK_STRIDE * node + CHILD + 1 - (slot & 1)]!;
  const up = tree.links[LINK_STRIDE * node + UP]!;
  tree.freeNodes.push(node);
  if (up === NONE) {
    tree.root = sibling;
    if (sibling < 0) tree.leafSlots[~sibling] = NONE;
    else tree.links[LINK_STRIDE * sibling + UP] = NONE;
    return;
  }
  copyBox(tree.slots, boxOfSlot(slot ^ 1), tree.slots, boxOfSlot(up));
  setChild(tree, up, sibling);
  refitFrom(tree, up, REFIT_LEVELS);
}

/** Gives the box `id` its place in the tree again after a short move; the structure changes by rotations only. */
export function refitLeaf(tree: FatTree, id: number, fat: Float64Array): void {
  const slot = tree.leafSlots[id]!;
  if (slot === NONE) return;
  copyBox(fat, 6 * id, tree.slots, boxOfSlot(slot));
  refitFrom(tree, slot, REFIT_LEVELS);
}

/** The slot of the leaf reached by always entering the child that would grow less; NONE when the root is a leaf. */
function findSibling(tree: FatTree, id: number, fat: Float64Array): number {
  const { slots, links } = tree;
  let node = tree.root;
  let slot = NONE;
  while (node >= 0) {
    tree.comparisons += 2;
    const at = NODE_STRIDE * node;
    const growth0 = growth(slots, at, fat, 6 * id);
    const growth1 = growth(slots, at + 6, fat, 6 * id);
    const side = growth0 < growth1 || (growth0 === growth1 && size(slots, at) <= size(slots, at + 6)) ? 0 : 1;
    slot = 2 * node + side;
    node = links[LINK_STRIDE * node + CHILD + side]!;
  }
  return slot;
}

/** The box in `slot` has changed: fits the boxes above, as far up as they change, and turns the lowest where that pays. */
function refitFrom(tree: FatTree, slot: number, turned: number): void {
  const { slots, links } = tree;
  for (let node = slot >> 1, level = 0; ; level++) {
    const up = links[LINK_STRIDE * node + UP]!;
    if (up === NONE) return;
    tree.comparisons++;
    if (!uniteInto(slots, NODE_STRIDE * node, NODE_STRIDE * node + 6, boxOfSlot(up))) return;
    node = up >> 1;
    if (level < turned) rotate(tree, node);
  }
}

/**
 * Exchanges a child of `node` with a grandchild on the other side when that makes the other child smaller; the best
 * of the four exchanges. The box of `node` itself stays.
 */
function rotate(tree: FatTree, node: number): void {
  const { slots, links } = tree;
  let bestGain = 0;
  let best = NONE;
  for (let side = 0; side < 2; side++) {
    const child = links[LINK_STRIDE * node + CHILD + side]!;
    if (child < 0) continue;
    const now = size(slots, boxOfSlot(2 * node + side));
    const other = boxOfSlot(2 * node + 1 - side);
    for (let grand = 0; grand < 2; grand++) {
      const gain = now - unionSize(slots, other, boxOfSlot(2 * child + 1 - grand));
      if (!(gain > bestGain)) continue;
      bestGain = gain;
      best = 2 * child + grand;
    }
  }
  if (best !== NONE) exchange(tree, node, best);
}

/** Exchanges the grandchild in `slot` with the child of `node` on the other side. */
function exchange(tree: FatTree, node: number, slot: number): void {
  const { slots, links } = tree;
  const inner = links[LINK_STRIDE * (slot >> 1) + UP]!; // the slot of the grandchild's parent
  const outer = inner ^ 1;
  const p = boxOfSlot(slot);
  const q = boxOfSlot(outer);
  for (let k = 0; k < 6; k++) {
    const value = slots[p + k]!;
    slots[p + k] = slots[q + k]!;
    slots[q + k] = value;
  }
  const grandchild = links[LINK_STRIDE * (slot >> 1) + CHILD + (slot & 1)]!;
  setChild(tree, slot, links[LINK_STRIDE * node + CHILD + (outer & 1)]!);
  setChild(tree, outer, grandchild);
  uniteInto(slots, NODE_STRIDE * (slot >> 1), NODE_STRIDE * (slot >> 1) + 6, boxOfSlot(inner));
}

export function setChild(tree: FatTree, slot: number, child: number): void {
  tree.links[LINK_STRIDE * (slot >> 1) + CHILD + (slot & 1)] = child;
  if (child < 0) tree.leafSlots[~child] = slot;
  else tree.links[LINK_STRIDE * child + UP] = slot;
}

function copyBox(from: Float64Array, p: number, to: Float64Array, q: number): void {
  for (let k = 0; k < 6; k++) to[q + k] = from[p + k]!;
}

/** Makes the box at `out` the union of those at `p` and `q`; says whether it changed. */
function uniteInto(slots: Float64Array, p: number, q: number, out: number): boolean {
  let changed = false;
  for (let k = 0; k < 3; k++) {
    let min = slots[p + k]!;
    let max = slots[p + k + 3]!;
    if (slots[q + k]! < min) min = slots[q + k]!;
    if (slots[q + k + 3]! > max) max = slots[q + k + 3]!;
    if (slots[out + k] !== min || slots[out + k + 3] !== max) changed = true;
    slots[out + k] = min;
    slots[out + k + 3] = max;
  }
  return changed;
}

/** The sum of the extents, as in `boxSize` of the mesh trees: flat boxes have a size, too. */
function size(boxes: Float64Array, p: number): number {
  return boxes[p + 3]! - boxes[p]! + (boxes[p + 4]! - boxes[p + 1]!) + (boxes[p + 5]! - boxes[p + 2]!);
}

function unionSize(slots: Float64Array, p: number, q: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let min = slots[p + k]!;
    let max = slots[p + k + 3]!;
    if (slots[q + k]! < min) min = slots[q + k]!;
    if (slots[q + k + 3]! > max) max = slots[q + k + 3]!;
    sum += max - min;
  }
  return sum;
}

/** By how much the box at `p` would grow if it had to hold the one at `q` of `fat`, too. */
function growth(slots: Float64Array, p: number, fat: Float64Array, q: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    if (fat[q + k]! < slots[p + k]!) sum += slots[p + k]! - fat[q + k]!;
    if (fat[q + k + 3]! > slots[p + k + 3]!) sum += fat[q + k + 3]! - slots[p + k + 3]!;
  }
  return sum;
}
