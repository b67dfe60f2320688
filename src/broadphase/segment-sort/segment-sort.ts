import { checkOptionNames } from "../../option-names.ts";
import { createBoxStore } from "../box-store.ts";
import { BROAD_PHASE_OPTIONS, type BroadPhase, type BroadPhaseOptions } from "../broad-phase.ts";
import { shareBoxes } from "../kernel-boxes.ts";
import { createWholeListPhase } from "../whole-list-phase.ts";
import { createSegmentEngine, findSegmentPairs } from "./segment-engine.ts";
import type { CreateKernels } from "./segment-memory.ts";

// Segment sort (Xing, Liu, Xu 2010, after SMB by Li, Feng, Owen 2006). y and z are cut into segments of nearly equal
// count, so that no box is cut more than once on an axis. Each product of two segments, a cell, keeps a list of its boxes in the
// order of minX, from one update to the next. The diminishing-increment sort mends the order, and one sweep over each
// list finds the pairs.
//
//   segment-engine: segment-cuts ─▶ place-boxes (cell-codes) ─▶ sweep-cells (diminishing-sort, sweep-list) ─▶ pair-changes
//
// What is kept is in segment-cells, its memory in segment-memory. Where WebAssembly can be used, kernels do most of a step, on
// f32 images of the boxes: segment-kernels.

/**
 * A broad phase whose time is linear in the number of boxes, and depends little on how far they move. It pays if all boxes move by more than
 * 2 % of their size from one update to the next; otherwise `createDynamicTree` is faster, at rest three to four times. Default: 3 dimensions.
 */
export function createSegmentSort(options: BroadPhaseOptions = {}): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createSegmentSort");
  return createSegmentSortWith(options);
}

/** In plain TypeScript if `createKernels` is null; otherwise with kernels from a number of boxes on. */
export function createSegmentSortWith(
  { dimensions = 3 }: BroadPhaseOptions,
  createKernels?: CreateKernels | null,
  fewestForKernels?: number,
): BroadPhase {
  const store = createBoxStore(dimensions, "createSegmentSort");
  const engine = createSegmentEngine(createKernels, fewestForKernels);
  return createWholeListPhase(store, () => {
    engine.isCutOutdated = true; // all boxes are placed and swept
    return {
      noteRemoved(id) {
        // NaN fails every bounds check, so the kernel lists the box.
        store.boxes.fill(Number.NaN, store.stride * id, store.stride * (id + 1));
      },
      listPairs(found, stats) {
        findSegmentPairs(engine, store, 0, found, stats);
        return { starts: engine.cells.foundStarts, lastStarts: engine.cells.lastFoundStarts };
      },
      finish: () => shareBoxes(store, engine.cells.memory.kernel),
    };
  });
}
