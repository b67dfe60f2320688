import type * as Layout from "../trees/layout.ts";
import type { AabbTree } from "../trees/layout.ts";
import type * as Frame from "./tree-frame.ts";

// The descent of one tree by a box that moves along a line: which leaves it passes, the nearer child first.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const STRIDE = 8 satisfies typeof Layout.AABB_STRIDE;
const MIN = 0 satisfies typeof Layout.AABB_MIN;
const MAX = 3 satisfies typeof Layout.AABB_MAX;
const LINK = 6 satisfies typeof Layout.AABB_LINK;
const COUNT = 7 satisfies typeof Layout.AABB_COUNT;
const CENTRE = 0 satisfies typeof Frame.CENTRE;
const HALF = 3 satisfies typeof Frame.HALF;
const MOTION = 6 satisfies typeof Frame.MOTION;

/** Looks at the triangles of a leaf; true ends the descent. */
export type VisitLeaf = (tree: AabbTree, slot: number, count: number) => boolean;

// per axis: centre, half extent, motion, 1 / motion
const BOX = 4;
const box = new Float64Array(3 * BOX);
let waiting = new Int32Array(128);
let entries = new Float64Array(128);

/**
 * Visits the leaves whose boxes the moving box `moving` (in the tree's frame) meets at a time in 0 … limit[0]. The visitor
 * may lower the limit. Returns the number of box tests.
 */
export function sweepNodes(
  tree: AabbTree,
  moving: Float64Array,
  limit: Float64Array,
  visit: VisitLeaf,
): number {
  const { nodes, links } = tree;
  setBox(moving);
  // One sibling waits for every level above: a tree of depth d needs d places.
  if (waiting.length < tree.depth + 1) {
    waiting = new Int32Array(2 * tree.depth);
    entries = new Float64Array(2 * tree.depth);
  }
  let boxTests = 1;
  if (!(enterNode(nodes, 0) <= limit[0]!)) return boxTests;
  let top = 0;
  let node = 0;
  for (;;) {
    const link = links[node + LINK]!;
    if (link >= 0) {
      const left = STRIDE * link;
      const right = left + STRIDE;
      const enterLeft = enterNode(nodes, left);
      const enterRight = enterNode(nodes, right);
      boxTests += 2;
      const isLeftFirst = enterLeft <= enterRight;
      const first = isLeftFirst ? enterLeft : enterRight;
      const second = isLeftFirst ? enterRight : enterLeft;
      if (first <= limit[0]!) {
        if (second <= limit[0]!) {
          waiting[top] = isLeftFirst ? right : left;
          entries[top++] = second;
        }
        node = isLeftFirst ? left : right;
        continue;
      }
    } else if (visit(tree, ~link, links[node + COUNT]!)) return boxTests;
    do {
      if (top === 0) return boxTests;
      top--;
    } while (!(entries[top]! <= limit[0]!));
    node = waiting[top]!;
  }
}

function setBox(moving: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    box[BOX * axis] = moving[CENTRE + axis]!;
    box[BOX * axis + 1] = moving[HALF + axis]!;
    box[BOX * axis + 2] = moving[MOTION + axis]!;
    box[BOX * axis + 3] = 1 / moving[MOTION + axis]!;
  }
}

/** When the moving box first meets the node's box; infinity for never. */
function enterNode(nodes: Float32Array, node: number): number {
  let enter = 0;
  let leave = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const at = BOX * axis;
    const low = nodes[node + MIN + axis]! - box[at + 1]! - box[at]!;
    const high = nodes[node + MAX + axis]! + box[at + 1]! - box[at]!;
    if (box[at + 2] === 0) {
      if (low > 0 || high < 0) return Infinity;
      continue;
    }
    const pace = box[at + 3]!;
    // 0 · ∞ is no number and decides nothing: comparisons with it are false.
    const t1 = pace > 0 ? low * pace : high * pace;
    const t2 = pace > 0 ? high * pace : low * pace;
    if (t1 > enter) enter = t1;
    if (t2 < leave) leave = t2;
  }
  return enter <= leave ? enter : Infinity;
}
