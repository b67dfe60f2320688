import { createLayerSort, findLayerPairs, type SegmentSortKind } from "../../broadphase/layer-sort.ts";
import { BATCH } from "../../kernels/self-memory-map.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree } from "../../trees/layout.ts";
import { levelsOf } from "../pairs/layers.ts";
import type { Visit } from "./descend-self.ts";
import { emptyBoxes, type FilledSelfLayerCache, openSelfCache, widenBoxes } from "./sort-self.ts";

// Self-collision layer by layer as described by Xing, Liu and Xu (2010, abstract and section IV): from the root down, the boxes of every
// level are sorted. In the paper, the children of nodes that overlap make the next level. Here a node overlaps itself, so the next level
// holds all children, and a pair of inner nodes adds none. Pairs with a leaf end in their level: two leaves are tested, and a leaf that
// overlaps an inner node is tested against that node's subtree. `by: "layers"` sorts the boxes of the triangles alone.

interface LayerWalk {
  readonly tree: AabbTree;
  readonly cache: FilledSelfLayerCache;
  readonly visit: Visit;
  candidateCount: number;
  boxTests: number;
  /** Whether `visit` has ended the search. */
  isEnded: boolean;
  /** Inner nodes still to visit while a leaf descends a subtree. */
  readonly stack: Uint32Array;
}

/**
 * Passes pairs of slots to `visit` like `sortSelf`, by sorting every level of the tree, whose boxes must fit the vertices. Returns the
 * number of box tests.
 */
export function sortSelfLayers(
  tree: AabbTree,
  margin: number,
  kind: SegmentSortKind,
  cache: FilledSelfLayerCache,
  visit: Visit,
): number {
  openSelfCache(cache, tree, margin, kind);
  if (cache.levels.length === 0)
    cache.levels = levelsOf(tree).map((nodes) => ({
      nodes,
      boxes: emptyBoxes(nodes.length),
      sort: createLayerSort(kind),
    }));
  // Each level takes one node and adds its two children.
  const stack = new Uint32Array(tree.depth + 2);
  const walk = { tree, cache, visit, candidateCount: 0, boxTests: 0, isEnded: false, stack };
  const { found, stats } = cache;
  for (const { nodes, boxes, sort } of cache.levels) {
    for (let k = 0; k < nodes.length; k++)
      for (let i = 0; i < 6; i++) boxes.boxes[6 * k + i] = tree.nodes[nodes[k] + i];
    if (margin > 0) widenBoxes(boxes.boxes, margin);
    found.count = 0;
    findLayerPairs(sort, boxes, 0, found, stats);
    walk.boxTests += stats.overlapChecks;
    for (let k = 0; k < nodes.length && !walk.isEnded; k++)
      if (isLeaf(tree, nodes[k])) addLeaves(walk, nodes[k], nodes[k]);
    for (let k = 0; k < found.count && !walk.isEnded; k++)
      testPair(walk, nodes[found.pairs[2 * k]], nodes[found.pairs[2 * k + 1]], margin);
    if (walk.isEnded) return walk.boxTests;
  }
  flush(walk);
  return walk.boxTests;
}

function isLeaf({ links }: AabbTree, at: number): boolean {
  return links[at + AABB_LINK] < 0;
}

/** Tests a pair of nodes of one level if one is a leaf. The children of two inner nodes are sorted in the next level anyway. */
function testPair(walk: LayerWalk, p: number, q: number, margin: number): void {
  const { tree } = walk;
  if (isLeaf(tree, p)) descendLeaf(walk, p, q, margin);
  else if (isLeaf(tree, q)) descendLeaf(walk, q, p, margin);
}

/** Tests a leaf against the subtree of a node that it overlaps. */
function descendLeaf(walk: LayerWalk, leaf: number, root: number, margin: number): void {
  const { tree, stack } = walk;
  let count = 0;
  stack[count++] = root;
  while (count > 0 && !walk.isEnded) {
    const node = stack[--count];
    if (isLeaf(tree, node)) {
      addLeaves(walk, leaf, node);
      continue;
    }
    const child = AABB_STRIDE * tree.links[node + AABB_LINK];
    walk.boxTests += 2;
    if (nodesOverlap(tree.nodes, leaf, child, margin)) stack[count++] = child;
    if (nodesOverlap(tree.nodes, leaf, child + AABB_STRIDE, margin)) stack[count++] = child + AABB_STRIDE;
  }
}

function nodesOverlap(nodes: Float32Array, p: number, q: number, margin: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (nodes[p + k] - nodes[q + 3 + k] > margin) return false;
    if (nodes[q + k] - nodes[p + 3 + k] > margin) return false;
  }
  return true;
}

/** Adds the pairs of triangles whose boxes overlap, from two leaves or within one. */
function addLeaves(walk: LayerWalk, p: number, q: number): void {
  const { tree, cache } = walk;
  const { batch } = cache;
  const { boxes } = cache.boxes;
  const firstP = ~tree.links[p + AABB_LINK];
  const firstQ = ~tree.links[q + AABB_LINK];
  const endP = firstP + tree.links[p + AABB_COUNT];
  const endQ = firstQ + tree.links[q + AABB_COUNT];
  for (let i = firstP; i < endP; i++)
    for (let j = p === q ? i + 1 : firstQ; j < endQ; j++) {
      walk.boxTests++;
      if (!slotsOverlap(boxes, 6 * i, 6 * j)) continue;
      batch[2 * walk.candidateCount] = i;
      batch[2 * walk.candidateCount + 1] = j;
      walk.candidateCount++;
      if (walk.candidateCount === BATCH) flush(walk);
      if (walk.isEnded) return;
    }
}

/** The margin is already in the maxima. */
function slotsOverlap(boxes: Float64Array, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++)
    if (boxes[i + k] > boxes[j + 3 + k] || boxes[j + k] > boxes[i + 3 + k]) return false;
  return true;
}

function flush(walk: LayerWalk): void {
  if (walk.candidateCount === 0) return;
  walk.isEnded = walk.visit(walk.cache.batch, walk.candidateCount);
  walk.candidateCount = 0;
}
