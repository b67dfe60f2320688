import { plainPose } from "../../geometry/affine.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkInto, type QueryStats, readStats } from "../stats.ts";
import { enlarge, isTinyQuery, scaleTree } from "../tiny-worlds.ts";
import { sweepNodes } from "./sweep-nodes.ts";
import { TREE_OPTIONS, type TreeOptions, toTreeFrame } from "./tree-frame.ts";
import { beginTreeQuery, createTreeQuery, type TreeQuery, writeWorldCorners } from "./tree-query.ts";
import {
  addTriangle,
  createFoundTriangles,
  type FoundTriangles,
  type TriangleList,
  takeTriangles,
} from "./triangle-list.ts";

// The triangles that a solid shape overlaps: the common part of overlapBox and overlapSphere.

export interface OverlapOptions extends TreeOptions {
  /** An earlier result, to be overwritten and returned so that its memory is reused. Default: a new result. */
  into?: TriangleList | null | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<QueryStats> | undefined;
}

export const OVERLAP_OPTIONS: OptionNames<OverlapOptions> = { ...TREE_OPTIONS, into: true, stats: true };

/** A kind of solid shape; all its numbers are lengths or coordinates. */
export interface SolidShape {
  /** The query it belongs to, for errors. */
  readonly caller: string;
  /** The number of its parameters. */
  readonly length: number;
  /** Whether it is a ball, which is tighter than its box. */
  readonly isBall: boolean;
  /** Writes the box around the shape, and its motion. */
  readonly setMovingBox: (shape: Float64Array, out: Float64Array) => void;
  /** Whether the shape and the triangle of nine numbers share a point; exact. */
  readonly meets: (shape: Float64Array, corners: Float64Array) => boolean;
  /** How many tests of this kind have needed exact arithmetic so far. */
  readonly exactTestCount: () => number;
}

/** A query for overlaps with one kind of shape. */
export interface OverlapQuery {
  readonly kind: SolidShape;
  readonly search: TreeQuery;
  readonly shape: Float64Array;
  readonly found: FoundTriangles;
}

export function createOverlapQuery(kind: SolidShape): OverlapQuery {
  return {
    kind,
    search: createTreeQuery(),
    shape: new Float64Array(kind.length),
    found: createFoundTriangles(),
  };
}

interface PlainOptions {
  readonly toWorld: readonly number[] | null;
  readonly into: TriangleList | null | undefined;
  readonly stats: QueryStats | undefined;
}

/** Reads each option once. */
export function readOverlapOptions(options: OverlapOptions, caller: string): PlainOptions {
  checkOptionNames(options, OVERLAP_OPTIONS, caller);
  const { toWorld = null, into } = options;
  checkInto(into);
  const stats = readStats(options.stats);
  return { toWorld: plainPose(toWorld, "toWorld"), into, stats };
}

/** Runs a query for a shape whose numbers have been checked. */
export function findOverlaps(
  query: OverlapQuery,
  tree: AabbTree,
  numbers: readonly number[],
  { toWorld, into, stats }: PlainOptions,
): TriangleList {
  if (isTinyQuery(tree, { toWorld })) {
    const scaled = scaleTree(tree, { toWorld }, numbers);
    if (scaled !== null) {
      const options = { toWorld: plainPose(scaled.toWorld, "toWorld"), into, stats };
      return findOverlaps(query, scaled.tree, enlarge(numbers, scaled.factor), options);
    }
  }
  const { kind, search, shape, found } = query;
  beginTreeQuery(search, tree, toWorld, kind.caller);
  for (let i = 0; i < numbers.length; i++) shape[i] = numbers[i];
  kind.setMovingBox(shape, search.world);
  toTreeFrame(search.placement, tree, search.world, search.moving);
  found.count = 0;
  const exactBefore = kind.exactTestCount();
  const boxTests = sweepNodes(search, tree, visitLeaf, query);
  const exactTests = kind.exactTestCount() - exactBefore;
  return takeTriangles(found, into, stats, boxTests, search.triangleTests, exactTests);
}

function visitLeaf(
  { kind, search, shape, found }: OverlapQuery,
  tree: AabbTree,
  slot: number,
  count: number,
): void {
  const { placement, corners } = search;
  search.triangleTests += count;
  for (let s = slot; s < slot + count; s++) {
    writeWorldCorners(placement, tree, s, corners);
    if (kind.meets(shape, corners)) addTriangle(found, tree.triangles[s]);
  }
}
