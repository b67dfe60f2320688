import type { AabbTree, ObbTree, RTree } from "../../trees/layout.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_STRIDE,
  OBB_AXES,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
} from "../../trees/layout.ts";
import { type NearestToPoint, testLeaf } from "./nearest-to-point.ts";
import { reserveWaiting, type WaitingPairs } from "./waiting-pairs.ts";
import { ANY_AXIS } from "./world-metric.ts";

// The descent of one tree towards a point: the nearer child first, and no child farther than the best found.

/** The working state of a query. Every query of a thread reuses one. */
export interface PointQuery {
  /** The mesh's pose, and the relative pose from the world to the model's space. */
  readonly toWorld: Float64Array;
  readonly worldToModel: Float64Array;
  /** The point in the model's space, relative to the tree's origin. */
  readonly point: Float64Array;
  /** The error of this point along any axis. */
  margin: number;
  /** Lengths in the world, by `setWorldMetric`. */
  readonly metric: Float64Array;
  boxTests: number;
  /** The count of exact tests at the start of the query. */
  exactBefore: number;
  readonly search: NearestToPoint;
  readonly waiting: WaitingPairs;
}

export function descendAabbToPoint(tree: AabbTree | RTree, query: PointQuery): void {
  const { nodes, links } = tree;
  const { margin, point, metric, search, waiting } = query;
  const best = search.bound;
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const weightX = metric[0];
  const weightY = metric[1];
  const weightZ = metric[2];
  const isBinary = tree.kind === "aabb";
  const most = tree.kind === "aabb" ? 2 : tree.maxChildren;
  reserveWaiting(waiting, tree.depth * (most - 1) + 1); // a step takes one node and adds at most `most`, one level deeper
  const stack = waiting.a;
  const squares = waiting.squares;
  stack[0] = 0;
  squares[0] = 0;
  let top = 1;
  let boxTests = 0;
  while (top > 0) {
    top--;
    if (squares[top] > best[0]) continue;
    const at = stack[top];
    const link = links[at | AABB_LINK];
    if (link < 0) {
      testLeaf(search, tree, ~link, links[at | AABB_COUNT]);
      continue;
    }
    const count = isBinary ? 2 : links[at | AABB_COUNT];
    boxTests += count;
    const begin = top;
    const end = AABB_STRIDE * (link + count);
    for (let child = AABB_STRIDE * link; child < end; child += AABB_STRIDE) {
      const gapX = outside(x, nodes[child], nodes[child | 3]) - margin;
      const gapY = outside(y, nodes[child | 1], nodes[child | 4]) - margin;
      const gapZ = outside(z, nodes[child | 2], nodes[child | 5]) - margin;
      let square = 0;
      if (gapX > 0) square += weightX * gapX * gapX;
      if (gapY > 0) square += weightY * gapY * gapY;
      if (gapZ > 0) square += weightZ * gapZ * gapZ;
      if (square > best[0]) continue;
      top = push(stack, squares, begin, top, child, square);
    }
  }
  query.boxTests = boxTests;
}

export function descendObbToPoint(tree: ObbTree, query: PointQuery): void {
  const { nodes, links } = tree;
  const { search, waiting } = query;
  const best = search.bound;
  const weight = query.metric[ANY_AXIS];
  reserveWaiting(waiting, tree.depth + 1); // a step takes one node and adds two, one level deeper
  const stack = waiting.a;
  const squares = waiting.squares;
  stack[0] = 0;
  squares[0] = 0;
  let top = 1;
  let boxTests = 0;
  while (top > 0) {
    top--;
    if (squares[top] > best[0]) continue;
    const node = stack[top];
    const link = links[OBB_LINK_STRIDE * node + OBB_LINK];
    if (link < 0) {
      testLeaf(search, tree, ~link, links[OBB_LINK_STRIDE * node + OBB_COUNT]);
      continue;
    }
    boxTests += 2;
    const begin = top;
    for (let child = link; child < link + 2; child++) {
      const square = obbGapSquare(nodes, OBB_STRIDE * child, query, weight);
      if (square > best[0]) continue;
      top = push(stack, squares, begin, top, child, square);
    }
  }
  query.boxTests = boxTests;
}

/** Inserts a node among those that a step has added since `begin`, the nearest on top; returns the new height. */
function push(
  stack: Int32Array,
  squares: Float64Array,
  begin: number,
  top: number,
  node: number,
  square: number,
): number {
  let at = top;
  for (; at > begin && squares[at - 1] < square; at--) {
    stack[at] = stack[at - 1];
    squares[at] = squares[at - 1];
  }
  stack[at] = node;
  squares[at] = square;
  return top + 1;
}

/** How far x is outside low … high; negative inside. */
function outside(x: number, low: number, high: number): number {
  return Math.abs(x - 0.5 * (low + high)) - 0.5 * (high - low);
}

/** The square of the gap in the world. In the model's space it may overflow, so the weight is multiplied first. */
function obbGapSquare(
  nodes: Float64Array,
  at: number,
  { point, margin }: PointQuery,
  weight: number,
): number {
  const x = point[0] - nodes[at];
  const y = point[1] - nodes[at + 1];
  const z = point[2] - nodes[at + 2];
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const axis = at + OBB_AXES + 3 * k;
    const along = Math.abs(nodes[axis] * x + nodes[axis + 1] * y + nodes[axis + 2] * z);
    const gap = along - nodes[at + OBB_HALF + k] - margin;
    if (gap > 0) square += weight * gap * gap;
  }
  return square;
}
