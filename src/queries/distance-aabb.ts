import type * as Pose from "../geometry/relative-pose-layout.ts";
import type * as Layout from "../trees/layout.ts";
import type { AabbTree } from "../trees/layout.ts";
import type { DistanceDescent } from "./distance-query.ts";
import { nearBounds, nearNodes, roomInNearStack } from "./near-stack.ts";
import { bound, leavesWithin, nearLeaves } from "./nearest-pairs.ts";

// The descent of two AABB trees for a distance: a pair of nodes is replaced by the pairs of their children, nearest
// last, so that it is next. A pair whose boxes are farther apart than the best found is dropped.
//
// How far apart boxes are at least: the gaps along a's axes to the box around b's box as a sees it, as a vector in the
// world; and the same as b sees it. The longer of the two counts.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const AABB_STRIDE = 8 satisfies typeof Layout.AABB_STRIDE;
const AABB_LINK = 6 satisfies typeof Layout.AABB_LINK;
const AABB_COUNT = 7 satisfies typeof Layout.AABB_COUNT;
const AABB_SIZE = 7 satisfies typeof Layout.AABB_SIZE;
const M = 0 satisfies typeof Pose.M;
const C = 9 satisfies typeof Pose.C;
const ABS_M = 12 satisfies typeof Pose.ABS_M;
const MARGIN_A = 39 satisfies typeof Pose.MARGIN_A;
const SCALE = 41 satisfies typeof Pose.SCALE;

const BOTH_RATIO = 2;

// Two boxes of one side, each as centre (3) and half extents (3): as they are, and as the other side sees them.
const BOX = 6;
const ownA = new Float64Array(2 * BOX);
const ownB = new Float64Array(2 * BOX);
const movedA = new Float64Array(2 * BOX);
const movedB = new Float64Array(2 * BOX);

/** Whether a pair within the clearance was found, for a query that looks for one; otherwise false. */
export function descendAabbForDistance(a: AabbTree, b: AabbTree, descent: DistanceDescent): boolean {
  const { bToA, aToB, metricA, metricB, clearance } = descent;
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
    const atA = stackA[top]!;
    const atB = stackB[top]!;
    const linkA = linksA[atA | AABB_LINK]!;
    const linkB = linksB[atB | AABB_LINK]!;
    if (linkA < 0 && linkB < 0) {
      const countA = linksA[atA | AABB_COUNT]!;
      const countB = linksB[atB | AABB_COUNT]!;
      if (clearance < 0) nearLeaves(a, ~linkA, countA, b, ~linkB, countB);
      else if (leavesWithin(a, ~linkA, countA, b, ~linkB, countB, clearance)) {
        descent.boxTests = boxTests;
        return true;
      }
      continue;
    }
    // The children of the nodes to split; a node that is not split stands for itself.
    const sizeA = linkA < 0 ? 0 : nodesA[atA | AABB_SIZE]!;
    const sizeB = linkB < 0 ? 0 : scale * nodesB[atB | AABB_SIZE]!;
    const splitA = linkA >= 0 && (BOTH_RATIO * sizeA >= sizeB || linkB < 0);
    const splitB = linkB >= 0 && (BOTH_RATIO * sizeB > sizeA || !splitA);
    const firstA = splitA ? AABB_STRIDE * linkA : atA;
    const firstB = splitB ? AABB_STRIDE * linkB : atB;
    const countA = splitA ? 2 : 1;
    const countB = splitB ? 2 : 1;
    for (let k = 0; k < countA; k++) setBox(nodesA, firstA + AABB_STRIDE * k, aToB, ownA, movedA, BOX * k);
    for (let k = 0; k < countB; k++) setBox(nodesB, firstB + AABB_STRIDE * k, bToA, ownB, movedB, BOX * k);
    const begin = top;
    for (let i = 0; i < countA; i++) {
      for (let j = 0; j < countB; j++) {
        boxTests++;
        let square = gapSquare(ownA, BOX * i, movedB, BOX * j, metricA);
        if (square > bound[0]!) continue;
        const other = gapSquare(ownB, BOX * j, movedA, BOX * i, metricB);
        if (other > bound[0]!) continue;
        if (other > square) square = other;
        let at = top++;
        for (; at > begin && squares[at - 1]! < square; at--) {
          squares[at] = squares[at - 1]!;
          stackA[at] = stackA[at - 1]!;
          stackB[at] = stackB[at - 1]!;
        }
        squares[at] = square;
        stackA[at] = firstA + AABB_STRIDE * i;
        stackB[at] = firstB + AABB_STRIDE * j;
      }
    }
  }
  descent.boxTests = boxTests;
  return false;
}

/** A box, and the box around it as the other side sees it through `pose`, with the pose's margin. */
function setBox(
  nodes: Float32Array,
  at: number,
  pose: Float64Array,
  own: Float64Array,
  moved: Float64Array,
  to: number,
): void {
  // biome-ignore format: vectors read in rows
  const lowX = nodes[at]!, lowY = nodes[at + 1]!, lowZ = nodes[at + 2]!,
    highX = nodes[at + 3]!, highY = nodes[at + 4]!, highZ = nodes[at + 5]!,
    x = (lowX + highX) / 2, y = (lowY + highY) / 2, z = (lowZ + highZ) / 2,
    hx = (highX - lowX) / 2, hy = (highY - lowY) / 2, hz = (highZ - lowZ) / 2,
    margin = pose[MARGIN_A]!;
  own[to] = x;
  own[to + 1] = y;
  own[to + 2] = z;
  own[to + 3] = hx;
  own[to + 4] = hy;
  own[to + 5] = hz;
  moved[to] = pose[M]! * x + pose[M + 1]! * y + pose[M + 2]! * z + pose[C]!;
  moved[to + 1] = pose[M + 3]! * x + pose[M + 4]! * y + pose[M + 5]! * z + pose[C + 1]!;
  moved[to + 2] = pose[M + 6]! * x + pose[M + 7]! * y + pose[M + 8]! * z + pose[C + 2]!;
  moved[to + 3] = pose[ABS_M]! * hx + pose[ABS_M + 1]! * hy + pose[ABS_M + 2]! * hz + margin;
  moved[to + 4] = pose[ABS_M + 3]! * hx + pose[ABS_M + 4]! * hy + pose[ABS_M + 5]! * hz + margin;
  moved[to + 5] = pose[ABS_M + 6]! * hx + pose[ABS_M + 7]! * hy + pose[ABS_M + 8]! * hz + margin;
}

/** The square of the world length of the gaps between two boxes along their axes. */
function gapSquare(p: Float64Array, i: number, q: Float64Array, j: number, metric: Float64Array): number {
  const x = Math.abs(p[i]! - q[j]!) - p[i + 3]! - q[j + 3]!;
  const y = Math.abs(p[i + 1]! - q[j + 1]!) - p[i + 4]! - q[j + 4]!;
  const z = Math.abs(p[i + 2]! - q[j + 2]!) - p[i + 5]! - q[j + 5]!;
  let square = 0;
  if (x > 0) square += metric[0]! * x * x;
  if (y > 0) square += metric[1]! * y * y;
  if (z > 0) square += metric[2]! * z * z;
  return square;
}
