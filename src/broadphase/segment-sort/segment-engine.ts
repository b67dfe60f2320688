import { linkBroadphaseKernels } from "../../kernels/broadphase-kernels.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import type { BroadPhaseStats } from "../broad-phase.ts";
import { chooseF32Origin } from "../f32-origin.ts";
import type { PairList } from "../pair-list.ts";
import { placeBoxes } from "./place-boxes.ts";
import {
  createSegmentCells,
  forgetRecoded,
  recut,
  renumber,
  reserveMemory,
  type SegmentCells,
} from "./segment-cells.ts";
import type { Boxes } from "./segment-cuts.ts";
import type { CreateKernels } from "./segment-memory.ts";
import { sweepCells } from "./sweep-cells.ts";

// Segment sort without pair changes: boxes in, overlapping pairs out, the order of lists kept for the next step.

export interface SegmentEngine {
  readonly cells: SegmentCells;
  /** The number of boxes when the axes were last cut. */
  sizeAtCut: number;
  /** The work of the first step after the axes were last cut; 0 before that step. */
  workAtCut: number;
  isCutOutdated: boolean;
  /** Null in plain TypeScript, and from the step on in which f32 images had too many ties. */
  createKernels: CreateKernels | null;
  /** Kernels are used from this many boxes on. */
  readonly fewestForKernels: number;
  /** How many boxes have changed their cell code since places were last reassigned. */
  recodedCount: number;
}

/** The axes are recut when a step costs this many times what the first step after the last cut did. */
const WORSE = 1.5;
/** The axes are recut when the number of boxes has changed by this factor since the last cut. */
const MORE_BOXES = 2;
/** Kernels are given up if more ties per entry than this turn out not to overlap. */
const MOST_TIES_APART = 8;
/** With fewer boxes, kernel memory does not pay. */
const FEWEST_FOR_KERNELS = 128;
/** Addresses of more boxes would need the sign bit. */
const MOST_FOR_KERNELS = 2 ** 22;

export function createSegmentEngine(
  createKernels: CreateKernels | null = areKernelsUnwanted() ? null : linkBroadphaseKernels,
  fewestForKernels: number = areKernelsInsistedOn() ? 0 : FEWEST_FOR_KERNELS,
): SegmentEngine {
  return {
    cells: createSegmentCells(),
    sizeAtCut: 0,
    workAtCut: 0,
    isCutOutdated: true,
    createKernels,
    fewestForKernels,
    recodedCount: 0,
  };
}

/**
 * Adds the overlapping pairs to `out`, each once. With `split` > 0 only pairs of an id below it and one from it on. Fills
 * `stats`.
 */
export function findSegmentPairs(
  engine: SegmentEngine,
  boxes: Boxes,
  split: number,
  out: PairList,
  stats: BroadPhaseStats,
): void {
  const { cells } = engine;
  const { work, oversized } = cells;
  work.comparisons = work.swaps = work.overlapChecks = work.ties = work.tiesApart = 0;
  const countBefore = out.count;
  const { isCutOutdated } = engine;
  engine.isCutOutdated = true; // remains set if memory runs out
  openCells(engine, boxes, split, isCutOutdated);
  if (!placeAndSweep(engine, boxes, split, out)) {
    engine.createKernels = null;
    out.count = countBefore;
    findSegmentPairs(engine, boxes, split, out, stats);
    return;
  }
  if (cells.memory.kernel !== null) kernelRuns.segmentSort++;
  stats.comparisons = work.comparisons;
  stats.swaps = work.swaps;
  stats.overlapChecks = work.overlapChecks;
  const stepWork = cells.entryCount + oversized.count + work.overlapChecks;
  if (engine.workAtCut === 0) engine.workAtCut = stepWork;
  engine.recodedCount += forgetRecoded(cells);
  // By now the order of places has little to do with that of cells; right after a cut it has nothing.
  if (engine.recodedCount >= boxes.size) {
    renumber(cells, boxes.idEnd);
    engine.recodedCount = 0;
  }
  engine.isCutOutdated = stepWork > WORSE * engine.workAtCut;
}

/** Recuts the axes if necessary, and makes room for the boxes. */
function openCells(engine: SegmentEngine, boxes: Boxes, split: number, isCutOutdated: boolean): void {
  const { cells, sizeAtCut, createKernels } = engine;
  const { kernel } = cells.memory;
  const canUseKernels =
    createKernels !== null &&
    split === 0 &&
    boxes.idEnd <= MOST_FOR_KERNELS &&
    boxes.size >= engine.fewestForKernels;
  const isOutdated =
    isCutOutdated ||
    boxes.size > MORE_BOXES * sizeAtCut ||
    MORE_BOXES * boxes.size < sizeAtCut ||
    (kernel !== null && (split > 0 || boxes.idEnd > MOST_FOR_KERNELS));
  if (!isOutdated && reserveMemory(cells, boxes, {}, kernel && createKernels)) return;
  const origin = canUseKernels ? chooseF32Origin(boxes) : null;
  if (origin === null || !recut(cells, boxes, origin, createKernels)) recut(cells, boxes);
  engine.sizeAtCut = boxes.size;
  engine.workAtCut = 0;
}

/** False if kernels were used and failed: they have no room for the lists, or too many f32 sides are equal. */
function placeAndSweep(
  { cells, createKernels }: SegmentEngine,
  boxes: Boxes,
  split: number,
  out: PairList,
): boolean {
  const { work } = cells;
  if (!placeBoxes(cells, boxes, createKernels)) return false;
  work.mostTiesApart = MOST_TIES_APART * cells.entryCount;
  sweepCells(cells, boxes, split, out);
  return work.tiesApart <= work.mostTiesApart;
}
