import type { AabbTree } from "../../trees/layout.ts";
import {
  AABB_COUNT as COUNT,
  AABB_LINK as LINK,
  AABB_MAX as MAX,
  AABB_MIN as MIN,
  AABB_STRIDE as STRIDE,
} from "../../trees/layout.ts";
import { CENTRE, HALF, MOTION } from "./tree-frame.ts";
import type { TreeQuery } from "./tree-query.ts";

// The descent of one tree by a box that moves along a line: the leaves it passes, the nearer child first. The kernel for
// rays is kernels/assembly/ray-descent.ts.

/** Examines the triangles in slots of a tree. */
export type VisitSlots<Context> = (context: Context, tree: AabbTree, slot: number, count: number) => void;

/** Examines the triangles of a leaf, whose box is at nodes[at]. */
export type VisitLeaf<Context> = (
  context: Context,
  tree: AabbTree,
  slot: number,
  count: number,
  at: number,
) => void;

/** The moving box as needed for node tests, and the waiting nodes. */
export interface NodeSweep {
  /** Per axis: what is added to the bound of a node that is met first, to the other bound, and 1 / motion. */
  readonly box: Float64Array;
  /** Per axis: which of the node's bounds is met first, and which last. */
  readonly bounds: Int32Array;
  waiting: Int32Array;
  /** When the box enters each waiting node. */
  entries: Float64Array;
}

const BOX = 3;

export function createNodeSweep(): NodeSweep {
  return {
    box: new Float64Array(3 * BOX),
    bounds: new Int32Array(6),
    waiting: new Int32Array(128),
    entries: new Float64Array(128),
  };
}

/**
 * Visits the leaves whose boxes the query's moving box meets at a time in 0 … maxTime. Returns the number of box tests. The
 * visitor gets `context` and may lower maxTime.
 */
export function sweepNodes<Context>(
  { moving, maxTime, nodeSweep }: TreeQuery,
  tree: AabbTree,
  visit: VisitLeaf<Context>,
  context: Context,
): number {
  const { nodes, links } = tree;
  const { box, bounds } = nodeSweep;
  setBox(moving, box, bounds);
  reserveLevels(nodeSweep, tree.depth);
  const { waiting, entries } = nodeSweep;
  let boxTests = 1;
  if (!(enterNode(nodes, 0, box, bounds) <= maxTime[0])) return boxTests;
  let top = 0;
  let node = 0;
  for (;;) {
    const link = links[node + LINK];
    if (link >= 0) {
      const left = STRIDE * link;
      const right = left + STRIDE;
      const enterLeft = enterNode(nodes, left, box, bounds);
      const enterRight = enterNode(nodes, right, box, bounds);
      boxTests += 2;
      const isLeftFirst = enterLeft <= enterRight;
      const first = isLeftFirst ? enterLeft : enterRight;
      const second = isLeftFirst ? enterRight : enterLeft;
      if (first <= maxTime[0]) {
        if (second <= maxTime[0]) {
          waiting[top] = isLeftFirst ? right : left;
          entries[top++] = second;
        }
        node = isLeftFirst ? left : right;
        continue;
      }
    } else visit(context, tree, ~link, links[node + COUNT], node);
    do {
      if (top === 0) return boxTests;
      top--;
    } while (!(entries[top] <= maxTime[0]));
    node = waiting[top];
  }
}

/** Makes room for the waiting nodes. At most one sibling waits per level: a tree of depth d needs d places. */
export function reserveLevels(nodeSweep: NodeSweep, depth: number): void {
  if (nodeSweep.waiting.length >= depth + 1) return;
  nodeSweep.waiting = new Int32Array(2 * depth);
  nodeSweep.entries = new Float64Array(2 * depth);
}

/** Prepares `enterNode` for a moving box. */
export function setBox(moving: Float64Array, box: Float64Array, bounds: Int32Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const centre = moving[CENTRE + axis];
    const half = moving[HALF + axis];
    const inverse = 1 / moving[MOTION + axis];
    const isUpward = inverse > 0;
    bounds[2 * axis] = isUpward ? MIN + axis : MAX + axis;
    bounds[2 * axis + 1] = isUpward ? MAX + axis : MIN + axis;
    box[BOX * axis] = isUpward ? -half - centre : half - centre;
    box[BOX * axis + 1] = isUpward ? half - centre : -half - centre;
    box[BOX * axis + 2] = inverse;
  }
}

/**
 * The time at which the moving box first meets the node's box; infinity for never. Without motion on an axis, 1 / motion is infinite: the
 * bounds are met infinitely early and late, or the reverse if the boxes are apart there. 0 · ∞ is NaN and means that the boxes touch;
 * comparisons with NaN are false, as required.
 */
export function enterNode(nodes: Float32Array, node: number, box: Float64Array, bounds: Int32Array): number {
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

/**
 * The time at which the box `moving`, in the tree's frame, first meets the root's box; infinity for never. Does not need
 * `setBox`.
 */
export function enterRoot(nodes: Float32Array, moving: Float64Array): number {
  let enter = 0;
  let leave = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const half = moving[HALF + axis];
    const centre = moving[CENTRE + axis];
    const inverse = 1 / moving[MOTION + axis];
    const low = (nodes[MIN + axis] + (-half - centre)) * inverse;
    const high = (nodes[MAX + axis] + (half - centre)) * inverse;
    const first = inverse > 0 ? low : high;
    const last = inverse > 0 ? high : low;
    if (first > enter) enter = first;
    if (last < leave) leave = last;
  }
  return enter <= leave ? enter : Infinity;
}
