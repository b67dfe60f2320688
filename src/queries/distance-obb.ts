import type * as Pose from "../geometry/relative-pose-layout.ts";
import type * as Layout from "../trees/layout.ts";
import { boxSize, type ObbTree } from "../trees/layout.ts";
import type { DistanceDescent } from "./distance-query.ts";
import { nearBounds, nearNodes, roomInNearStack } from "./near-stack.ts";
import { bound, leavesWithin, nearLeaves } from "./nearest-pairs.ts";

// The descent of two OBB trees for a distance, by the rules of `descendAabbForDistance`. The gaps are taken along the
// axes of a's box, then of b's.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const OBB_STRIDE = 16 satisfies typeof Layout.OBB_STRIDE;
const OBB_HALF = 3 satisfies typeof Layout.OBB_HALF;
const OBB_AXES = 6 satisfies typeof Layout.OBB_AXES;
const OBB_LINK_STRIDE = 32 satisfies typeof Layout.OBB_LINK_STRIDE;
const OBB_LINK = 30 satisfies typeof Layout.OBB_LINK;
const OBB_COUNT = 31 satisfies typeof Layout.OBB_COUNT;
const M = 0 satisfies typeof Pose.M;
const C = 9 satisfies typeof Pose.C;
const MARGIN_A = 39 satisfies typeof Pose.MARGIN_A;
const SCALE = 41 satisfies typeof Pose.SCALE;

const BOTH_RATIO = 2;
/** The factor of a world metric for squares along any axes. */
const ANY_AXES = 3;

// A box as the other side sees it: centre (3), half edges (3 × 3)
const MOVED = 12;
const movedA = new Float64Array(2 * MOVED);
const movedB = new Float64Array(2 * MOVED);

/** Whether a pair within the clearance was found, for a query that looks for one; otherwise false. */
export function descendObbForDistance(a: ObbTree, b: ObbTree, descent: DistanceDescent): boolean {
  const { bToA, aToB, clearance } = descent;
  const weightA = descent.metricA[ANY_AXES]!;
  const weightB = descent.metricB[ANY_AXES]!;
  const marginA = marginOf(bToA, descent.reachA, descent.reachB);
  const marginB = marginOf(aToB, descent.reachB, descent.reachA);
  const nodesA = a.nodes;
  const linksA = a.links;
  const nodesB = b.nodes;
  const linksB = b.links;
  const scale = bToA[SCALE]!;
  // A step takes one pair and adds at most four, one or two levels deeper: three more a level.
  roomInNearStack(3 * (a.depth + b.depth) + 4);
  const stackA = nearNodes.a;
  const stackB = nearNodes.b;
  const squares = nearBounds.squares;
  stackA[0] = 0;
  stackB[0] = 0;
  squares[0] = 0;
  let top = 1;
  let boxTests = 0;
  while (top > 0) {
    top--;
    if (squares[top]! > bound[0]!) continue;
    const nodeA = stackA[top]!;
    const nodeB = stackB[top]!;
    const linkA = linksA[OBB_LINK_STRIDE * nodeA + OBB_LINK]!;
    const linkB = linksB[OBB_LINK_STRIDE * nodeB + OBB_LINK]!;
    if (linkA < 0 && linkB < 0) {
      const countA = linksA[OBB_LINK_STRIDE * nodeA + OBB_COUNT]!;
      const countB = linksB[OBB_LINK_STRIDE * nodeB + OBB_COUNT]!;
      if (clearance < 0) nearLeaves(a, ~linkA, countA, b, ~linkB, countB);
      else if (leavesWithin(a, ~linkA, countA, b, ~linkB, countB, clearance)) {
        descent.boxTests = boxTests;
        return true;
      }
      continue;
    }
    // The children of the nodes to split; a node that is not split stands for itself.
    const sizeA = linkA < 0 ? 0 : sizeOf(nodesA, OBB_STRIDE * nodeA);
    const sizeB = linkB < 0 ? 0 : scale * sizeOf(nodesB, OBB_STRIDE * nodeB);
    const splitA = linkA >= 0 && (BOTH_RATIO * sizeA >= sizeB || linkB < 0);
    const splitB = linkB >= 0 && (BOTH_RATIO * sizeB > sizeA || !splitA);
    const firstA = splitA ? linkA : nodeA;
    const firstB = splitB ? linkB : nodeB;
    const countA = splitA ? 2 : 1;
    const countB = splitB ? 2 : 1;
    for (let k = 0; k < countA; k++) setMoved(nodesA, OBB_STRIDE * (firstA + k), aToB, movedA, MOVED * k);
    for (let k = 0; k < countB; k++) setMoved(nodesB, OBB_STRIDE * (firstB + k), bToA, movedB, MOVED * k);
    const begin = top;
    for (let i = 0; i < countA; i++) {
      for (let j = 0; j < countB; j++) {
        boxTests++;
        let square = weightA * gapSquare(nodesA, OBB_STRIDE * (firstA + i), movedB, MOVED * j, marginA);
        if (square > bound[0]!) continue;
        const other = weightB * gapSquare(nodesB, OBB_STRIDE * (firstB + j), movedA, MOVED * i, marginB);
        if (other > bound[0]!) continue;
        if (other > square) square = other;
        let at = top++;
        for (; at > begin && squares[at - 1]! < square; at--) {
          squares[at] = squares[at - 1]!;
          stackA[at] = stackA[at - 1]!;
          stackB[at] = stackB[at - 1]!;
        }
        squares[at] = square;
        stackA[at] = firstA + i;
        stackB[at] = firstB + j;
      }
    }
  }
  descent.boxTests = boxTests;
  return false;
}

/**
 * What a gap along a unit vector may be wrong by: the pose's margin in three components, and the rounding of a test. The
 * latter is below 64 · 2^-53 times the coordinates that occur (obb-obb.ts); no box reaches farther than four times the root's.
 */
function marginOf(pose: Float64Array, reach: number, otherReach: number): number {
  let norm = 0;
  let offset = 0;
  for (let k = 0; k < 9; k++) norm += Math.abs(pose[M + k]!);
  for (let k = 0; k < 3; k++) offset += Math.abs(pose[C + k]!);
  return (3 + 2 ** -40) * pose[MARGIN_A]! + 2 ** -43 * (norm * otherReach + offset + reach);
}

/** The box at nodes[at] as the other side sees it. */
function setMoved(
  nodes: Float64Array,
  at: number,
  pose: Float64Array,
  moved: Float64Array,
  to: number,
): void {
  for (let r = 0; r < 3; r++) {
    const m0 = pose[M + 3 * r]!;
    const m1 = pose[M + 3 * r + 1]!;
    const m2 = pose[M + 3 * r + 2]!;
    moved[to + r] = m0 * nodes[at]! + m1 * nodes[at + 1]! + m2 * nodes[at + 2]! + pose[C + r]!;
    for (let k = 0; k < 3; k++) {
      const axis = at + OBB_AXES + 3 * k;
      const half = nodes[at + OBB_HALF + k]!;
      moved[to + 3 + 3 * k + r] = half * (m0 * nodes[axis]! + m1 * nodes[axis + 1]! + m2 * nodes[axis + 2]!);
    }
  }
}

/** The square of the gaps, along the axes of the box at nodes[at], between it and a box of the other side. */
function gapSquare(nodes: Float64Array, at: number, moved: Float64Array, to: number, margin: number): number {
  const x = moved[to]! - nodes[at]!;
  const y = moved[to + 1]! - nodes[at + 1]!;
  const z = moved[to + 2]! - nodes[at + 2]!;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const ux = nodes[at + OBB_AXES + 3 * k]!;
    const uy = nodes[at + OBB_AXES + 3 * k + 1]!;
    const uz = nodes[at + OBB_AXES + 3 * k + 2]!;
    const gap =
      Math.abs(ux * x + uy * y + uz * z) -
      Math.abs(ux * moved[to + 3]! + uy * moved[to + 4]! + uz * moved[to + 5]!) -
      Math.abs(ux * moved[to + 6]! + uy * moved[to + 7]! + uz * moved[to + 8]!) -
      Math.abs(ux * moved[to + 9]! + uy * moved[to + 10]! + uz * moved[to + 11]!) -
      nodes[at + OBB_HALF + k]! -
      margin;
    if (gap > 0) square += gap * gap;
  }
  return square;
}

function sizeOf(nodes: Float64Array, at: number): number {
  return boxSize(nodes[at + OBB_HALF]!, nodes[at + OBB_HALF + 1]!, nodes[at + OBB_HALF + 2]!);
}
