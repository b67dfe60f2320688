// Twins: refitPlain, fitAbove and rotate in broadphase/dynamic-tree/fat-tree.ts.
import {
  CHILD, F32_BOX_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, PARENT, TREE_NODE_BYTES, TREE_NODE_SHIFT,
} from "../broadphase-memory-map";
import { keepInteger, unionMax, unionMin } from "./f32-boxes";

const OTHER_MAX: usize = F32_BOX_BYTES + F32_BOX_MAX;

/**
 * Writes the fat boxes of the places at `from` to `end` to their leaves, then fits the boxes above, level by level for all leaves together: what
 * one leaf changes does not wait for another. Last, the lowest levels are rotated. `slots` has room for a slot of each place, `changed` for
 * two. Returns the number of fits.
 */
export function refitLeaves(from: usize, end: usize, nodes: usize, leafSlots: usize, fat: usize, slots: usize, changed: usize): i32 {
  let slotsEnd = slots;
  for (; from < end; from += 4) {
    const place = load<u32>(from);
    const slot = load<i32>(leafSlots + (<usize>place << 2));
    if (slot < 0) continue;
    writeLeaf(place, slot, nodes, fat);
    store<i32>(slotsEnd, slot);
    slotsEnd += 4;
  }
  const firstEnd = fitAbove(slots, slotsEnd, changed, nodes);
  const secondEnd = fitAbove(changed, firstEnd, firstEnd, nodes);
  let fitted = slotsEnd - slots + secondEnd - changed;
  for (let at = firstEnd, to = secondEnd; at < to; at = slots) {
    to = fitAbove(at, to, slots, nodes);
    fitted += to - slots;
  }
  for (let at = changed; at < secondEnd; at += 4) rotate(nodeAt(nodes, load<i32>(at) >> 1), nodes, leafSlots);
  return i32(fitted >> 2);
}

@inline function writeLeaf(place: usize, slot: i32, nodes: usize, fat: usize): void {
  const box = fat + (place << F32_BOX_SHIFT);
  const at = slotAt(nodes, slot);
  v128.store(at, keepInteger(v128.load(box), v128.load(at)));
  v128.store(at, keepInteger(v128.load(box, F32_BOX_MAX), v128.load(at, F32_BOX_MAX)), F32_BOX_MAX);
}

/**
 * Fits the boxes one level above those in the slots at `from` to `end`, and lists the slots of those that changed at `to`, which may be `from`;
 * returns the end of the list. There is no branch on whether a box changed.
 */
function fitAbove(from: usize, end: usize, to: usize, nodes: usize): usize {
  for (; from < end; from += 4) {
    const node = nodeAt(nodes, load<i32>(from) >> 1);
    const parent = load<i32>(node, PARENT);
    if (parent < 0) continue; // the root
    const at = slotAt(nodes, parent);
    const oldMin = v128.load(at);
    const oldMax = v128.load(at, F32_BOX_MAX);
    const min = keepInteger(unionMin(node), oldMin);
    const max = keepInteger(unionMax(node), oldMax);
    v128.store(at, min);
    v128.store(at, max, F32_BOX_MAX);
    store<i32>(to, parent);
    to += 4 * usize(i32x4.bitmask(v128.and(i32x4.eq(min, oldMin), i32x4.eq(max, oldMax))) != 0b1111);
  }
  return to;
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

@inline function slotAt(nodes: usize, slot: i32): usize {
  return nodes + (slot << F32_BOX_SHIFT);
}

@inline function nodeAt(nodes: usize, node: i32): usize {
  return nodes + (node << TREE_NODE_SHIFT);
}
