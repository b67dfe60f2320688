import { checkOptionNames } from "../../option-names.ts";
import { addBox, type BoxStore, createBoxStore, moveAllBoxes, moveBox, removeBox } from "../box-store.ts";
import {
  BROAD_PHASE_OPTIONS,
  type BroadPhase,
  type BroadPhaseOptions,
  createBroadPhaseStats,
} from "../broad-phase.ts";
import { cullStore } from "../cull/cull-store.ts";
import { createPairChanges, finishChanges, noteChanges, restartChanges } from "../pair-changes.ts";
import { createPairList } from "../pair-list.ts";
import { createSegmentEngine, findSegmentPairs } from "./segment-engine.ts";
import type { CreateKernels } from "./segment-kernels.ts";
import type { SegmentRoom } from "./segment-room.ts";

// Segment sort (Xing, Liu, Xu 2010, after SMB by Li, Feng, Owen 2006). y and z are cut into segments of nearly equal
// count, so that no box is cut more than once on an axis. Each product of segments, a cell, keeps the lower ends of its
// boxes on x in order, from one update to the next; the diminishing-increment sort mends the order, and one
// sweep over each list finds the pairs.
//
//   segment-cuts ─▶ segment-classes ─▶ segment-cells ─▶ sweep-cells ─▶ found-changes
//
// Where WebAssembly can be used, kernels do most of it, on images of the boxes: segment-kernels ─▶ narrow-list. Without,
// plain TypeScript does: diminishing-sort, sweep-list.

/** A broad phase for boxes that move little from one update to the next; linear in their number then. */
export function createSegmentSort(options: BroadPhaseOptions = {}): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createSegmentSort");
  return openSegmentSort(options);
}

/** With null for kernels, in plain TypeScript; otherwise by kernels from so many boxes on. */
export function openSegmentSort(
  { dimensions = 3 }: BroadPhaseOptions,
  createKernels?: CreateKernels | null,
  fewestImages?: number,
): BroadPhase {
  const store = createBoxStore(dimensions, "createSegmentSort");
  const engine = createSegmentEngine(createKernels, fewestImages);
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
      // It is within no bounds then: so kernels find it.
      store.boxes.fill(Number.NaN, store.stride * id, store.stride * (id + 1));
    },
    cull: (planes, into) => cullStore(store, planes, into),
    update() {
      if (!isWhole) {
        // Memory ran out during the last update: all boxes are placed and swept anew.
        restartChanges(changes);
        back.count = 0;
        engine.isCutOutdated = true;
      }
      isWhole = false;
      front.count = 0;
      findSegmentPairs(engine, store, 0, front, stats);
      const { foundStarts, lastFoundStarts } = engine.cells;
      noteChanges(
        changes,
        { list: back, starts: lastFoundStarts },
        { list: front, starts: foundStarts },
        store,
      );
      [front, back] = [back, front];
      shareBoxes(store, engine.cells.room);
      const answer = finishChanges(changes, store);
      isWhole = true;
      return answer;
    },
  };
}

/** Keeps the boxes where the kernels can reach them, or else where nothing of the kernels is kept for them. */
function shareBoxes(store: BoxStore, { narrow }: SegmentRoom): void {
  if (narrow === null) {
    if (store.moveRoom !== null) store.boxes = store.boxes.slice();
    store.moveRoom = null;
    return;
  }
  if (store.boxes.buffer === narrow.given.buffer) return;
  const { kernels, given, otherGiven } = narrow;
  given.set(store.boxes.subarray(0, store.stride * store.limit));
  store.boxes = given;
  store.moveRoom = {
    spare: otherGiven,
    check: store.dimensions === 3 ? kernels.checkBoxes3D : kernels.checkBoxes2D,
  };
}
