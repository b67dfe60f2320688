import { roundUp } from "../../numerics/outward.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "../../trees/layout.ts";
import {
  greater,
  lesser,
  type OrderedVertices,
  ordered,
  orderedVertices,
} from "../../trees/ordered-vertices.ts";

// The boxes of a tree and of its triangles as integers, for a descent that tests millions of them against each other.
// Whether two boxes overlap is random for the branch predictor; for integers it can be computed without a branch: two boxes
// are apart if and only if one of six differences, high − low, is negative. kernels/assembly/self-boxes.ts is the twin.
//
// The integers are f32 bits in the order of the floats (trees/ordered-vertices.ts), halved so that their differences do not
// overflow. Halving keeps the order and may map two neighbouring floats to one integer: boxes only grow. It rounds up, so
// that −0 and 0, two integers but one number, become equal: −1 and 0 are 0, 1 and 2 are 1.

// entry, 8 × i32: lowX lowY lowZ highX highY highZ | link | count
// nodes first, as in the tree; then one entry a slot, without link and count
const ENTRY = 8;

const halved = (order: number) => (order + 1) >> 1;

/** The boxes of all nodes and slots: in `memory` if they fit, otherwise in a new array. */
export function selfBoxes(tree: AabbTree, margin: number, memory: Int32Array): Int32Array {
  const { nodeCount, triangles } = tree;
  const entries = nodeCount + triangles.length;
  const boxes = memory.length < ENTRY * entries ? new Int32Array(ENTRY * entries) : memory;
  makeNodeBoxes(tree.links, boxes, AABB_STRIDE * nodeCount);
  makeSlotBoxes(tree.corners, orderedVertices(tree.mesh.positions, tree.origin), boxes, ENTRY * nodeCount);
  if (margin > 0) widen(boxes, entries, margin);
  return boxes;
}

function makeNodeBoxes(links: Int32Array, boxes: Int32Array, end: number): void {
  for (let at = 0; at < end; at += AABB_STRIDE) {
    boxes[at] = halved(ordered(links[at]));
    boxes[at + 1] = halved(ordered(links[at + 1]));
    boxes[at + 2] = halved(ordered(links[at + 2]));
    boxes[at + 3] = halved(ordered(links[at + 3]));
    boxes[at + 4] = halved(ordered(links[at + 4]));
    boxes[at + 5] = halved(ordered(links[at + 5]));
    boxes[at + AABB_LINK] = links[at + AABB_LINK];
    boxes[at + AABB_COUNT] = links[at + AABB_COUNT];
  }
}

function makeSlotBoxes(
  corners: Uint32Array,
  { low, high }: OrderedVertices,
  boxes: Int32Array,
  begin: number,
): void {
  let at = begin;
  for (let c = 0; c < corners.length; c += 3) {
    const u = 3 * corners[c];
    const v = 3 * corners[c + 1];
    const w = 3 * corners[c + 2];
    boxes[at] = halved(lesser(lesser(low[u], low[v]), low[w]));
    boxes[at + 1] = halved(lesser(lesser(low[u + 1], low[v + 1]), low[w + 1]));
    boxes[at + 2] = halved(lesser(lesser(low[u + 2], low[v + 2]), low[w + 2]));
    boxes[at + 3] = halved(greater(greater(high[u], high[v]), high[w]));
    boxes[at + 4] = halved(greater(greater(high[u + 1], high[v + 1]), high[w + 1]));
    boxes[at + 5] = halved(greater(greater(high[u + 2], high[v + 2]), high[w + 2]));
    at += ENTRY;
  }
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/**
 * Moves the upper bounds of the first `entries` boxes out by the margin. The lower bounds can stay, because each test compares a lower
 * bound with an upper one.
 */
export function widen(boxes: Int32Array, entries: number, margin: number): void {
  for (let at = 0; at < ENTRY * entries; at += ENTRY) {
    for (let k = at + 3; k < at + 6; k++) {
      // The larger of the two floats with this integer.
      bits[0] = ordered(2 * boxes[k]);
      float[0] = roundUp(float[0] + margin);
      boxes[k] = halved(ordered(bits[0]));
    }
  }
}
