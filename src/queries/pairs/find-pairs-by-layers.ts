import { findLayerPairs, readSortKind } from "../../broadphase/layer-sort.ts";
import { notePair } from "../../broadphase/pair-list.ts";
import { separatingFaceAxis } from "../../geometry/overlap/box-face-axes.ts";
import { ABS_M, C, M, MARGIN_A } from "../../geometry/relative-pose-layout.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree, checkAabbTree } from "../../trees/layout.ts";
import { checkInto, OVERLAP, readStats } from "../stats.ts";
import { scalePair } from "../tiny-worlds.ts";
import { type FindPairsOptions, type TrianglePairs, writeResult } from "./find-pairs.ts";
import { createLayerScratch, type Layer, type LayerCache, openLayers, readLayerCache } from "./layers.ts";
import { leavesMeet } from "./leaf-pairs.ts";
import { type PairContext, returnPairContext, takePairContext } from "./pair-context.ts";
import { beginPairQuery, placePair } from "./pair-query.ts";

// The layer-by-layer test (Xing, Liu, Xu 2010, section IV). The boxes of one level of both trees are sorted together, and the children of
// those that overlap make the next level. b's boxes are moved to a's space and boxed again.
//
// Pairs found by the sort are tested again on b's own axes (SAT lite), because boxing again enlarges b's boxes. A leaf has no next level:
// if it overlaps an inner node, it is tested against that node's subtree pair by pair.

export interface FindPairsByLayersOptions
  extends Pick<FindPairsOptions, "aToWorld" | "bToWorld" | "stats" | "into"> {
  /**
   * How the boxes of a level are sorted; the answer does not depend on it. "lists" (default): abut's segment sort, which cuts the axes first
   * and sorts the boxes of each cell. "axes": as Xing, Liu and Xu write, the ends of all boxes on each axis, cut after sorting.
   */
  sort?: "lists" | "axes" | undefined;
  /** A plain object, such as {}, that keeps the order of every level for the next frame. Without a cache, every call sorts from scratch. */
  cache?: LayerCache | undefined;
}

const LAYERS_OPTIONS: OptionNames<FindPairsByLayersOptions> = {
  aToWorld: true,
  bToWorld: true,
  stats: true,
  into: true,
  sort: true,
  cache: true,
};

/**
 * The result of `findPairs`, by sorting whole levels of two AABB trees instead of descending pair by pair. In `stats`,
 * pairs of boxes that the sort separates count for axis 0, whichever axis it was.
 */
export function findPairsByLayers(
  a: AabbTree,
  b: AabbTree,
  options: FindPairsByLayersOptions = {},
): TrianglePairs {
  checkOptionNames(options, LAYERS_OPTIONS, "findPairsByLayers");
  checkAabbTree(a, "findPairsByLayers");
  checkAabbTree(b, "findPairsByLayers");
  const { aToWorld, bToWorld, into } = options;
  const sort = readSortKind(options.sort);
  const cache = readLayerCache(options.cache);
  checkInto(into);
  const stats = readStats(options.stats);
  const scaled = scalePair(a, b, options);
  if (scaled !== null) return findPairsByLayers(scaled.a, scaled.b, { ...options, ...scaled.poses });
  const context = takePairContext();
  try {
    beginPairQuery(context, a, b, { aToWorld, bToWorld }, true);
    placePair(context, a, b);
    openLayers(cache, a, b, sort);
    const { pose, exits } = context;
    exits[separatingFaceAxis(a.nodes, 0, b.nodes, 0, pose)]++;
    if (exits[OVERLAP] > 0) sortLayers(context, a, b, cache.layers);
    return writeResult(context, into, stats);
  } finally {
    returnPairContext(context);
  }
}

function sortLayers(context: PairContext, a: AabbTree, b: AabbTree, layers: readonly Layer[]): void {
  context.layers ??= createLayerScratch();
  const { exits } = context;
  const { pairs, stats } = context.layers;
  // The two roots overlap: the pair that the first layer would find.
  pairs.count = 0;
  notePair(pairs, 0, 1);
  for (let d = 0; d < layers.length; d++) {
    const layer = layers[d];
    const next = layers[d + 1];
    if (next !== undefined) {
      next.boxes.used.fill(0);
      next.boxes.size = 0;
    }
    if (d > 0) {
      pairs.count = 0;
      findLayerPairs(layer.sort, layer.boxes, layer.nodesA.length, pairs, stats);
      exits[0] += stats.overlapChecks - pairs.count;
    }
    for (let k = 0; k < pairs.count; k++)
      followPair(context, a, b, layer, next, pairs.pairs[2 * k], pairs.pairs[2 * k + 1], d > 0);
    if (next === undefined || next.boxes.size === 0) return;
  }
}

/** Handles a pair found by the sort: drops it, tests two leaves, or adds four boxes to the next layer. */
function followPair(
  context: PairContext,
  a: AabbTree,
  b: AabbTree,
  layer: Layer,
  next: Layer | undefined,
  boxA: number,
  boxB: number,
  test: boolean,
): void {
  const { pose, exits } = context;
  const atA = layer.nodesA[boxA];
  const atB = layer.nodesB[boxB - layer.nodesA.length];
  if (test) {
    const axis = separatingFaceAxis(a.nodes, atA, b.nodes, atB, pose);
    exits[axis]++;
    if (axis !== OVERLAP) return;
  }
  const linkA = a.links[atA + AABB_LINK];
  const linkB = b.links[atB + AABB_LINK];
  if (linkA < 0 || linkB < 0) {
    descendLeaf(context, a, atA, b, atB);
    return;
  }
  // Both are inner nodes, so there is a next layer.
  const children = next!.boxes;
  const childA = layer.childOf[boxA];
  const childB = layer.childOf[boxB];
  if (children.used[childA] === 0) {
    children.used[childA] = children.used[childA + 1] = 1;
    children.size += 2;
    copyBox(a.nodes, AABB_STRIDE * linkA, children.boxes, 6 * childA);
    copyBox(a.nodes, AABB_STRIDE * (linkA + 1), children.boxes, 6 * (childA + 1));
  }
  if (children.used[childB] === 0) {
    children.used[childB] = children.used[childB + 1] = 1;
    children.size += 2;
    moveBox(b.nodes, AABB_STRIDE * linkB, pose, children.boxes, 6 * childB);
    moveBox(b.nodes, AABB_STRIDE * (linkB + 1), pose, children.boxes, 6 * (childB + 1));
  }
}

function copyBox(nodes: Float32Array, at: number, out: Float64Array, to: number): void {
  for (let k = 0; k < 6; k++) out[to + k] = nodes[at + k];
}

/** Beyond all boxes of a, which are f32. */
const FAR = 2 ** 200;

/**
 * The box, in a's space, of a box of b; enlarged by the margin, which also covers the rounding here. Seen from a tiny
 * model, a large one may leave the range of f64, and the difference of two infinities is NaN: such bounds become ±FAR.
 */
function moveBox(nodes: Float32Array, at: number, pose: Float64Array, out: Float64Array, to: number): void {
  // Doubled: min + max and max − min.
  const sx = nodes[at] + nodes[at + 3];
  const sy = nodes[at + 1] + nodes[at + 4];
  const sz = nodes[at + 2] + nodes[at + 5];
  const hx = nodes[at + 3] - nodes[at];
  const hy = nodes[at + 4] - nodes[at + 1];
  const hz = nodes[at + 5] - nodes[at + 2];
  const margin = 2 * pose[MARGIN_A];
  for (let k = 0; k < 3; k++) {
    const row = 3 * k;
    const centre = pose[M + row] * sx + pose[M + row + 1] * sy + pose[M + row + 2] * sz + 2 * pose[C + k];
    const half = pose[ABS_M + row] * hx + pose[ABS_M + row + 1] * hy + pose[ABS_M + row + 2] * hz + margin;
    const low = 0.5 * (centre - half);
    const high = 0.5 * (centre + half);
    out[to + k] = low > -FAR ? Math.min(low, FAR) : -FAR;
    out[to + 3 + k] = high < FAR ? Math.max(high, -FAR) : FAR;
  }
}

/** Descends from a pair of overlapping nodes, at least one of them a leaf, to the leaves. */
function descendLeaf(context: PairContext, a: AabbTree, rootA: number, b: AabbTree, rootB: number): void {
  const { pose, exits } = context;
  const scratch = context.layers!;
  // Each level takes one node and adds at most its two children.
  if (scratch.stack.length < Math.max(a.depth, b.depth) + 2)
    scratch.stack = new Int32Array(2 * Math.max(a.depth, b.depth) + 2);
  const { stack } = scratch;
  const leafIsA = a.links[rootA + AABB_LINK] < 0;
  stack[0] = leafIsA ? rootB : rootA;
  let count = 1;
  while (count > 0) {
    const node = stack[--count];
    const atA = leafIsA ? rootA : node;
    const atB = leafIsA ? node : rootB;
    const link = leafIsA ? b.links[atB + AABB_LINK] : a.links[atA + AABB_LINK];
    if (link < 0) {
      const slotA = ~a.links[atA + AABB_LINK];
      const slotB = ~b.links[atB + AABB_LINK];
      leavesMeet(context, a, slotA, a.links[atA + AABB_COUNT], b, slotB, b.links[atB + AABB_COUNT]);
      continue;
    }
    for (let child = AABB_STRIDE * link; child <= AABB_STRIDE * (link + 1); child += AABB_STRIDE) {
      const axis = leafIsA
        ? separatingFaceAxis(a.nodes, rootA, b.nodes, child, pose)
        : separatingFaceAxis(a.nodes, child, b.nodes, rootB, pose);
      exits[axis]++;
      if (axis === OVERLAP) stack[count++] = child;
    }
  }
}
