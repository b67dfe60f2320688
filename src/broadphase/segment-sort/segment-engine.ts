import type { BroadPhaseStats } from "../broad-phase.ts";
import type { PairChanges } from "../pair-changes.ts";
import { sortWork } from "./diminishing-sort.ts";
import { chooseOrigin } from "./narrow-image.ts";
import { makeNarrowRoom, narrowWork } from "./narrow-list.ts";
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
import { loadSweepKernel, type SweepKernel } from "./sweep-kernel.ts";

// Segment sort without the bookkeeping of a broad phase: boxes in, overlapping pairs out, order kept for the next time.

export interface SegmentEngine {
  readonly cells: SegmentCells;
  /** How many boxes there were when the axes were last cut. */
  sizeAtCut: number;
  /** What the first step after that cost; 0 before it. */
  workAtCut: number;
  isCutOutdated: boolean;
  /** Sweeps images of the boxes, as long as they serve well; null where WebAssembly cannot be used. */
  kernel: SweepKernel | null;
  /** How often boxes have come to new cells since they were last numbered in the order of cells. */
  arrived: number;
}

/** The axes are cut anew when a step has cost this many times what it did after the last cut, ... */
const WORSE = 1.5;
/** ... or when there are this many times more boxes than then, or fewer. */
const MORE_BOXES = 2;
/** Images are given up when they cannot tell more pairs apart, an entry of a list. */
const MOST_UNFOUNDED = 8;
/** More boxes, and the kernel's memory would be too large. */
const MOST_IMAGES = 2 ** 24;

export function createSegmentEngine(kernel: SweepKernel | null = loadSweepKernel()): SegmentEngine {
  return {
    cells: createSegmentCells(),
    sizeAtCut: 0,
    workAtCut: 0,
    isCutOutdated: true,
    kernel,
    arrived: 0,
  };
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
  narrowWork.doubts = 0;
  narrowWork.unfounded = 0;
  roomForBoxes(cells, boxes);
  // To be known before boxes are placed: then it is too late to change.
  if (cells.origin !== null && !isRoomForImages(engine, boxes, split)) engine.isCutOutdated = true;
  if (engine.isCutOutdated || boxes.size > MORE_BOXES * sizeAtCut || MORE_BOXES * boxes.size < sizeAtCut) {
    const origin = engine.kernel === null || split > 0 ? null : chooseOrigin(boxes);
    recut(cells, boxes, origin !== null && isRoomForImages(engine, boxes, split) ? origin : null);
    engine.sizeAtCut = boxes.size;
    engine.workAtCut = 0;
  }
  placeBoxes(cells, boxes);
  narrowWork.mostUnfounded = MOST_UNFOUNDED * cells.entries;
  const foundBefore = out.foundCount;
  stats.overlapChecks = sweepCells(cells, boxes, split, engine.kernel, out);
  if (narrowWork.unfounded > narrowWork.mostUnfounded) {
    engine.kernel = null;
    engine.isCutOutdated = true;
    out.foundCount = foundBefore;
    findSegmentPairs(engine, boxes, split, out, stats);
    return;
  }
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

/** Whether images of the boxes can be swept; false where the kernel's memory cannot grow so far. */
function isRoomForImages({ kernel }: SegmentEngine, { size }: Boxes, split: number): boolean {
  return kernel !== null && split === 0 && size <= MOST_IMAGES && makeNarrowRoom(kernel, size);
}
