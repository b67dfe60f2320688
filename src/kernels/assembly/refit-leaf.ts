// Twins: refitFrom and rotate in broadphase/dynamic-tree/fat-tree.ts.
import {
  CHILD, FETCHED, F32_BOX_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, PARENT, REFIT_LEVELS, TREE_NODE_BYTES, TREE_NODE_SHIFT,
} from "../broadphase-memory-map";
import { keepInteger, unionMax, unionMin } from "./f32-boxes";

const OTHER_MAX: usize = F32_BOX_BYTES + F32_BOX_MAX;

/** Leaves whose nodes are read ahead together: 256 bytes of the list. */
const FETCHED_LEAVES: usize = 256;

/** Refits the tree after the boxes of the places at `from` to `end` have changed, one by one; returns the number of levels of all. */
export function refitLeaves(from: usize, end: usize, nodes: usize, leafSlots: usize): i32 {
  let levels = 0;
  let fetched = from;
  for (; from < end; from += 4) {
    if (from == fetched) fetched = fetchNodesAbove(from, min(from + FETCHED_LEAVES, end), nodes, leafSlots);
    const slot = slotAt(from, leafSlots);
    if (slot >= 0) levels += refitLeaf(slot, nodes, leafSlots);
  }
  return levels;
}

/**
 * Reads the nodes with the listed leaves, and the two nodes above each, into the cache: unlike the refits, these reads do not wait for each other.
 * Returns `end`.
 */
function fetchNodesAbove(from: usize, end: usize, nodes: usize, leafSlots: usize): usize {
  let sum = 0;
  for (; from < end; from += 4) {
    const parent = load<i32>(nodeAt(nodes, max(slotAt(from, leafSlots), 0) >> 1), PARENT);
    const above = load<i32>(nodeAt(nodes, max(parent, 0) >> 1), PARENT);
    sum += load<i32>(nodeAt(nodes, max(above, 0) >> 1));
  }
  store<i32>(FETCHED, sum); // otherwise the compiler would drop the reads
  return end;
}

@inline function slotAt(place: usize, leafSlots: usize): i32 {
  return load<i32>(leafSlots + (<usize>load<u32>(place) << 2));
}

/**
 * Refits the tree after the box in `slot` has changed: fits the boxes above, as far up as they change, and rotates the lowest nodes if that
 * pays. Returns the number of levels.
 */
function refitLeaf(slot: i32, nodes: usize, leafSlots: usize): i32 {
  for (let levels = 0; ; ) {
    const node = nodeAt(nodes, slot >> 1);
    const parent = load<i32>(node, PARENT);
    if (parent < 0) return levels;
    levels++;
    const at = nodes + (parent << F32_BOX_SHIFT);
    const oldMin = v128.load(at);
    const oldMax = v128.load(at, F32_BOX_MAX);
    const min = keepInteger(unionMin(node), oldMin);
    const max = keepInteger(unionMax(node), oldMax);
    if (i32x4.bitmask(v128.and(i32x4.eq(min, oldMin), i32x4.eq(max, oldMax))) == 0b1111) return levels;
    v128.store(at, min);
    v128.store(at, max, F32_BOX_MAX);
    slot = parent;
    if (levels <= REFIT_LEVELS) rotate(nodeAt(nodes, parent >> 1), nodes, leafSlots);
  }
  return 0;
}

/**
 * Swaps a child of `node` with a grandchild on the other side if that makes the other child smaller; the best of the four swaps. The box of
 * `node` itself stays.
 */
function rotate(node: usize, nodes: usize, leafSlots: usize): void {
  const min0 = v128.load(node), max0 = v128.load(node, F32_BOX_MAX);
  const min1 = v128.load(node, F32_BOX_BYTES), max1 = v128.load(node, OTHER_MAX);
  const link0 = i32x4.extract_lane(min0, 3);
  const link1 = i32x4.extract_lane(min1, 3);
  let bestGain: f32 = 0;
  let slot: usize = 0; // of the grandchild to swap, 0 for none
  let inner: usize = 0; // of the grandchild's parent
  if (link0 >= 0) {
    const child = nodeAt(nodes, link0);
    const first = gainWithout(min0, max0, min1, max1, child + F32_BOX_BYTES);
    if (first > bestGain) {
      bestGain = first;
      slot = child;
      inner = node;
    }
    const second = gainWithout(min0, max0, min1, max1, child);
    if (second > bestGain) {
      bestGain = second;
      slot = child + F32_BOX_BYTES;
      inner = node;
    }
  }
  if (link1 >= 0) {
    const child = nodeAt(nodes, link1);
    const first = gainWithout(min1, max1, min0, max0, child + F32_BOX_BYTES);
    if (first > bestGain) {
      bestGain = first;
      slot = child;
      inner = node + F32_BOX_BYTES;
    }
    const second = gainWithout(min1, max1, min0, max0, child);
    if (second > bestGain) {
      bestGain = second;
      slot = child + F32_BOX_BYTES;
      inner = node + F32_BOX_BYTES;
    }
  }
  if (slot != 0) exchange(slot, inner, nodes, leafSlots);
}

/** How much smaller a child becomes if it holds the other child and `stays`, instead of both its children. */
@inline function gainWithout(min: v128, max: v128, otherMin: v128, otherMax: v128, stays: usize): f32 {
  const unionLow = f32x4.pmin(otherMin, v128.load(stays));
  const unionHigh = f32x4.pmax(otherMax, v128.load(stays, F32_BOX_MAX));
  const gains = f32x4.sub(f32x4.sub(max, min), f32x4.sub(unionHigh, unionLow));
  return f32x4.extract_lane(gains, 0) + f32x4.extract_lane(gains, 1) + f32x4.extract_lane(gains, 2);
}

/** Swaps the grandchild in `slot`, whose parent is in the slot `inner`, with its parent's sibling. Slots are addresses. */
@inline function exchange(slot: usize, inner: usize, nodes: usize, leafSlots: usize): void {
  const outer = inner ^ F32_BOX_BYTES; // nodes are aligned to their size
  const min = v128.load(slot);
  v128.store(slot, v128.load(outer)); // including the child
  v128.store(outer, min);
  const max = v128.load(slot, F32_BOX_MAX);
  const outerMax = v128.load(outer, F32_BOX_MAX);
  v128.store(slot, keepInteger(outerMax, max), F32_BOX_MAX);
  v128.store(outer, keepInteger(max, outerMax), F32_BOX_MAX);
  linkChild(slot, nodes, leafSlots);
  linkChild(outer, nodes, leafSlots);
  const node = slot & ~(TREE_NODE_BYTES - 1);
  v128.store(inner, keepInteger(unionMin(node), v128.load(inner)));
  v128.store(inner, keepInteger(unionMax(node), v128.load(inner, F32_BOX_MAX)), F32_BOX_MAX);
}

/** Updates the parent link of the child that is now in the slot at an address. */
@inline function linkChild(slot: usize, nodes: usize, leafSlots: usize): void {
  const link = load<i32>(slot, CHILD);
  const at = select<usize>(leafSlots + (~link << 2), nodeAt(nodes, link) + PARENT, link < 0);
  store<i32>(at, i32((slot - nodes) >>> F32_BOX_SHIFT));
}

@inline function nodeAt(nodes: usize, node: i32): usize {
  return nodes + (node << TREE_NODE_SHIFT);
}
