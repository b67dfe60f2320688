import {
  AABB_COUNT as COUNT,
  AABB_LINK as LINK,
  type RTree,
  AABB_STRIDE as STRIDE,
} from "../../trees/layout.ts";
import { OVERLAP } from "../stats.ts";
import type { FoundSlots } from "./descend-box.ts";

// `DescendRtree(BV(A), OAABB, AABB(T(B)))` of Figueiredo 2009, Figure 4, with a stack instead of recursion. A node of a is tested against
// the OAABB and, if they meet, against the box of a triangle of b. Both tests count, as in the paper.

/** Finds the triangles of `tree` whose boxes meet both boxes, which are in the tree's space, relative to its origin. */
export function descendTwoBoxes(
  tree: RTree,
  oaabb: Float64Array,
  box: Float64Array,
  exits: Uint32Array,
  found: FoundSlots,
): void {
  const { nodes, links } = tree;
  // A step takes one node and adds at most maxChildren, one level deeper.
  const room = tree.depth * tree.maxChildren;
  if (found.stack.length < room) found.stack = new Int32Array(room);
  const { stack } = found;
  found.count = 0;
  let slots = found.slots;
  let count = 0;
  let top = 0;
  let first = 0; // the nodes to test next: the root, then the children of one node at a time
  let end = 1;
  for (;;) {
    if (slots.length < count + (end - first)) {
      found.slots = new Int32Array(2 * slots.length + (end - first));
      found.slots.set(slots);
      slots = found.slots;
    }
    for (let node = first; node < end; node++) {
      const at = STRIDE * node;
      const apart = separatingAxis(nodes, at, oaabb);
      exits[apart]++;
      if (apart !== OVERLAP) continue;
      const axis = separatingAxis(nodes, at, box);
      exits[axis]++;
      if (axis !== OVERLAP) continue;
      if (links[at + LINK] < 0) slots[count++] = node;
      else stack[top++] = at;
    }
    if (top === 0) break;
    const at = stack[--top];
    first = links[at + LINK];
    end = first + links[at + COUNT];
  }
  found.count = count;
}

/** The axis of a's space that separates a node from a box, or OVERLAP. */
function separatingAxis(nodes: Float32Array, at: number, box: Float64Array): number {
  if (nodes[at] > box[3] || nodes[at + 3] < box[0]) return 0;
  if (nodes[at + 1] > box[4] || nodes[at + 4] < box[1]) return 1;
  if (nodes[at + 2] > box[5] || nodes[at + 5] < box[2]) return 2;
  return OVERLAP;
}
