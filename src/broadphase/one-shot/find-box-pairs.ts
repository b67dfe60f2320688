import { OptionError } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { refuseFillable, refuseInto } from "../../reused-objects.ts";
import { DETACHED, isArrayOf, isDetached } from "../../typed-arrays.ts";
import { checkBoxes, checkDimensions } from "../box-store.ts";
import type { BroadPhaseStats } from "../broad-phase.ts";
import { createBroadPhaseStats } from "../broad-phase.ts";
import { createPairSorter, sortPairs } from "../sort-pairs.ts";
import { createCellPairs, findPairsInCells } from "./cell-pairs.ts";

/** The pairs of boxes that share a point. */
export interface FoundBoxPairs {
  count: number;
  /** 2 · count box numbers, sorted. A view of `storage`. */
  pairs: Uint32Array;
  stats: BroadPhaseStats;
  /** The memory behind `pairs`, at least as long; reused if the result is passed as `into`. */
  storage: Uint32Array;
}

export interface FindBoxPairsOptions {
  /** 2 for rectangles, 3 (the default) for boxes. */
  dimensions?: 2 | 3 | undefined;
  /** The last result, to overwrite and return so that its memory is reused; omitted the first time. */
  into?: FoundBoxPairs | null | undefined;
}

const FIND_BOX_PAIRS_OPTIONS: OptionNames<FindBoxPairsOptions> = { dimensions: true, into: true };

/**
 * All pairs a < b of boxes that share a point, sorted by (a, b): one shot, for boxes without a known earlier order. A box
 * is 2 · dimensions numbers, its minima and then its maxima, and may be unbounded. For boxes that move a little at a time a
 * broad phase is faster.
 */
export function findBoxPairs(boxes: Float64Array, options: FindBoxPairsOptions = {}): FoundBoxPairs {
  checkOptionNames(options, FIND_BOX_PAIRS_OPTIONS, "findBoxPairs");
  const { dimensions = 3 } = options;
  const into = options.into ?? createFoundBoxPairs();
  checkDimensions(dimensions, "findBoxPairs");
  checkInto(into);
  checkBoxes(boxes, dimensions, "findBoxPairs: boxes");
  const count = boxes.length / (2 * dimensions);
  reserveBoxes(count);
  copyAsBoxes(boxes, dimensions, workspace.boxes, 0);
  return collectPairs(count, Infinity, into);
}

/** All pairs of a box of `a` and a box of `b` that share a point, sorted by (a, b). Otherwise like `findBoxPairs`. */
export function findBoxPairsBetween(
  a: Float64Array,
  b: Float64Array,
  options: FindBoxPairsOptions = {},
): FoundBoxPairs {
  checkOptionNames(options, FIND_BOX_PAIRS_OPTIONS, "findBoxPairsBetween");
  const { dimensions = 3 } = options;
  const into = options.into ?? createFoundBoxPairs();
  checkDimensions(dimensions, "findBoxPairsBetween");
  checkInto(into);
  checkBoxes(a, dimensions, "findBoxPairsBetween: a");
  checkBoxes(b, dimensions, "findBoxPairsBetween: b");
  const countA = a.length / (2 * dimensions);
  const count = countA + b.length / (2 * dimensions);
  reserveBoxes(count);
  copyAsBoxes(a, dimensions, workspace.boxes, 0);
  copyAsBoxes(b, dimensions, workspace.boxes, 6 * countA);
  const result = collectPairs(count, countA, into);
  for (let i = 1; i < result.pairs.length; i += 2) result.pairs[i] -= countA;
  return result;
}

function createFoundBoxPairs(): FoundBoxPairs {
  const storage = new Uint32Array(0);
  return { count: 0, pairs: storage, stats: createBroadPhaseStats(), storage };
}

/** The workspace of one query, kept for the next one. */
const workspace = {
  /** Boxes of six numbers, and the numbers 0, 1, 2 … */
  boxes: new Float64Array(0),
  numbers: new Uint32Array(0),
  found: createCellPairs(),
  sorter: createPairSorter(),
};

function reserveBoxes(count: number): void {
  if (workspace.boxes.length >= 6 * count) return;
  const numbers = Uint32Array.from({ length: count }, (_, k) => k);
  workspace.boxes = new Float64Array(6 * count);
  workspace.numbers = numbers;
}

/** The pairs among the first `count` boxes of the workspace. */
function collectPairs(count: number, firstOfB: number, into: FoundBoxPairs): FoundBoxPairs {
  const { boxes, numbers, found, sorter } = workspace;
  findPairsInCells(found, boxes, numbers, count, firstOfB);
  if (into.storage.length < 2 * found.count) into.storage = new Uint32Array(2 * found.count);
  sortPairs(found.pairs, found.count, count, into.storage, sorter);
  into.count = found.count;
  into.pairs = into.storage.subarray(0, 2 * found.count);
  into.stats.comparisons = found.comparisons;
  into.stats.swaps = 0;
  into.stats.overlapChecks = found.overlapChecks;
  return into;
}

/** Copies boxes as six numbers each; rectangles get z = 0. */
function copyAsBoxes(boxes: Float64Array, dimensions: 2 | 3, out: Float64Array, offset: number): void {
  if (dimensions === 3) {
    out.set(boxes, offset);
    return;
  }
  for (let i = 0, to = offset; i < boxes.length; i += 4, to += 6) {
    out[to] = boxes[i];
    out[to + 1] = boxes[i + 1];
    out[to + 2] = 0;
    out[to + 3] = boxes[i + 2];
    out[to + 4] = boxes[i + 3];
    out[to + 5] = 0;
  }
}

function checkInto(into: FoundBoxPairs): void {
  const { storage, stats } = into;
  if (!isArrayOf(storage, "Uint32Array") || typeof stats?.comparisons !== "number") refuseInto(into);
  if (isDetached(storage)) throw new OptionError(`into.storage: ${DETACHED}; omit into to get a new result`);
  if (!Object.isExtensible(into) || !Object.isExtensible(stats)) refuseFillable(into, "into");
}
