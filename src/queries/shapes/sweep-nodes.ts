import type * as Layout from "../../trees/layout.ts";
import type { AabbTree } from "../../trees/layout.ts";
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

// per axis: what is added to the node's bound that is met first, to the other one, and 1 / motion
const BOX = 3;
const box = new Float64Array(3 * BOX);
// per axis: which of the node's bounds is met first, and which last
const bounds = new Int32Array(6);
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
  if (!(enterNode(nodes, 0) <= limit[0])) return boxTests;
  let top = 0;
  let node = 0;
  for (;;) {
    const link = links[node + LINK];
    if (link >= 0) {
      const left = STRIDE * link;
      const right = left + STRIDE;
      const enterLeft = enterNode(nodes, left);
      const enterRight = enterNode(nodes, right);
      boxTests += 2;
      const isLeftFirst = enterLeft <= enterRight;
      const first = isLeftFirst ? enterLeft : enterRight;
      const second = isLeftFirst ? enterRight : enterLeft;
      if (first <= limit[0]) {
        if (second <= limit[0]) {
          waiting[top] = isLeftFirst ? right : left;
          entries[top++] = second;
        }
        node = isLeftFirst ? left : right;
        continue;
      }
    } else if (visit(tree, ~link, links[node + COUNT])) return boxTests;
    do {
      if (top === 0) return boxTests;
      top--;
    } while (!(entries[top] <= limit[0]));
    node = waiting[top];
  }
}

function setBox(moving: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const centre = moving[CENTRE + axis];
    const half = moving[HALF + axis];
    const pace = 1 / moving[MOTION + axis];
    const isUpward = pace > 0;
    bounds[2 * axis] = isUpward ? MIN + axis : MAX + axis;
    bounds[2 * axis + 1] = isUpward ? MAX + axis : MIN + axis;
    box[BOX * axis] = isUpward ? -half - centre : half - centre;
    box[BOX * axis + 1] = isUpward ? half - centre : -half - centre;
    box[BOX * axis + 2] = pace;
  }
}

/**
 * When the moving box first meets the node's box; infinity for never. Without motion on an axis, pace is infinite: the bounds
 * are met infinitely early and late, or the other way round when the boxes are apart there. Where 0 · ∞ comes out, which
 * is no number, they touch, and comparisons with it are false, as they should be.
 */
function enterNode(nodes: Float32Array, node: number): number {
  const x1 = (nodes[node + bounds[0]] + box[0]) * box[2];
  const x2 = (nodes[node + bounds[1]] + box[1]) * box[2];
  const y1 = (nodes[node + bounds[2]] + box[3]) * box[5];
  const y2 = (nodes[node + bounds[3]] + box[4]) * box[5];
  const z1 = (nodes[node + bounds[4]] + box[6]) * box[8];
  const z2 = (nodes[node + bounds[5]] + box[7]) * box[8];
  let enter = x1 > 0 ? x1 : 0;
  if (y1 > enter) enter = y1;
  if (z1 > enter) enter = z1;
  let leave = x2 < Infinity ? x2 : Infinity;
  if (y2 < leave) leave = y2;
  if (z2 < leave) leave = z2;
  return enter <= leave ? enter : Infinity;
}
