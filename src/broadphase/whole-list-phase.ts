import { addBox, type BoxStore, moveAllBoxes, moveBox, removeBox } from "./box-store.ts";
import { type BroadPhase, type BroadPhaseStats, createBroadPhaseStats } from "./broad-phase.ts";
import { cullStore } from "./cull/cull-boxes.ts";
import { createPairChanges, finishChanges, noteChanges, restartChanges } from "./pair-changes.ts";
import { createPairList, type PairList } from "./pair-list.ts";

// A broad phase whose method lists all pairs at every update: the boxes, the comparison with the last list, and what happens
// when memory runs out. Segment sort and the methods of the papers' comparisons use it.

export interface PairLister {
  noteRemoved(id: number): void;
  /**
   * Appends every overlapping pair once, and adds its work to the statistics. An order that hardly changes saves comparisons. May return
   * where the sections of this list, and of the last one, begin: sections are compared one by one. Default: each list is one section.
   */
  listPairs(found: PairList, stats: BroadPhaseStats): Sections | undefined;
  /** Called once the lists have been compared. */
  finish?(): void;
}

interface Sections {
  readonly starts: Uint32Array;
  readonly lastStarts: Uint32Array;
}

/** `createLister` is called again after an update that threw: the new one has seen none of the boxes. */
export function createWholeListPhase(store: BoxStore, createLister: () => PairLister): BroadPhase {
  const changes = createPairChanges();
  const stats = createBroadPhaseStats();
  let front = createPairList();
  let back = createPairList();
  let lister = createLister();
  let updateCompleted = true;
  return {
    dimensions: store.dimensions,
    stats,
    get size() {
      return store.size;
    },
    add: (box) => addBox(store, box),
    move: (id, box) => moveBox(store, id, box),
    moveAll: (boxes) => moveAllBoxes(store, boxes),
    remove(id) {
      removeBox(store, id);
      lister.noteRemoved(id);
    },
    cull: (planes, into) => cullStore(store, planes, into),
    update() {
      if (!updateCompleted) {
        // Memory ran out during the last update: all boxes count as new.
        lister = createLister();
        restartChanges(changes);
        back.count = 0;
      }
      updateCompleted = false;
      stats.comparisons = stats.swaps = stats.overlapChecks = 0;
      front.count = 0;
      const sections = lister.listPairs(front, stats);
      noteChanges(
        changes,
        { list: back, starts: sections?.lastStarts ?? Uint32Array.of(0, back.count) },
        { list: front, starts: sections?.starts ?? Uint32Array.of(0, front.count) },
        store,
      );
      [front, back] = [back, front];
      lister.finish?.();
      const answer = finishChanges(changes, store);
      updateCompleted = true;
      return answer;
    },
  };
}
