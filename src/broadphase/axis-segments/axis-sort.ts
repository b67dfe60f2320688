import type { BroadPhaseStats } from "../broad-phase.ts";
import { notePair, type PairList } from "../pair-list.ts";
import type { Boxes } from "../segment-sort/segment-cuts.ts";
import { type AxisCells, createAxisCells, cutAxes } from "./axis-cells.ts";
import { type AxisLists, createAxisLists, sortAxes } from "./axis-lists.ts";
import { clearStates, createPairStates, type PairStates, setState } from "./pair-states.ts";

// Segment Sort as Xing, Liu and Xu describe it (2010, sections III and IV), for any boxes: those of a scene, or the nodes of a layer.
//   insertion, deletion      the ends of new boxes are appended, those of removed ones deleted       axis-lists.ts
//   steps 2, 3 and 5         the ends of all intervals, sorted per axis by diminishing increments    axis-lists.ts
//   steps 2, 4 to 6          the sorted lists cut into segments of equal count, regrouped by cells   axis-cells.ts
//   step 7                   overlapping intervals of every sub-list; a pair has a state per axis    here, pair-states.ts
//
// The lists are kept from step to step, the states are not. Step 7 walks every sub-list in every step, and so sets all states that hold.
// States that outlive a step would have to be cleared when two intervals part. The sort does not say when that is: an exchange over an
// increment above 1 also changes the order of both ends and all ends between them.

export interface AxisSort {
  readonly lists: AxisLists;
  readonly cells: AxisCells;
  readonly states: PairStates;
  /** The boxes that have begun and not ended on the walk along a sub-list. */
  open: Uint32Array;
}

export function createAxisSort(dimensions: 2 | 3): AxisSort {
  return {
    lists: createAxisLists(dimensions),
    cells: createAxisCells(dimensions),
    states: createPairStates(),
    open: new Uint32Array(0),
  };
}

/**
 * Adds the overlapping pairs to `out`, each once: when its intervals overlap on the last of its axes, in whichever cell comes first. With
 * `split` > 0 only pairs of an id below it and one from it on. Fills `stats`.
 */
export function findAxisPairs(
  sort: AxisSort,
  boxes: Boxes,
  split: number,
  out: PairList,
  stats: BroadPhaseStats,
): void {
  const { lists, cells, states } = sort;
  stats.comparisons = stats.swaps = stats.overlapChecks = 0;
  sortAxes(lists, boxes, stats);
  if (boxes.size < 2) return;
  cutAxes(cells, lists, boxes.idEnd);
  clearStates(states);
  if (sort.open.length < boxes.size) sort.open = new Uint32Array(2 * boxes.size);
  for (let cell = 0; cell < cells.cellCount; cell++) {
    const from = cells.starts[cell];
    const to = cells.starts[cell + 1];
    if (to - from < 4) continue; // one box, or none
    for (let axis = 0; axis < boxes.dimensions; axis++)
      stats.overlapChecks += walkList(sort, axis, from, to, split, out);
  }
}

/** Walks a sub-list: an interval that begins overlaps all open ones. Returns the number of overlapping intervals that may be a pair. */
function walkList(
  { cells, states, open }: AxisSort,
  axis: number,
  from: number,
  to: number,
  split: number,
  out: PairList,
): number {
  const ends = cells.ends[axis];
  const all = (1 << cells.ends.length) - 1;
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
    for (let k = 0; k < openCount; k++) {
      if (split > 0 && id < split === open[k] < split) continue;
      checks++;
      if (setState(states, id, open[k], axis) === all) notePair(out, id, open[k]);
    }
    open[openCount++] = id;
  }
  return checks;
}
