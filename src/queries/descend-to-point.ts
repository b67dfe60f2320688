import {
  AABB_COUNT,
  AABB_LINK,
  AABB_MAX,
  AABB_MIN,
  AABB_STRIDE,
  type AabbTree,
  OBB_AXES,
  OBB_CENTRE,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
  type ObbTree,
} from "../trees/layout.ts";
import { nearBounds, nearNodes, roomInNearStack } from "./near-stack.ts";
import { bound, nearPoint } from "./nearest-pairs.ts";

// The descent of one tree towards a point: the nearer child first, and none that is farther than the best found.

export interface PointDescent {
  /** The point in the model's space, from the tree's origin. */
  readonly point: Float64Array;
  /** What it may be off by along any axis. */
  margin: number;
  /** What lengths are in the world, by `setWorldMetric`. */
  readonly metric: Float64Array;
  boxTests: number;
}

type GapSquare = (nodes: Float32Array | Float64Array, node: number, descent: PointDescent) => number;

export function descendAabbToPoint(tree: AabbTree, descent: PointDescent): void {
  descend(tree, AABB_STRIDE, AABB_LINK, AABB_COUNT, aabbGapSquare, descent);
}

export function descendObbToPoint(tree: ObbTree, descent: PointDescent): void {
  descend(tree, OBB_LINK_STRIDE, OBB_LINK, OBB_COUNT, obbGapSquare, descent);
}

function descend(
  tree: AabbTree | ObbTree,
  stride: number,
  linkWord: number,
  countWord: number,
  gapSquare: GapSquare,
  descent: PointDescent,
): void {
  const { nodes, links } = tree;
  // A step takes one node and adds two, a level deeper.
  roomInNearStack(tree.depth + 1);
  const stack = nearNodes.a;
  const squares = nearBounds.squares;
  stack[0] = 0;
  squares[0] = 0;
  let top = 1;
  let boxTests = 0;
  while (top > 0) {
    top--;
    if (squares[top]! > bound[0]!) continue;
    const node = stack[top]!;
    const link = links[stride * node + linkWord]!;
    if (link < 0) {
      nearPoint(tree, ~link, links[stride * node + countWord]!);
      continue;
    }
    boxTests += 2;
    const first = gapSquare(nodes, link, descent);
    const second = gapSquare(nodes, link + 1, descent);
    const isFirstNearer = first <= second;
    stack[top] = isFirstNearer ? link + 1 : link;
    squares[top++] = isFirstNearer ? second : first;
    stack[top] = isFirstNearer ? link : link + 1;
    squares[top++] = isFirstNearer ? first : second;
  }
  descent.boxTests = boxTests;
}

function aabbGapSquare(nodes: Float32Array | Float64Array, node: number, descent: PointDescent): number {
  const { point, margin, metric } = descent;
  const at = AABB_STRIDE * node;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const middle = (nodes[at + AABB_MIN + k]! + nodes[at + AABB_MAX + k]!) / 2;
    const half = (nodes[at + AABB_MAX + k]! - nodes[at + AABB_MIN + k]!) / 2;
    const gap = Math.abs(point[k]! - middle) - half - margin;
    if (gap > 0) square += metric[k]! * gap * gap;
  }
  return square;
}

function obbGapSquare(nodes: Float32Array | Float64Array, node: number, descent: PointDescent): number {
  const { point, margin, metric } = descent;
  const at = OBB_STRIDE * node;
  const x = point[0]! - nodes[at + OBB_CENTRE]!;
  const y = point[1]! - nodes[at + OBB_CENTRE + 1]!;
  const z = point[2]! - nodes[at + OBB_CENTRE + 2]!;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const axis = at + OBB_AXES + 3 * k;
    const along = Math.abs(nodes[axis]! * x + nodes[axis + 1]! * y + nodes[axis + 2]! * z);
    const gap = along - nodes[at + OBB_HALF + k]! - margin;
    if (gap > 0) square += gap * gap;
  }
  return metric[3]! * square;
}
