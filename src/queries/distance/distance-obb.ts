import { C, M, MARGIN_A, SCALE } from "../../geometry/relative-pose-layout.ts";
import { CENTRE_SHARE } from "../../kernels/distance-memory-map.ts";
import {
  boxSize,
  OBB_AXES,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
  type ObbTree,
} from "../../trees/layout.ts";
import type { DistanceQuery } from "./distance-query.ts";
import { testLeaves } from "./nearest-pairs.ts";
import { reserveWaiting, sortAdded } from "./waiting-pairs.ts";
import { ANY_AXIS } from "./world-metric.ts";

// The descent of two OBB trees for a distance, by the rules of `descendBoxesForDistance`. Gaps are taken along the line between the centres
// and along the axes of a's box. Testing b's axes as well saves 6 to 29 % of the box tests but needs the inverse pose; neither was clearly
// faster, so the simpler one stays.

/** Both nodes are split unless one is larger by at least this factor. */
const BOTH_RATIO = 2;

// A box in the other side's space: centre (3), half edges (3 × 3)
const MOVED = 12;

// The result of a test: the square of the gap in the world, and that of the line between the centres in a's space.
const GAP_SQUARE = 0;
const CENTRE_SQUARE = 1;
const gap = new Float64Array(16);

/** Whether a pair within the clearance was found, for a query that looks for one; otherwise false. */
export function descendObbForDistance(a: ObbTree, b: ObbTree, query: DistanceQuery): boolean {
  const { bToA, pairs, waiting, movedB } = query;
  const best = pairs.bound;
  const weight = query.metricA[ANY_AXIS];
  const margin = marginOf(bToA, query.reachA, query.reachB);
  const nodesA = a.nodes;
  const linksA = a.links;
  const nodesB = b.nodes;
  const linksB = b.links;
  const scale = bToA[SCALE];
  // A step takes one pair and adds at most four, one or two levels deeper: three more per level.
  reserveWaiting(waiting, 3 * (a.depth + b.depth) + 4);
  const stackA = waiting.a;
  const stackB = waiting.b;
  const squares = waiting.squares;
  const keys = waiting.keys;
  stackA[0] = 0;
  stackB[0] = 0;
  squares[0] = 0;
  let top = 1;
  let boxTests = 0;
  while (top > 0) {
    top--;
    if (squares[top] > best[0]) continue;
    const nodeA = stackA[top];
    const nodeB = stackB[top];
    const linkA = linksA[OBB_LINK_STRIDE * nodeA + OBB_LINK];
    const linkB = linksB[OBB_LINK_STRIDE * nodeB + OBB_LINK];
    if (linkA < 0 && linkB < 0) {
      const countA = linksA[OBB_LINK_STRIDE * nodeA + OBB_COUNT];
      const countB = linksB[OBB_LINK_STRIDE * nodeB + OBB_COUNT];
      if (testLeaves(pairs, a, ~linkA, countA, b, ~linkB, countB)) {
        query.boxTests = boxTests;
        return true;
      }
      continue;
    }
    // The children of the nodes to split; a node that is not split represents itself.
    const sizeA = linkA < 0 ? 0 : sizeOf(nodesA, OBB_STRIDE * nodeA);
    const sizeB = linkB < 0 ? 0 : scale * sizeOf(nodesB, OBB_STRIDE * nodeB);
    const splitA = linkA >= 0 && (BOTH_RATIO * sizeA >= sizeB || linkB < 0);
    const splitB = linkB >= 0 && (BOTH_RATIO * sizeB > sizeA || !splitA);
    const firstA = splitA ? linkA : nodeA;
    const firstB = splitB ? linkB : nodeB;
    const endA = splitA ? firstA + 2 : firstA + 1;
    const countB = splitB ? 2 : 1;
    for (let k = 0; k < countB; k++) setMoved(nodesB, OBB_STRIDE * (firstB + k), bToA, movedB, MOVED * k);
    const begin = top;
    const limit = best[0];
    for (let i = firstA; i < endA; i++) {
      for (let j = 0; j < countB; j++) {
        boxTests++;
        setGap(nodesA, OBB_STRIDE * i, movedB, MOVED * j, margin, weight);
        const square = gap[GAP_SQUARE];
        if (square > limit) continue;
        squares[top] = square;
        keys[top] = square + CENTRE_SHARE * gap[CENTRE_SQUARE];
        stackA[top] = i;
        stackB[top] = firstB + j;
        top++;
      }
    }
    sortAdded(waiting, begin, top);
  }
  query.boxTests = boxTests;
  return false;
}

/**
 * The error of a gap along a unit vector: the pose's margin in three components, and the rounding of a test. The latter is
 * below 64 · 2^-53 times the coordinates involved (obb-obb.ts); no box extends farther than four times the root's.
 */
function marginOf(pose: Float64Array, reach: number, otherReach: number): number {
  let norm = 0;
  let offset = 0;
  for (let k = 0; k < 9; k++) norm += Math.abs(pose[M + k]);
  for (let k = 0; k < 3; k++) offset += Math.abs(pose[C + k]);
  return (3 + 2 ** -40) * pose[MARGIN_A] + 2 ** -43 * (norm * otherReach + offset + reach);
}

/** The box at nodes[at] in the other side's space. */
function setMoved(
  nodes: Float64Array,
  at: number,
  pose: Float64Array,
  moved: Float64Array,
  to: number,
): void {
  for (let r = 0; r < 3; r++) {
    const m0 = pose[M + 3 * r];
    const m1 = pose[M + 3 * r + 1];
    const m2 = pose[M + 3 * r + 2];
    moved[to + r] = m0 * nodes[at] + m1 * nodes[at + 1] + m2 * nodes[at + 2] + pose[C + r];
    for (let k = 0; k < 3; k++) {
      const axis = at + OBB_AXES + 3 * k;
      const half = nodes[at + OBB_HALF + k];
      moved[to + 3 + 3 * k + r] = half * (m0 * nodes[axis] + m1 * nodes[axis + 1] + m2 * nodes[axis + 2]);
    }
  }
}

/**
 * Writes the square, in the world, of the gap between the box at nodes[at] and a box of the other side, along the line between the centres
 * or along the axes of the first box, whichever is longer; and the square of that line's length in a's space.
 *
 * If a's pose shrinks it, lengths in a's space are large, and only the weight brings their squares back into range, so it is multiplied
 * first. If the line's square still overflows, a gap is NaN and fails every comparison that would drop the pair.
 */
function setGap(
  nodes: Float64Array,
  at: number,
  moved: Float64Array,
  to: number,
  margin: number,
  weight: number,
): void {
  // biome-ignore format: vectors read in rows
  const x = moved[to] - nodes[at], y = moved[to + 1] - nodes[at + 1], z = moved[to + 2] - nodes[at + 2],
    h0 = nodes[at + OBB_HALF], h1 = nodes[at + OBB_HALF + 1], h2 = nodes[at + OBB_HALF + 2],
    e0x = moved[to + 3], e0y = moved[to + 4], e0z = moved[to + 5],
    e1x = moved[to + 6], e1y = moved[to + 7], e1z = moved[to + 8],
    e2x = moved[to + 9], e2y = moved[to + 10], e2z = moved[to + 11],
    u0x = nodes[at + OBB_AXES], u0y = nodes[at + OBB_AXES + 1], u0z = nodes[at + OBB_AXES + 2],
    u1x = nodes[at + OBB_AXES + 3], u1y = nodes[at + OBB_AXES + 4], u1z = nodes[at + OBB_AXES + 5],
    u2x = nodes[at + OBB_AXES + 6], u2y = nodes[at + OBB_AXES + 7], u2z = nodes[at + OBB_AXES + 8],
    t0 = Math.abs(u0x * x + u0y * y + u0z * z),
    t1 = Math.abs(u1x * x + u1y * y + u1z * z),
    t2 = Math.abs(u2x * x + u2y * y + u2z * z),
    length = x * x + y * y + z * z;
  gap[CENTRE_SQUARE] = length;
  const between =
    length -
    margin * (Math.abs(x) + Math.abs(y) + Math.abs(z)) -
    t0 * h0 -
    t1 * h1 -
    t2 * h2 -
    Math.abs(e0x * x + e0y * y + e0z * z) -
    Math.abs(e1x * x + e1y * y + e1z * z) -
    Math.abs(e2x * x + e2y * y + e2z * z);
  let square = between > 0 ? weight * between * (between / length) : 0;

  const gap0 =
    t0 -
    h0 -
    margin -
    Math.abs(u0x * e0x + u0y * e0y + u0z * e0z) -
    Math.abs(u0x * e1x + u0y * e1y + u0z * e1z) -
    Math.abs(u0x * e2x + u0y * e2y + u0z * e2z);
  const gap1 =
    t1 -
    h1 -
    margin -
    Math.abs(u1x * e0x + u1y * e0y + u1z * e0z) -
    Math.abs(u1x * e1x + u1y * e1y + u1z * e1z) -
    Math.abs(u1x * e2x + u1y * e2y + u1z * e2z);
  const gap2 =
    t2 -
    h2 -
    margin -
    Math.abs(u2x * e0x + u2y * e0y + u2z * e0z) -
    Math.abs(u2x * e1x + u2y * e1y + u2z * e1z) -
    Math.abs(u2x * e2x + u2y * e2y + u2z * e2z);
  let axes = 0;
  if (gap0 > 0) axes += weight * gap0 * gap0;
  if (gap1 > 0) axes += weight * gap1 * gap1;
  if (gap2 > 0) axes += weight * gap2 * gap2;
  if (axes > square) square = axes;
  gap[GAP_SQUARE] = square;
}

function sizeOf(nodes: Float64Array, at: number): number {
  return boxSize(nodes[at + OBB_HALF], nodes[at + OBB_HALF + 1], nodes[at + OBB_HALF + 2]);
}
