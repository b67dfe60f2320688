import type { OptionNames } from "../option-names.ts";
import type { CulledBoxes } from "./cull/cull-boxes.ts";

// A box is 2 · dimensions numbers: the minima of its axes, then the maxima (minX minY minZ maxX maxY maxZ).
// Boxes are closed: two that only touch are a pair.

/** Finds the pairs of overlapping boxes among many that move. All methods give identical answers. */
export interface BroadPhase {
  readonly dimensions: 2 | 3;
  /** The number of boxes. */
  readonly size: number;
  /**
   * Adds a box and returns its id. Ids of removed boxes are reused, the lowest first. A box may be unbounded (±Infinity);
   * NaN or a minimum above its maximum is an `OptionError`, here and in the moves.
   */
  add(box: ArrayLike<number>): number;
  move(id: number, box: ArrayLike<number>): void;
  /**
   * Moves every box at once: box `id` is read at 2 · dimensions · id. Positions of removed boxes, and anything after the
   * last box, are not read.
   */
  moveAll(boxes: Float64Array): void;
  remove(id: number): void;
  /** The current pairs, and the changes since the last update. */
  update(): BoxPairs;
  /**
   * The current boxes that no single plane cuts off, as defined by `cullBoxes`; needs no update. The dynamic tree descends
   * if only removals came after the last update; otherwise, and in all other methods, each box is tested. `into` is an
   * earlier result to overwrite and return.
   */
  cull(planes: ArrayLike<number>, into?: CulledBoxes | null): CulledBoxes;
  /** The work of the last update: everything since the update before it. */
  readonly stats: BroadPhaseStats;
}

/**
 * Pairs of ids a < b, sorted by (a, b). The next update overwrites the object and its arrays. A broad phase keeps tens of
 * bytes per pair: n boxes at one place are n² / 2 pairs, and if memory runs out the engine throws a `RangeError`.
 */
export interface BoxPairs {
  count: number;
  /** 2 · count ids. */
  pairs: Uint32Array;
  begunCount: number;
  /** Pairs that overlap now and did not at the last update, including those of a new box with a reused id. */
  begun: Uint32Array;
  endedCount: number;
  /** Pairs that overlapped at the last update and do not overlap now, including those of removed boxes. */
  ended: Uint32Array;
}

export interface BroadPhaseStats {
  /** Interval ends compared while sorting, or boxes compared with tree nodes. */
  comparisons: number;
  /** Interval ends moved while sorting; 0 if nothing is sorted. */
  swaps: number;
  /** Pairs of boxes tested for overlap. */
  overlapChecks: number;
}

export function createBroadPhaseStats(): BroadPhaseStats {
  return { comparisons: 0, swaps: 0, overlapChecks: 0 };
}

export interface BroadPhaseOptions {
  /** 2 for rectangles, 3 (the default) for boxes. */
  dimensions?: 2 | 3 | undefined;
}

export const BROAD_PHASE_OPTIONS: OptionNames<BroadPhaseOptions> = { dimensions: true };
