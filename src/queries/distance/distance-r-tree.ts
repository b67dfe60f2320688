import type * as Limit from "../../geometry/distance/triangle-triangle-within.ts";
import type * as Pose from "../../geometry/relative-pose-layout.ts";
import type * as Layout from "../../trees/layout.ts";
import type { RTree } from "../../trees/layout.ts";
import type { DistanceDescent } from "./distance-query.ts";
import { nearBounds, nearNodes, roomInNearStack } from "./near-stack.ts";
import { bound, leavesWithin, nearLeaves } from "./nearest-pairs.ts";

// The descent of two R-trees for a distance, as distance-aabb.ts has it for binary trees: the larger of two nodes is replaced by
// its children, nearest last, so that it is next. A pair whose boxes are farther apart than the best found is dropped. A
// triangle is a leaf of one. Two nodes have up to 64 pairs of children, of which most are never needed: so only one is split,
// and what that costs is in docs/decisions/0025.
//
// How far apart boxes are at least, the longest of three: the gaps along a's axes to the box around b's box as a sees it,
// as a vector in the world; the gap along the way between the nearest points so far; the gap along the line between
// the centres. The last two do not suffer from boxes around boxes. What each is worth: docs/decisions.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const AABB_STRIDE = 8 satisfies typeof Layout.AABB_STRIDE;
const AABB_LINK = 6 satisfies typeof Layout.AABB_LINK;
const AABB_COUNT = 7 satisfies typeof Layout.AABB_COUNT;
const M = 0 satisfies typeof Pose.M;
const C = 9 satisfies typeof Pose.C;
const ABS_M = 12 satisfies typeof Pose.ABS_M;
const MARGIN_A = 39 satisfies typeof Pose.MARGIN_A;
const SCALE = 41 satisfies typeof Pose.SCALE;
const LIMIT_WAY = 2 satisfies typeof Limit.LIMIT_WAY;
const LIMIT_ROOT = 5 satisfies typeof Limit.LIMIT_ROOT;
const best = bound;

/** The nearest pair is next: by its bound, and a little by the centres, which tell boxes apart that overlap. */
const CENTRE_SHARE = 0.1;

// The boxes of b in a step: centre (3) and half extents (3) of the box around it as a sees it, its own half extents (3).
const BOX = 9;
const OWN = 6;
let boxesB = new Float64Array(8 * BOX);
const way = new Float64Array(16);

/** Whether a pair within the clearance was found, for a query that looks for one; otherwise false. */
export function descendRTreesForDistance(a: RTree, b: RTree, descent: DistanceDescent): boolean {
  const { bToA, metricA, clearance } = descent;
  const nodesA = a.nodes;
  const linksA = a.links;
  const nodesB = b.nodes;
  const linksB = b.links;
  const scale = bToA[SCALE]!;
  // biome-ignore format: a matrix reads in rows
  const m00 = bToA[M]!, m01 = bToA[M + 1]!, m02 = bToA[M + 2]!,
    m10 = bToA[M + 3]!, m11 = bToA[M + 4]!, m12 = bToA[M + 5]!,
    m20 = bToA[M + 6]!, m21 = bToA[M + 7]!, m22 = bToA[M + 8]!,
    axis0 = metricA[0]!, axis1 = metricA[1]!, axis2 = metricA[2]!, anyAxis = metricA[3]!;
  const margin = 3 * bToA[MARGIN_A]!; // along any unit vector of a's space
  // A step takes one pair and adds the children of one node, one level deeper.
  const most = Math.max(a.maxChildren, b.maxChildren);
  roomInNearStack((most - 1) * (a.depth + b.depth) + most);
  if (boxesB.length < BOX * b.maxChildren) boxesB = new Float64Array(BOX * b.maxChildren);
  const moved = boxesB;
  const stackA = nearNodes.a;
  const stackB = nearNodes.b;
  const squares = nearBounds.squares;
  const keys = nearBounds.keys;
  stackA[0] = 0;
  stackB[0] = 0;
  squares[0] = 0;
  let top = 1;
  let boxTests = 0;
  // the way between the nearest points so far, as a and b measure along it
  let root = Infinity;
  let beyond = Infinity;
  let wayA0 = 0;
  let wayA1 = 0;
  let wayA2 = 0;
  let wayB0 = 0;
  let wayB1 = 0;
  let wayB2 = 0;
  while (top > 0) {
    top--;
    if (squares[top]! > best[0]!) continue;
    const atA = stackA[top]!;
    const atB = stackB[top]!;
    const linkA = linksA[atA | AABB_LINK]!;
    const linkB = linksB[atB | AABB_LINK]!;
    if (linkA < 0 && linkB < 0) {
      const countA = linksA[atA | AABB_COUNT]!;
      const countB = linksB[atB | AABB_COUNT]!;
      if (clearance < 0) {
        nearLeaves(a, ~linkA, countA, b, ~linkB, countB);
        if (best[LIMIT_ROOT] !== root) {
          root = best[LIMIT_ROOT]!;
          setWay(descent, way);
          wayA0 = way[0]!;
          wayA1 = way[1]!;
          wayA2 = way[2]!;
          wayB0 = way[3]!;
          wayB1 = way[4]!;
          wayB2 = way[5]!;
          beyond = root + way[6]!;
        }
      } else if (leavesWithin(a, ~linkA, countA, b, ~linkB, countB, clearance)) {
        descent.boxTests = boxTests;
        return true;
      }
      continue;
    }
    // The children of the nodes to split; a node that is not split stands for itself.
    const sizeA = linkA < 0 ? 0 : sizeOf(nodesA, atA);
    const sizeB = linkB < 0 ? 0 : scale * sizeOf(nodesB, atB);
    const splitA = linkA >= 0 && (sizeA >= sizeB || linkB < 0);
    const splitB = linkB >= 0 && (sizeB > sizeA || !splitA);
    const firstA = splitA ? AABB_STRIDE * linkA : atA;
    const firstB = splitB ? AABB_STRIDE * linkB : atB;
    const countA = splitA ? linksA[atA | AABB_COUNT]! : 1;
    const countB = splitB ? linksB[atB | AABB_COUNT]! : 1;
    const endA = firstA + AABB_STRIDE * countA;
    const endB = BOX * countB;
    for (let j = 0, at = firstB; j < endB; j += BOX, at += AABB_STRIDE) setMoved(nodesB, at, bToA, moved, j);
    const begin = top;
    const limit = best[0]!;
    for (let i = firstA; i < endA; i += AABB_STRIDE) {
      // biome-ignore format: vectors read in rows
      const lowX = nodesA[i]!, lowY = nodesA[i | 1]!, lowZ = nodesA[i | 2]!,
        highX = nodesA[i | 3]!, highY = nodesA[i | 4]!, highZ = nodesA[i | 5]!,
        hx = 0.5 * (highX - lowX), hy = 0.5 * (highY - lowY), hz = 0.5 * (highZ - lowZ),
        cx = 0.5 * (lowX + highX), cy = 0.5 * (lowY + highY), cz = 0.5 * (lowZ + highZ);
      for (let j = 0, atChild = firstB; j < endB; j += BOX, atChild += AABB_STRIDE) {
        boxTests++;
        let square = 0;
        // the gaps along a's axes
        const x = moved[j]! - cx;
        const y = moved[j + 1]! - cy;
        const z = moved[j + 2]! - cz;
        const absX = Math.abs(x);
        const absY = Math.abs(y);
        const absZ = Math.abs(z);
        const gapX = absX - hx - moved[j + 3]!;
        const gapY = absY - hy - moved[j + 4]!;
        const gapZ = absZ - hz - moved[j + 5]!;
        if (gapX > 0) square += axis0 * gapX * gapX;
        if (gapY > 0) square += axis1 * gapY * gapY;
        if (gapZ > 0) square += axis2 * gapZ * gapZ;
        if (square > limit) continue;
        const kx = moved[j + OWN]!;
        const ky = moved[j + OWN + 1]!;
        const kz = moved[j + OWN + 2]!;
        // the gap along the way between the nearest points so far
        const along =
          wayA0 * x +
          wayA1 * y +
          wayA2 * z -
          Math.abs(wayA0) * hx -
          Math.abs(wayA1) * hy -
          Math.abs(wayA2) * hz -
          Math.abs(wayB0) * kx -
          Math.abs(wayB1) * ky -
          Math.abs(wayB2) * kz;
        if (along > beyond) continue;
        // the gap along the line between the centres, times its length; that line is (x, y, z) for a
        const length = x * x + y * y + z * z;
        const gap =
          length -
          absX * (hx + margin) -
          absY * (hy + margin) -
          absZ * (hz + margin) -
          Math.abs(m00 * x + m10 * y + m20 * z) * kx -
          Math.abs(m01 * x + m11 * y + m21 * z) * ky -
          Math.abs(m02 * x + m12 * y + m22 * z) * kz;
        if (gap > 0) {
          const other = (anyAxis * gap * gap) / length;
          if (other > limit) continue;
          if (other > square) square = other;
        }
        let at = top++;
        const key = square + CENTRE_SHARE * length;
        for (; at > begin && keys[at - 1]! < key; at--) {
          squares[at] = squares[at - 1]!;
          keys[at] = keys[at - 1]!;
          stackA[at] = stackA[at - 1]!;
          stackB[at] = stackB[at - 1]!;
        }
        squares[at] = square;
        keys[at] = key;
        stackA[at] = i;
        stackB[at] = atChild;
      }
    }
  }
  descent.boxTests = boxTests;
  return false;
}

/** The sum of the three extents. */
function sizeOf(nodes: Float32Array, at: number): number {
  return nodes[at | 3]! - nodes[at]! + nodes[at | 4]! - nodes[at | 1]! + nodes[at | 5]! - nodes[at | 2]!;
}

/** What moving along the bound's way means in a's coordinates (3), in b's (3), and what that may be wrong by. */
function setWay({ aToWorld, bToWorld, bToA }: DistanceDescent, out: Float64Array): void {
  let norm = 0;
  for (let k = 0; k < 3; k++) {
    out[k] = 0;
    out[3 + k] = 0;
    for (let row = 0; row < 3; row++) {
      const direction = best[LIMIT_WAY + row]!;
      out[k]! += aToWorld[4 * k + row]! * direction;
      out[3 + k]! += bToWorld[4 * k + row]! * direction;
      norm += Math.abs(aToWorld[4 * k + row]!);
    }
  }
  out[6] = norm * bToA[MARGIN_A]!;
}

/** The box around a box as the other side sees it through `pose`, with the pose's margin; and its own half extents. */
function setMoved(nodes: Float32Array, at: number, pose: Float64Array, out: Float64Array, to: number): void {
  // biome-ignore format: vectors read in rows
  const lowX = nodes[at]!, lowY = nodes[at | 1]!, lowZ = nodes[at | 2]!,
    highX = nodes[at | 3]!, highY = nodes[at | 4]!, highZ = nodes[at | 5]!,
    x = 0.5 * (lowX + highX), y = 0.5 * (lowY + highY), z = 0.5 * (lowZ + highZ),
    hx = 0.5 * (highX - lowX), hy = 0.5 * (highY - lowY), hz = 0.5 * (highZ - lowZ),
    margin = pose[MARGIN_A]!;
  out[to] = pose[M]! * x + pose[M + 1]! * y + pose[M + 2]! * z + pose[C]!;
  out[to + 1] = pose[M + 3]! * x + pose[M + 4]! * y + pose[M + 5]! * z + pose[C + 1]!;
  out[to + 2] = pose[M + 6]! * x + pose[M + 7]! * y + pose[M + 8]! * z + pose[C + 2]!;
  out[to + 3] = pose[ABS_M]! * hx + pose[ABS_M + 1]! * hy + pose[ABS_M + 2]! * hz + margin;
  out[to + 4] = pose[ABS_M + 3]! * hx + pose[ABS_M + 4]! * hy + pose[ABS_M + 5]! * hz + margin;
  out[to + 5] = pose[ABS_M + 6]! * hx + pose[ABS_M + 7]! * hy + pose[ABS_M + 8]! * hz + margin;
  out[to + OWN] = hx;
  out[to + OWN + 1] = hy;
  out[to + OWN + 2] = hz;
}
