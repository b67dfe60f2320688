import { type BroadPhaseStats, createBroadPhaseStats } from "../../broadphase/broad-phase.ts";
import { createLayerSort, type LayerSort, type SegmentSortKind } from "../../broadphase/layer-sort.ts";
import { createPairList, type PairList } from "../../broadphase/pair-list.ts";
import type { Boxes } from "../../broadphase/segment-sort/segment-cuts.ts";
import type { OptionNames } from "../../option-names.ts";
import { checkFillable, refuseFillable } from "../../reused-objects.ts";
import { AABB_LINK, AABB_STRIDE, type AabbTree } from "../../trees/layout.ts";

// The state that the layer-by-layer test (Xing, Liu, Xu 2010, section IV) keeps for two trees between frames: for each
// level the nodes of both, and the sort with its last order.

/** One level of both trees. Its boxes are those of a's nodes, then those of b's. */
export interface Layer {
  /** Offsets of the level's nodes in their trees; the children of two siblings follow each other. */
  readonly nodesA: Uint32Array;
  readonly nodesB: Uint32Array;
  /** For each box the number of its first child's box in the next layer; meaningless for a leaf. */
  readonly childOf: Uint32Array;
  /** The boxes of nodes whose parents overlap a node of the other tree. */
  readonly boxes: Boxes;
  readonly sort: LayerSort;
}

/**
 * What `findPairsByLayers` remembers of two trees: the order of every level. Start with {}, use one per pair of bodies, and pass it to
 * every call. It stays valid after a refit; other trees and another `sort` start over.
 */
export interface LayerCache {
  a?: AabbTree | null;
  b?: AabbTree | null;
  layers?: Layer[];
}

const CACHE_NAMES: OptionNames<LayerCache> = { a: true, b: true, layers: true };

/** The caller's cache with all its fields, or a new one. */
export function readLayerCache(cache: LayerCache = {}): Required<LayerCache> {
  checkFillable(cache, CACHE_NAMES, "cache");
  const { a, b, layers } = cache;
  if (a === undefined && b === undefined && layers === undefined)
    return Object.assign(cache, { a: null, b: null, layers: [] });
  if (a === undefined || b === undefined || !Array.isArray(layers)) refuseFillable(cache, "cache");
  return cache as Required<LayerCache>;
}

/** Sets up the cache for two trees and a kind of sort, unless it is theirs already. */
export function openLayers(
  cache: Required<LayerCache>,
  a: AabbTree,
  b: AabbTree,
  kind: SegmentSortKind,
): void {
  if (cache.a === a && cache.b === b && cache.layers[0]?.sort.kind === kind) return;
  const levelsA = levelsOf(a);
  const levelsB = levelsOf(b);
  cache.layers = [];
  for (let d = 0; d < Math.min(levelsA.length, levelsB.length); d++) {
    const [nodesA, nodesB] = [levelsA[d], levelsB[d]];
    const limit = nodesA.length + nodesB.length;
    cache.layers.push({
      nodesA,
      nodesB,
      childOf: new Uint32Array(limit),
      boxes: {
        dimensions: 3,
        stride: 6,
        size: 0,
        idEnd: limit,
        boxes: new Float64Array(6 * limit),
        used: new Uint8Array(limit),
      },
      sort: createLayerSort(kind),
    });
    const above = cache.layers[d - 1];
    if (above === undefined) continue;
    numberChildren(a.links, above.nodesA, above.childOf, 0, 0);
    numberChildren(b.links, above.nodesB, above.childOf, above.nodesA.length, nodesA.length);
  }
  cache.a = a;
  cache.b = b;
}

/** The offsets of the nodes of every level, children in the order of their parents. */
export function levelsOf({ links }: AabbTree): Uint32Array[] {
  const levels = [Uint32Array.of(0)];
  for (;;) {
    const next: number[] = [];
    for (const node of levels.at(-1)!) {
      const link = links[node + AABB_LINK];
      if (link >= 0) next.push(AABB_STRIDE * link, AABB_STRIDE * (link + 1));
    }
    if (next.length === 0) return levels;
    levels.push(Uint32Array.from(next));
  }
}

function numberChildren(
  links: Int32Array,
  nodes: Uint32Array,
  childOf: Uint32Array,
  from: number,
  firstChild: number,
): void {
  let child = firstChild;
  for (let i = 0; i < nodes.length; i++) {
    if (links[nodes[i] + AABB_LINK] < 0) continue;
    childOf[from + i] = child;
    child += 2;
  }
}

/** Memory of one query, kept for the next. */
export interface LayerScratch {
  /** The pairs of the current layer, and the cost of finding them. */
  readonly pairs: PairList;
  readonly stats: BroadPhaseStats;
  /** Nodes still to visit while a leaf descends the other tree. */
  stack: Int32Array;
}

export function createLayerScratch(): LayerScratch {
  return { pairs: createPairList(), stats: createBroadPhaseStats(), stack: new Int32Array(128) };
}
