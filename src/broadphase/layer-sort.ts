import { OptionError, show } from "../errors.ts";
import { type AxisSort, createAxisSort, findAxisPairs } from "./axis-segments/axis-sort.ts";
import type { BroadPhaseStats } from "./broad-phase.ts";
import type { PairList } from "./pair-list.ts";
import type { Boxes } from "./segment-sort/segment-cuts.ts";
import { createSegmentEngine, findSegmentPairs, type SegmentEngine } from "./segment-sort/segment-engine.ts";

// The sort of one layer of boxes in the layer-by-layer tests of Xing, Liu and Xu (2010, section IV), which keeps its order for the next
// frame: abut's segment sort, or the paper's.

/**
 * What segment sort keeps sorted. "lists": the axes are cut first, and the boxes of each cell are a sorted list, as in `createSegmentSort`.
 * "axes": the ends of all boxes are sorted on each axis, then cut, as in `createSegmentSortByAxes`.
 */
export type SegmentSortKind = "lists" | "axes";

export type LayerSort =
  | { readonly kind: "lists"; readonly engine: SegmentEngine }
  | { readonly kind: "axes"; readonly axes: AxisSort };

/** The option `sort` of a query, checked. */
export function readSortKind(sort: SegmentSortKind = "lists"): SegmentSortKind {
  if (sort !== "lists" && sort !== "axes")
    throw new OptionError(`sort: ${show(sort)} is not "lists" or "axes"`);
  return sort;
}

export function createLayerSort(kind: SegmentSortKind): LayerSort {
  return kind === "lists" ? { kind, engine: createSegmentEngine() } : { kind, axes: createAxisSort(3) };
}

/**
 * Adds the overlapping pairs of a layer's boxes to `out`, each once. With `split` > 0 only pairs of an id below it and one from it on. Fills
 * `stats`.
 */
export function findLayerPairs(
  sort: LayerSort,
  boxes: Boxes,
  split: number,
  out: PairList,
  stats: BroadPhaseStats,
): void {
  if (sort.kind === "lists") findSegmentPairs(sort.engine, boxes, split, out, stats);
  else findAxisPairs(sort.axes, boxes, split, out, stats);
}
