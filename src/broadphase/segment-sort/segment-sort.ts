import { checkOptionNames } from "../../option-names.ts";
import { addBox, createBoxStore, moveAllBoxes, moveBox, removeBox } from "../box-store.ts";
import {
  BROAD_PHASE_OPTIONS,
  type BroadPhase,
  type BroadPhaseOptions,
  createBroadPhaseStats,
} from "../broad-phase.ts";
import { cullStore } from "../cull/cull-boxes.ts";
import { shareBoxes } from "../kernel-boxes.ts";
import { createPairChanges, finishChanges, noteChanges, restartChanges } from "../pair-changes.ts";
import { createPairList } from "../pair-list.ts";
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

/** A broad phase for boxes that move little from one update to the next; its time is then linear in their number. */
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
  const changes = createPairChanges();
  // The pairs found by this update, and by the last one.
  let front = createPairList();
  let back = createPairList();
  let isWhole = true;
  const stats = createBroadPhaseStats();
  return {
    dimensions,
    stats,
    get size() {
      return store.size;
    },
    add: (box) => addBox(store, box),
    move: (id, box) => moveBox(store, id, box),
    moveAll: (boxes) => moveAllBoxes(store, boxes),
    remove(id) {
      removeBox(store, id);
      // NaN fails every bounds check, so the kernel lists the box.
      store.boxes.fill(Number.NaN, store.stride * id, store.stride * (id + 1));
    },
    cull: (planes, into) => cullStore(store, planes, into),
    update() {
      if (!isWhole) {
        // Memory ran out during the last update: all boxes are placed and swept again.
        restartChanges(changes);
        back.count = 0;
        engine.isCutOutdated = true;
      }
      isWhole = false;
      front.count = 0;
      findSegmentPairs(engine, store, 0, front, stats);
      const { foundStarts, lastFoundStarts, memory } = engine.cells;
      noteChanges(
        changes,
        { list: back, starts: lastFoundStarts },
        { list: front, starts: foundStarts },
        store,
      );
      [front, back] = [back, front];
      shareBoxes(store, memory.kernel);
      const answer = finishChanges(changes, store);
      isWhole = true;
      return answer;
    },
  };
}
