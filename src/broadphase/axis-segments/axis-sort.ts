import type { BroadPhaseStats } from "../broad-phase.ts";
import type { PairList } from "../pair-list.ts";
import type { Boxes } from "../segment-sort/segment-cuts.ts";
import { type AxisCells, createAxisCells, cutAxes } from "./axis-cells.ts";
import { type AxisLists, createAxisLists, sortAxes } from "./axis-lists.ts";
import { beginStates, createPairStates, finishStates, type PairStates, setState } from "./pair-states.ts";

// Segment Sort as Xing, Liu and Xu describe it (2010, sections III and IV), for any boxes: those of a scene, or the nodes of a layer.
//   insertion, deletion      the ends of new boxes are appended, those of removed ones deleted       axis-lists.ts
//   steps 2, 3 and 5         the ends of all intervals, sorted per axis by diminishing increments    axis-lists.ts
//   steps 2, 4 to 6          the sorted lists cut into segments of equal count, regrouped by cells   axis-cells.ts
//   step 7                   overlapping intervals of every sub-list; a pair has a state per axis    here, pair-states.ts
//
// Lists and states are kept from step to step. The sort does not say when two intervals part: an exchange over an increment above 1 also
// changes the order of both ends and all ends between them. Step 7 does: it walks every sub-list in every step, so that it confirms every
// state that still holds, and a state that it has not confirmed is cleared when the step ends. So the states of the last step change no
// answer; they are kept because the paper tracks them.

export interface AxisSort {
  readonly lists: AxisLists;
  readonly cells: AxisCells;
  readonly states: PairStates;
  /** The boxes that have begun and not ended on the walk along a sub-list. */
  open: Uint32Array;
}

/** Segments have `stretch` times the least length that the paper allows; its method is 1. */
export function createAxisSort(dimensions: 2 | 3, stretch = 1): AxisSort {
  return {
    lists: createAxisLists(dimensions),
    cells: createAxisCells(dimensions, stretch),
    states: createPairStates(),
    open: new Uint32Array(0),
  };
}

/**
 * Adds the overlapping pairs to `out`, each once: those whose intervals overlap on all axes. With `split` > 0 only pairs of an id below it
 * and one from it on. Fills `stats`.
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
  beginStates(states);
  if (boxes.size >= 2) {
    cutAxes(cells, lists, boxes.idEnd);
    stats.overlapChecks = walkCells(sort, boxes, split);
  }
  finishStates(states, (1 << boxes.dimensions) - 1, out);
}

/** Step 7: sets the states of all intervals that overlap within a cell. Returns the number of overlapping intervals that may be a pair. */
function walkCells(sort: AxisSort, { size, dimensions }: Boxes, split: number): number {
  const { cells } = sort;
  if (sort.open.length < size) sort.open = new Uint32Array(2 * size);
  let checks = 0;
  for (let cell = 0; cell < cells.cellCount; cell++) {
    const from = cells.starts[cell];
    const to = cells.starts[cell + 1];
    if (to - from < 4) continue; // one box, or none
    for (let axis = 0; axis < dimensions; axis++) checks += walkList(sort, axis, from, to, split);
  }
  return checks;
}

/** Walks a sub-list: an interval that begins overlaps all open ones. */
function walkList(
  { cells, states, open }: AxisSort,
  axis: number,
  from: number,
  to: number,
  split: number,
): number {
  const ends = cells.ends[axis];
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
      setState(states, id, open[k], axis);
    }
    open[openCount++] = id;
  }
  return checks;
}
