import { checkOptionNames } from "../../option-names.ts";
import { type BoxStore, createBoxStore } from "../box-store.ts";
import {
  BROAD_PHASE_OPTIONS,
  type BroadPhase,
  type BroadPhaseOptions,
  type BroadPhaseStats,
} from "../broad-phase.ts";
import { notePair, type PairList } from "../pair-list.ts";
import { createWholeListPhase } from "../whole-list-phase.ts";
import { type AxisCells, createAxisCells, cutAxes } from "./axis-cells.ts";
import { type AxisLists, createAxisLists, noteRemoved, sortAxes } from "./axis-lists.ts";
import { clearStates, createPairStates, type PairStates, setState } from "./pair-states.ts";

// Segment Sort as Xing, Liu and Xu describe it (2010, sections III and IV), for boxes instead of the nodes of a layer:
//   insertion, deletion      the ends of new boxes are appended, those of removed ones deleted       axis-lists.ts
//   steps 2, 3 and 5         the ends of all intervals, sorted per axis by diminishing increments    axis-lists.ts
//   steps 2, 4 to 6          the sorted lists cut into segments of equal count, regrouped by cells   axis-cells.ts
//   step 7                   overlapping intervals of every sub-list; a pair has a state per axis    here, pair-states.ts
// `createSegmentSort` cuts first and sorts within cells, and is many times faster: docs/papers/2010-xing-liu-xu.md.

interface AxisSort {
  readonly store: BoxStore;
  readonly lists: AxisLists;
  readonly cells: AxisCells;
  readonly states: PairStates;
  /** The boxes that have begun and not ended on the walk along a sub-list. */
  open: Uint32Array;
}

/**
 * The broad phase of Xing, Liu and Xu to the letter, for comparison: prefer `createSegmentSort` or `createDynamicTree`. One box
 * that is long on an axis prevents all cuts of that axis. Default: 3 dimensions.
 */
export function createSegmentSortByAxes(options: BroadPhaseOptions = {}): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createSegmentSortByAxes");
  const { dimensions = 3 } = options;
  const store = createBoxStore(dimensions, "createSegmentSortByAxes");
  return createWholeListPhase(store, () => {
    const sort = createAxisSort(store);
    return {
      noteRemoved: (id) => noteRemoved(sort.lists, id, store.idEnd),
      listPairs(found, stats) {
        sortAxes(sort.lists, store, stats);
        if (store.size > 1) findCellPairs(sort, found, stats);
      },
    };
  });
}

function createAxisSort(store: BoxStore): AxisSort {
  return {
    store,
    lists: createAxisLists(store.dimensions),
    cells: createAxisCells(store.dimensions),
    states: createPairStates(),
    open: new Uint32Array(0),
  };
}

/** Step 7: a pair is found when its intervals overlap on the last of its axes, in whichever cell comes first. */
function findCellPairs(sort: AxisSort, found: PairList, stats: BroadPhaseStats): void {
  const { store, lists, cells, states } = sort;
  cutAxes(cells, lists, store.idEnd);
  clearStates(states);
  if (sort.open.length < store.size) sort.open = new Uint32Array(2 * store.size);
  for (let cell = 0; cell < cells.cellCount; cell++) {
    const from = cells.starts[cell];
    const to = cells.starts[cell + 1];
    if (to - from < 4) continue; // one box, or none
    for (let axis = 0; axis < store.dimensions; axis++)
      stats.overlapChecks += walkList(sort, axis, from, to, found);
  }
}

/** Walks a sub-list: an interval that begins overlaps all open ones. Returns the number of overlapping intervals. */
function walkList(
  { cells, states, open, store }: AxisSort,
  axis: number,
  from: number,
  to: number,
  found: PairList,
): number {
  const ends = cells.ends[axis];
  const all = (1 << store.dimensions) - 1;
  let openCount = 0;
  let checks = 0;
  for (let i = from; i < to; i++) {
    const id = ends[i] >> 1;
    if ((ends[i] & 1) === 1) {
      let at = 0;
      while (open[at] !== id) at++;
      open[at] = open[--openCount];
      continue;
    }
    for (let k = 0; k < openCount; k++)
      if (setState(states, id, open[k], axis) === all) notePair(found, id, open[k]);
    checks += openCount;
    open[openCount++] = id;
  }
  return checks;
}
