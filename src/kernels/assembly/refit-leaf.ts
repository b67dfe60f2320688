// Twins: refitFrom and rotate in broadphase/dynamic-tree/fat-tree.ts.
import {
  AHEAD, CHILD, F32_BOX_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, NODES_AHEAD, PARENT, REFIT_LEVELS, TREE_NODE_BYTES, TREE_NODE_SHIFT,
} from "../broadphase-memory-map";
import { keepInteger, unionMax, unionMin } from "./f32-boxes";

const OTHER_MAX: usize = F32_BOX_BYTES + F32_BOX_MAX;

/** Bytes of the list of leaves whose nodes are read ahead together, before the leaves are written. */
const LEAVES_AHEAD: usize = 4 * NODES_AHEAD;
/** Levels above a leaf that are read ahead. */
const LEVELS_AHEAD = 8;

/**
 * Writes the fat boxes of the places at `from` to `end` to their leaves, then refits the tree above one after the other; returns the number of
 * levels of all. All boxes are written first, because these writes do not wait for each other.
 */
export function refitLeaves(from: usize, end: usize, nodes: usize, leafSlots: usize, fat: usize): i32 {
  for (let at = from; at < end; ) {
    const to = min(at + LEAVES_AHEAD, end);
    fetchNodesAbove(at, to, nodes, leafSlots);
    for (; at < to; at += 4) writeLeaf(load<u32>(at), nodes, leafSlots, fat);
  }
  let levels = 0;
  for (; from < end; from += 4) {
    const slot = slotOf(load<u32>(from), leafSlots);
    if (slot >= 0) levels += refitLeaf(slot, nodes, leafSlots);
  }
  return levels;
}

@inline function writeLeaf(place: usize, nodes: usize, leafSlots: usize, fat: usize): void {
  const slot = slotOf(place, leafSlots);
  if (slot < 0) return;
  const box = fat + (place << F32_BOX_SHIFT);
  const at = nodes + (<usize>slot << F32_BOX_SHIFT);
  v128.store(at, keepInteger(v128.load(box), v128.load(at)));
  v128.store(at, keepInteger(v128.load(box, F32_BOX_MAX), v128.load(at, F32_BOX_MAX)), F32_BOX_MAX);
}

/** Reads the lowest nodes above the listed leaves into the cache, level by level: unlike the refits, these reads do not wait for each other. */
function fetchNodesAbove(from: usize, end: usize, nodes: usize, leafSlots: usize): void {
  let to: usize = AHEAD;
  for (; from < end; from += 4, to += 4) store<i32>(to, slotOf(load<u32>(from), leafSlots));
  for (let level = 0; level < LEVELS_AHEAD; level++)
    for (let at: usize = AHEAD; at < to; at += 4) {
      const slot = load<i32>(at);
      store<i32>(at, load<i32>(nodeAt(nodes, max(slot, 0) >> 1), PARENT)); // the root's instead of none
    }
}

@inline function slotOf(place: usize, leafSlots: usize): i32 {
  return load<i32>(leafSlots + (place << 2));
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
