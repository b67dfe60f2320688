import type { BroadPhaseStats } from "../broad-phase.ts";
import type { PairChanges } from "../pair-changes.ts";
import { sortWork } from "./diminishing-sort.ts";
import {
  createSegmentCells,
  placeBoxes,
  recut,
  renumber,
  roomForBoxes,
  type SegmentCells,
} from "./segment-cells.ts";
import type { Boxes } from "./segment-classes.ts";
import { sweepCells } from "./sweep-cells.ts";

// Segment sort without the bookkeeping of a broad phase: boxes in, overlapping pairs out, order kept for the next time.

export interface SegmentEngine {
  readonly cells: SegmentCells;
  /** How many boxes there were when the axes were last cut. */
  sizeAtCut: number;
  /** What the first step after that cost; 0 before it. */
  workAtCut: number;
  isCutOutdated: boolean;
  /** How often boxes have come to new cells since they were last numbered in the order of cells. */
  arrived: number;
}

/** The axes are cut anew when a step has cost this many times what it did after the last cut, ... */
const WORSE = 1.5;
/** ... or when there are this many times more boxes than then, or fewer. */
const MORE_BOXES = 2;

export function createSegmentEngine(): SegmentEngine {
  return { cells: createSegmentCells(), sizeAtCut: 0, workAtCut: 0, isCutOutdated: true, arrived: 0 };
}

/**
 * Adds the overlapping pairs to `out`, each once. With `split` > 0 only pairs of an id below it and one that is not.
 * Fills `stats`.
 */
export function findSegmentPairs(
  engine: SegmentEngine,
  boxes: Boxes,
  split: number,
  out: PairChanges,
  stats: BroadPhaseStats,
): void {
  const { cells, sizeAtCut } = engine;
  sortWork.comparisons = 0;
  sortWork.swaps = 0;
  roomForBoxes(cells, boxes);
  if (engine.isCutOutdated || boxes.size > MORE_BOXES * sizeAtCut || MORE_BOXES * boxes.size < sizeAtCut) {
    recut(cells, boxes);
    engine.sizeAtCut = boxes.size;
    engine.workAtCut = 0;
  }
  placeBoxes(cells, boxes);
  stats.overlapChecks = sweepCells(cells, boxes, split, out);
  stats.comparisons = sortWork.comparisons;
  stats.swaps = sortWork.swaps;
  const work = cells.entries + cells.guests.count + stats.overlapChecks;
  if (engine.workAtCut === 0) engine.workAtCut = work;
  // By then memory and space have little to do with each other; right after a cut, nothing.
  engine.arrived += cells.arrivals.count;
  if (engine.arrived >= cells.entries) {
    renumber(cells, boxes.limit);
    engine.arrived = 0;
  }
  engine.isCutOutdated = work > WORSE * engine.workAtCut;
}
