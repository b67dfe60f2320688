import { plainPose } from "../../geometry/affine.ts";
import type { Vector } from "../../geometry/vector.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { type QueryStats, readStats, writeCounts } from "../stats.ts";
import { enlarge, isTinyQuery, scaleTree, shrink } from "../tiny-worlds.ts";
import { TREE_OPTIONS, type TreeOptions, toTreeFrame } from "./tree-frame.ts";
import { beginTreeQuery, createTreeQuery, type TreeQuery } from "./tree-query.ts";

// The first triangle that a moving solid meets: the common part of sweepBox, sweepBoxDepthFirst and sweepSphere.

export interface SweepOptions extends TreeOptions {
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<QueryStats> | undefined;
}

const SWEEP_OPTIONS: OptionNames<SweepOptions> = { ...TREE_OPTIONS, stats: true };

export interface SweepHit {
  triangle: number;
  /** 0 at the start of the motion, 1 at its end. */
  time: number;
  /** A point of the triangle that the shape touches at that time. */
  point: Vector;
  /** Unit vector from the triangle to the shape, against the motion; null if the shape meets the triangle already at the start. */
  normal: Vector | null;
}

/** A query for the first hit of one kind of shape. */
export interface SweepQuery {
  readonly search: TreeQuery;
  /** The moving shape; all its numbers are lengths or coordinates. */
  readonly shape: Float64Array;
  /** The slot of the first triangle met so far, −1 for none, and the time. */
  nearest: number;
  firstTime: number;
  /** Exact tests beyond those that the kind counts. */
  exactTests: number;
}

export function createSweepQuery(length: number): SweepQuery {
  // NaN, so that V8 stores an f64 there from the start.
  return {
    search: createTreeQuery(),
    shape: new Float64Array(length),
    nearest: -1,
    firstTime: NaN,
    exactTests: 0,
  };
}

/** A kind of moving solid. */
export interface SweptShape<Query extends SweepQuery> {
  /** The query it belongs to, for errors. */
  readonly caller: string;
  /** Writes the box around the shape, and its motion. */
  readonly setMovingBox: (shape: Float64Array, out: Float64Array) => void;
  /** Prepares what the kind adds to the query. */
  readonly begin: (query: Query) => void;
  /** Looks for `nearest` in the tree. Returns the number of box tests. */
  readonly descend: (query: Query, tree: AabbTree) => number;
  /** How many tests of this kind have needed exact arithmetic so far. */
  readonly exactTestCount: () => number;
  /** The hit of `nearest`, which must exist. */
  readonly describeHit: (query: Query, tree: AabbTree) => SweepHit;
}

interface PlainOptions {
  readonly toWorld: readonly number[] | null;
  readonly stats: QueryStats | undefined;
}

/** Reads each option once. */
export function readSweepOptions(options: SweepOptions, caller: string): PlainOptions {
  checkOptionNames(options, SWEEP_OPTIONS, caller);
  const { toWorld = null } = options;
  const stats = readStats(options.stats);
  return { toWorld: plainPose(toWorld, "toWorld"), stats };
}

/** Runs a query for a shape whose numbers have been checked. */
export function findFirstHit<Query extends SweepQuery>(
  kind: SweptShape<Query>,
  query: Query,
  tree: AabbTree,
  numbers: readonly number[],
  { toWorld, stats }: PlainOptions,
): SweepHit | null {
  if (isTinyQuery(tree, { toWorld })) {
    const scaled = scaleTree(tree, { toWorld }, numbers);
    if (scaled !== null) {
      const options = { toWorld: plainPose(scaled.toWorld, "toWorld"), stats };
      const hit = findFirstHit(kind, query, scaled.tree, enlarge(numbers, scaled.factor), options);
      if (hit !== null) shrink(hit.point, scaled.factor);
      return hit;
    }
  }
  const { search, shape } = query;
  beginTreeQuery(search, tree, toWorld, kind.caller);
  for (let i = 0; i < numbers.length; i++) shape[i] = numbers[i];
  kind.setMovingBox(shape, search.world);
  toTreeFrame(search.placement, tree, search.world, search.moving);
  search.maxTime[0] = 1;
  query.nearest = -1;
  query.exactTests = 0;
  kind.begin(query);
  const exactBefore = kind.exactTestCount();
  const boxTests = kind.descend(query, tree);
  const exactTests = kind.exactTestCount() - exactBefore + query.exactTests;
  const hit = query.nearest < 0 ? null : kind.describeHit(query, tree);
  // Last, because a setter may run a query.
  if (stats !== undefined) writeCounts(stats, boxTests, search.triangleTests, exactTests);
  return hit;
}
