import type { OptionNames } from "../option-names.ts";
import type { CulledBoxes } from "./cull/cull-boxes.ts";

// A box is 2 · dimensions numbers: the minima of its axes, then the maxima (minX minY minZ maxX maxY maxZ).
// Boxes are closed: two that only touch are a pair.

/** Finds the pairs of overlapping boxes among many that move. Every method gives the same answers. */
export interface BroadPhase {
  readonly dimensions: 2 | 3;
  /** How many boxes there are. */
  readonly size: number;
  /**
   * Takes in a box and returns its id. The ids of removed boxes are given again, the lowest first. A box may be
   * unbounded (±Infinity); NaN or a minimum above its maximum is an `OptionError`, here and in the moves.
   */
  add(box: ArrayLike<number>): number;
  move(id: number, box: ArrayLike<number>): void;
  /**
   * Moves every box at once: box `id` is read at 2 · dimensions · id. The places of removed boxes are not read, nor
   * is what follows the last box.
   */
  moveAll(boxes: Float64Array): void;
  remove(id: number): void;
  /** The pairs of now, and what has changed since the last update. */
  update(): BoxPairs;
  /**
   * The boxes of now that no single plane cuts off, as `cullBoxes` means it; no update is needed. The dynamic tree
   * descends where nothing but removals came after the last update; everything else tests each box. `into` is an earlier
   * result to overwrite and return.
   */
  cull(planes: ArrayLike<number>, into?: CulledBoxes | null): CulledBoxes;
  /** What was done for the last update: from the one before it until its end. */
  readonly stats: BroadPhaseStats;
}

/**
 * Pairs of ids a < b, sorted by (a, b). The next update overwrites the object and its arrays. A broad phase keeps tens of
 * bytes a pair: n boxes in one place are n² / 2 pairs, and beyond what memory holds the engine throws a `RangeError`.
 */
export interface BoxPairs {
  count: number;
  /** 2 · count ids. */
  pairs: Uint32Array;
  begunCount: number;
  /** Pairs that overlap now and did not at the last update, those of a new box under an old id included. */
  begun: Uint32Array;
  endedCount: number;
  /** Pairs that overlapped at the last update and do not overlap now, those of removed boxes included. */
  ended: Uint32Array;
}

export interface BroadPhaseStats {
  /** Interval ends compared while sorting, or boxes with tree nodes while moving. */
  comparisons: number;
  /** Interval ends moved while sorting; 0 where nothing is sorted. */
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
