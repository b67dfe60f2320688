import { checkOptionNames } from "../../option-names.ts";
import { addBox, createBoxStore, moveAllBoxes, moveBox, removeBox } from "../box-store.ts";
import {
  BROAD_PHASE_OPTIONS,
  type BroadPhase,
  type BroadPhaseOptions,
  createBroadPhaseStats,
} from "../broad-phase.ts";
import { cullStore } from "../cull/cull-store.ts";
import { clearFound, createPairChanges, finishPairs } from "../pair-changes.ts";
import { createSegmentEngine, findSegmentPairs } from "./segment-engine.ts";

// Segment sort (Xing, Liu, Xu 2010, after SMB by Li, Feng, Owen 2006). y and z are cut into segments of nearly equal
// count, so that no box is cut more than once on an axis. Each product of segments, a cell, keeps the lower ends of its
// boxes on x in order, from one update to the next; the diminishing-increment sort mends the order, and one
// sweep over each list finds the pairs.
//
//   segment-cuts ─▶ segment-classes ─▶ segment-cells ─▶ sweep-cells (diminishing-sort, sweep-list or narrow-list)

/** A broad phase for boxes that move little from one update to the next; linear in their number then. */
export function createSegmentSort(options: BroadPhaseOptions = {}): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createSegmentSort");
  const { dimensions = 3 } = options;
  const store = createBoxStore(dimensions, "createSegmentSort");
  const engine = createSegmentEngine();
  const changes = createPairChanges();
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
    remove: (id) => removeBox(store, id),
    cull: (planes, into) => cullStore(store, planes, into),
    update() {
      clearFound(changes);
      findSegmentPairs(engine, store, 0, changes, stats);
      return finishPairs(changes, store);
    },
  };
}
