import { type BroadPhaseStats, createBroadPhaseStats } from "../../broadphase/broad-phase.ts";
import {
  createLayerSort,
  findLayerPairs,
  type LayerSort,
  type SegmentSortKind,
} from "../../broadphase/layer-sort.ts";
import { createPairList, type PairList } from "../../broadphase/pair-list.ts";
import type { Boxes } from "../../broadphase/segment-sort/segment-cuts.ts";
import { BATCH } from "../../kernels/self-memory-map.ts";
import { checkCoordinates } from "../../mesh/triangle-mesh.ts";
import type { OptionNames } from "../../option-names.ts";
import { checkFillable, refuseFillable } from "../../reused-objects.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { isArrayOf } from "../../typed-arrays.ts";

// The layer-by-layer test of one tree against itself. Every node overlaps itself, so no level of the tree rules anything out: only the
// triangles' boxes are sorted. sort-self-layers.ts sorts every level, as in the paper of Xing, Liu and Xu.

/**
 * What `findSelfPairs` by layers remembers of a tree: the boxes of its triangles, and their order in the last frame. Start with {}, use one
 * per model, and pass it to every call. A call with another tree or another `sort` sorts from scratch.
 */
export interface SelfLayerCache {
  tree?: AabbTree | null;
  boxes?: Boxes;
  sort?: LayerSort;
  found?: PairList;
  stats?: BroadPhaseStats;
  /** The candidates passed to `visit`, two slots each. */
  batch?: Int32Array;
  /** For "every-layer": the nodes of every level, and their order. */
  levels?: SelfLevel[];
}

/** One level of a tree. */
interface SelfLevel {
  /** Offsets of its nodes, in 4-byte elements. */
  readonly nodes: Uint32Array;
  readonly boxes: Boxes;
  readonly sort: LayerSort;
}

/** A cache with all its fields. */
export type FilledSelfLayerCache = Required<SelfLayerCache>;

const CACHE_NAMES: OptionNames<SelfLayerCache> = {
  tree: true,
  boxes: true,
  sort: true,
  found: true,
  stats: true,
  batch: true,
  levels: true,
};

/** The caller's cache with all its fields, or a new one. */
export function readSelfLayerCache(cache: SelfLayerCache = {}): FilledSelfLayerCache {
  checkFillable(cache, CACHE_NAMES, "cache");
  const { tree, boxes, sort, found, stats, batch, levels } = cache;
  if ([tree, boxes, sort, found, stats, batch, levels].every((field) => field === undefined))
    return Object.assign(cache, createSelfLayerCache());
  const isWhole =
    isArrayOf(batch, "Int32Array") &&
    batch.length === 2 * BATCH &&
    Array.isArray(levels) &&
    [tree, boxes, sort, found, stats].every((field) => typeof field === "object");
  if (!isWhole) refuseFillable(cache, "cache");
  return cache as FilledSelfLayerCache;
}

export function createSelfLayerCache(): FilledSelfLayerCache {
  return {
    tree: null,
    boxes: emptyBoxes(0),
    sort: createLayerSort("lists"),
    found: createPairList(),
    stats: createBroadPhaseStats(),
    batch: new Int32Array(2 * BATCH),
    levels: [],
  };
}

/**
 * Passes all pairs of slots whose triangles' boxes are at most `margin` apart on every axis to `visit`, in batches of at
 * most BATCH pairs (slot, slot). Ends when there are no more, or when `visit` returns true; returns its last answer. The
 * boxes are those of the current vertices: the tree need not be refitted.
 */
export function sortSelf(
  tree: AabbTree,
  margin: number,
  kind: SegmentSortKind,
  cache: FilledSelfLayerCache,
  visit: (candidates: Int32Array, count: number) => boolean,
): boolean {
  openSelfCache(cache, tree, margin, kind);
  const { boxes, sort, found, stats, batch } = cache;
  found.count = 0;
  findLayerPairs(sort, boxes, 0, found, stats);
  for (let first = 0; first < found.count; first += BATCH) {
    const count = Math.min(BATCH, found.count - first);
    for (let k = 0; k < 2 * count; k++) batch[k] = found.pairs[2 * first + k];
    if (visit(batch, count)) return true;
  }
  return false;
}

/** Sets up the cache for a tree, with the boxes of its triangles. Throws `MeshError` for a vertex that is not finite. */
export function openSelfCache(
  cache: FilledSelfLayerCache,
  tree: AabbTree,
  margin: number,
  kind: SegmentSortKind,
): void {
  if (cache.tree !== tree || cache.sort.kind !== kind) {
    cache.tree = tree;
    cache.boxes = emptyBoxes(tree.triangles.length);
    cache.sort = createLayerSort(kind);
    cache.levels = [];
  }
  checkCoordinates(tree.mesh.positions);
  boxTriangles(tree, margin, cache.boxes.boxes);
}

export function emptyBoxes(limit: number): Boxes {
  return {
    dimensions: 3,
    stride: 6,
    size: limit,
    idEnd: limit,
    boxes: new Float64Array(6 * limit),
    used: new Uint8Array(limit).fill(1),
  };
}

/** The box of each slot's triangle. Only the maxima grow by the margin, because a test compares a minimum with a maximum. */
function boxTriangles({ mesh, corners }: AabbTree, margin: number, out: Float64Array): void {
  const { positions } = mesh;
  for (let slot = 0, at = 0; at < out.length; slot += 3, at += 6) {
    const u = 3 * corners[slot];
    const v = 3 * corners[slot + 1];
    const w = 3 * corners[slot + 2];
    for (let k = 0; k < 3; k++) {
      let low = positions[u + k];
      let high = low;
      const second = positions[v + k];
      const third = positions[w + k];
      if (second < low) low = second;
      else high = second;
      if (third < low) low = third;
      else if (third > high) high = third;
      out[at + k] = low;
      out[at + 3 + k] = high;
    }
  }
  if (margin > 0) widenBoxes(out, margin);
}

/** Adds the margin to all maxima. */
export function widenBoxes(boxes: Float64Array, margin: number): void {
  for (let at = 3; at < boxes.length; at += 6)
    for (let k = at; k < at + 3; k++) {
      const high = boxes[k] + margin;
      boxes[k] = high + Math.abs(high) * 2 ** -52; // never below the exact sum
    }
}
