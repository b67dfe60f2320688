import { LIMIT_ROOT } from "../../geometry/distance/triangle-distance-within.ts";
import { ABS_M, C, M, MARGIN_A, SCALE } from "../../geometry/relative-pose-layout.ts";
import { CENTRE_SHARE } from "../../kernels/distance-memory-map.ts";
import type { AabbTree, RTree } from "../../trees/layout.ts";
import { AABB_COUNT, AABB_LINK, AABB_SIZE, AABB_STRIDE } from "../../trees/layout.ts";
import type { DistanceQuery } from "./distance-query.ts";
import { testLeaves } from "./nearest-pairs.ts";
import { hasTurned, LAST_SUPPORT, setSupport, setSupportDirection } from "./supports.ts";
import { reserveWaiting, sortAdded } from "./waiting-pairs.ts";

// The descent of two AABB trees or R-trees for a distance: a pair of nodes is replaced by the pairs of their children, the nearest pushed
// last, so that it comes next. A pair whose boxes are farther apart than the best found is dropped. For R-trees only the larger of two
// nodes is split: they have up to 64 pairs of children, most of which are never needed.
//
// The lower bound of the distance of two boxes is the largest of three: the gaps along a's axes to the box around b's box in a's space, as
// a vector in the world; the gap along the direction between the nearest points so far, tested first; the gap along the line between the
// centres. The last two do not involve boxes around boxes. docs/lab/distance.md measures what each contributes.

/** Both nodes are split unless one is larger by at least this factor. */
const BINARY_RATIO = 2;
const R_TREE_RATIO = 1;

// A box of b in a step: centre (3) and half extents (3) of the box around it in a's space, its own half extents (3); its
// support, Infinity while there is no direction; whether the rest has been computed.
const BOX = 11;
const OWN = 6;
const SUPPORT = 9;
const IS_MOVED = 10;

/**
 * Whether a pair within the clearance was found, for a query that looks for one; otherwise false. Descends the trees' own boxes, or those
 * along their frames.
 */
export function descendBoxesForDistance<T extends AabbTree | RTree>(
  a: T,
  b: T,
  boxesA: T,
  boxesB: T,
  query: DistanceQuery,
): boolean {
  const { bToA, boxesAToWorld, boxesBToWorld, metricA, pairs, waiting, supportsA, supportsB } = query;
  const best = pairs.bound;
  const valuesA = supportsA.values;
  const valuesB = supportsB.values;
  const ownersA = supportsA.owners;
  const ownersB = supportsB.owners;
  const { nodes: nodesA, links: linksA } = boxesA;
  const { nodes: nodesB, links: linksB } = boxesB;
  const scale = bToA[SCALE];
  // biome-ignore format: a matrix reads in rows
  const m00 = bToA[M], m01 = bToA[M + 1], m02 = bToA[M + 2],
    m10 = bToA[M + 3], m11 = bToA[M + 4], m12 = bToA[M + 5],
    m20 = bToA[M + 6], m21 = bToA[M + 7], m22 = bToA[M + 8],
    axis0 = metricA[0], axis1 = metricA[1], axis2 = metricA[2], anyAxis = metricA[3];
  const margin = 3 * bToA[MARGIN_A]; // along any unit vector of a's space
  const isBinary = a.kind === "aabb";
  const bothRatio = isBinary ? BINARY_RATIO : R_TREE_RATIO;
  const mostA = mostChildren(a);
  const mostB = mostChildren(b);
  // A step takes one pair and adds the children of one node, or the four pairs of two binary nodes' children, one or two levels deeper: per
  // level, one less than it adds.
  const most = isBinary ? 4 : Math.max(mostA, mostB);
  reserveWaiting(waiting, (most - 1) * (a.depth + b.depth) + most);
  if (query.movedB.length < BOX * mostB) query.movedB = new Float64Array(BOX * mostB);
  const moved = query.movedB;
  const stackA = waiting.a;
  const stackB = waiting.b;
  const squares = waiting.squares;
  const keys = waiting.keys;
  stackA[0] = 0;
  stackB[0] = 0;
  squares[0] = 0;
  let top = 1;
  let boxTests = 0;
  // What a gap along the direction between the nearest points so far must exceed; and the generations of known supports.
  let root = Infinity;
  let ownerA = 0;
  let ownerB = 0;
  while (top > 0) {
    top--;
    if (squares[top] > best[0]) continue;
    const atA = stackA[top];
    const atB = stackB[top];
    if (best[LIMIT_ROOT] !== root) {
      if (root === Infinity || hasTurned(supportsA, best)) {
        setSupportDirection(supportsA, boxesA, boxesAToWorld, best, 1);
        setSupportDirection(supportsB, boxesB, boxesBToWorld, best, -1);
        ownerA = supportsA.generation;
        ownerB = supportsB.generation;
      }
      root = best[LIMIT_ROOT];
    }
    if (root !== Infinity) {
      // The direction may have changed since the pair was pushed.
      const nodeA = atA / AABB_STRIDE;
      const nodeB = atB / AABB_STRIDE;
      if (ownersA[nodeA & LAST_SUPPORT] !== ownerA + nodeA) setSupport(supportsA, boxesA, atA);
      if (ownersB[nodeB & LAST_SUPPORT] !== ownerB + nodeB) setSupport(supportsB, boxesB, atB);
      if (-valuesA[nodeA & LAST_SUPPORT] - valuesB[nodeB & LAST_SUPPORT] > root) continue;
    }
    const linkA = linksA[atA | AABB_LINK];
    const linkB = linksB[atB | AABB_LINK];
    if (linkA < 0 && linkB < 0) {
      const countA = linksA[atA | AABB_COUNT];
      const countB = linksB[atB | AABB_COUNT];
      if (testLeaves(pairs, a, ~linkA, countA, b, ~linkB, countB)) {
        query.boxTests = boxTests;
        return true;
      }
      continue;
    }
    // The children of the nodes to split; a node that is not split represents itself.
    const sizeA = linkA < 0 ? 0 : isBinary ? nodesA[atA | AABB_SIZE] : sizeOf(nodesA, atA);
    const sizeB = linkB < 0 ? 0 : scale * (isBinary ? nodesB[atB | AABB_SIZE] : sizeOf(nodesB, atB));
    const splitA = linkA >= 0 && (bothRatio * sizeA >= sizeB || linkB < 0);
    const splitB = linkB >= 0 && (bothRatio * sizeB > sizeA || !splitA);
    const firstA = splitA ? AABB_STRIDE * linkA : atA;
    const firstB = splitB ? AABB_STRIDE * linkB : atB;
    const countA = !splitA ? 1 : isBinary ? 2 : linksA[atA | AABB_COUNT];
    const countB = !splitB ? 1 : isBinary ? 2 : linksB[atB | AABB_COUNT];
    const endA = firstA + AABB_STRIDE * countA;
    const endB = BOX * countB;
    for (let j = 0, at = firstB; j < endB; j += BOX, at += AABB_STRIDE) {
      moved[j + IS_MOVED] = 0;
      moved[j + SUPPORT] = Infinity;
      if (root === Infinity) continue;
      const node = at / AABB_STRIDE;
      if (ownersB[node & LAST_SUPPORT] !== ownerB + node) setSupport(supportsB, boxesB, at);
      moved[j + SUPPORT] = valuesB[node & LAST_SUPPORT];
    }
    const begin = top;
    const limit = best[0];
    for (let i = firstA; i < endA; i += AABB_STRIDE) {
      let supportA = Infinity;
      if (root !== Infinity) {
        const node = i / AABB_STRIDE;
        if (ownersA[node & LAST_SUPPORT] !== ownerA + node) setSupport(supportsA, boxesA, i);
        supportA = valuesA[node & LAST_SUPPORT];
      }
      // biome-ignore format: vectors read in rows
      const lowX = nodesA[i], lowY = nodesA[i | 1], lowZ = nodesA[i | 2],
        highX = nodesA[i | 3], highY = nodesA[i | 4], highZ = nodesA[i | 5],
        hx = 0.5 * (highX - lowX), hy = 0.5 * (highY - lowY), hz = 0.5 * (highZ - lowZ),
        cx = 0.5 * (lowX + highX), cy = 0.5 * (lowY + highY), cz = 0.5 * (lowZ + highZ);
      for (let j = 0, atChild = firstB; j < endB; j += BOX, atChild += AABB_STRIDE) {
        boxTests++;
        // the gap along the direction between the nearest points so far
        if (-supportA - moved[j + SUPPORT] > root) continue;
        if (moved[j + IS_MOVED] === 0) setMoved(nodesB, atChild, bToA, moved, j);
        let square = 0;
        // the gaps along a's axes
        const x = moved[j] - cx;
        const y = moved[j + 1] - cy;
        const z = moved[j + 2] - cz;
        const absX = Math.abs(x);
        const absY = Math.abs(y);
        const absZ = Math.abs(z);
        const gapX = absX - hx - moved[j + 3];
        const gapY = absY - hy - moved[j + 4];
        const gapZ = absZ - hz - moved[j + 5];
        if (gapX > 0) square += axis0 * gapX * gapX;
        if (gapY > 0) square += axis1 * gapY * gapY;
        if (gapZ > 0) square += axis2 * gapZ * gapZ;
        if (square > limit) continue;
        const kx = moved[j + OWN];
        const ky = moved[j + OWN + 1];
        const kz = moved[j + OWN + 2];
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
          const other = anyAxis * gap * (gap / length); // the square of a gap in a's space may overflow
          if (other > limit) continue;
          if (other > square) square = other;
        }
        squares[top] = square;
        keys[top] = square + CENTRE_SHARE * length;
        stackA[top] = i;
        stackB[top] = atChild;
        top++;
      }
    }
    sortAdded(waiting, begin, top);
  }
  query.boxTests = boxTests;
  return false;
}

/** The box around a box of the other side, seen through `pose`, with the pose's margin; and its own half extents. */
function setMoved(nodes: Float32Array, at: number, pose: Float64Array, out: Float64Array, to: number): void {
  // biome-ignore format: vectors read in rows
  const lowX = nodes[at], lowY = nodes[at | 1], lowZ = nodes[at | 2],
    highX = nodes[at | 3], highY = nodes[at | 4], highZ = nodes[at | 5],
    x = 0.5 * (lowX + highX), y = 0.5 * (lowY + highY), z = 0.5 * (lowZ + highZ),
    hx = 0.5 * (highX - lowX), hy = 0.5 * (highY - lowY), hz = 0.5 * (highZ - lowZ),
    margin = pose[MARGIN_A];
  out[to] = pose[M] * x + pose[M + 1] * y + pose[M + 2] * z + pose[C];
  out[to + 1] = pose[M + 3] * x + pose[M + 4] * y + pose[M + 5] * z + pose[C + 1];
  out[to + 2] = pose[M + 6] * x + pose[M + 7] * y + pose[M + 8] * z + pose[C + 2];
  out[to + 3] = pose[ABS_M] * hx + pose[ABS_M + 1] * hy + pose[ABS_M + 2] * hz + margin;
  out[to + 4] = pose[ABS_M + 3] * hx + pose[ABS_M + 4] * hy + pose[ABS_M + 5] * hz + margin;
  out[to + 5] = pose[ABS_M + 6] * hx + pose[ABS_M + 7] * hy + pose[ABS_M + 8] * hz + margin;
  out[to + OWN] = hx;
  out[to + OWN + 1] = hy;
  out[to + OWN + 2] = hz;
  out[to + IS_MOVED] = 1;
}

function mostChildren(tree: AabbTree | RTree): number {
  return tree.kind === "aabb" ? 2 : tree.maxChildren;
}

/** The sum of the three extents, which R-trees do not store. */
function sizeOf(nodes: Float32Array, at: number): number {
  return nodes[at | 3] - nodes[at] + nodes[at | 4] - nodes[at | 1] + nodes[at | 5] - nodes[at | 2];
}
