import type { AxisLists } from "./axis-lists.ts";
import { type CellNumbers, clearNumbers, createCellNumbers, numberOf } from "./cell-numbers.ts";

// The axial cut of Xing, Liu and Xu (section III B; steps 2, 4, 5 and 6 of section IV). Each sorted list is cut into segments
// with an equal number of ends, the last of which may be shorter. (The paper counts intervals, which have two ends each.) There are as
// many as the paper's limit is sure to allow: no box may be cut more than once on any axis. So one box that is long on an axis prevents
// all cuts of that axis. A cell is a product of segments; its sub-lists are the ends of its boxes, regrouped from the lists of all axes in
// their order.

export interface AxisCells {
  /** How many times the least length segments have; the paper's method is 1. */
  readonly stretch: number;
  /** Per axis the ends in a segment, and the number of segments. */
  readonly size: Float64Array;
  readonly segments: Float64Array;
  /** Per axis and id the place of a box's minimum and maximum in the sorted list, then the segments they are in. */
  readonly low: Uint32Array[];
  readonly high: Uint32Array[];
  readonly numbers: CellNumbers;
  /** Per id the numbers of its cells, one or two segments on each axis: 2^dimensions places, and how many of them are in use. */
  cellsOf: Uint32Array;
  cellCounts: Uint8Array;
  /** The number of cells that have boxes. */
  cellCount: number;
  /** Where each cell's sub-lists begin; the last entry is their length. */
  starts: Uint32Array;
  /** Where the next end of a cell goes. */
  cursors: Uint32Array;
  /** Per axis the sub-lists of all cells. */
  readonly ends: Uint32Array[];
}

export function createAxisCells(dimensions: number, stretch = 1): AxisCells {
  const none = () => Array.from({ length: dimensions }, () => new Uint32Array(0));
  return {
    stretch,
    size: new Float64Array(dimensions),
    segments: new Float64Array(dimensions),
    low: none(),
    high: none(),
    numbers: createCellNumbers(dimensions),
    cellsOf: new Uint32Array(0),
    cellCounts: new Uint8Array(0),
    cellCount: 0,
    starts: new Uint32Array(0),
    cursors: new Uint32Array(0),
    ends: none(),
  };
}

/** Cuts the sorted lists, and regroups their ends into the sub-lists of cells. */
export function cutAxes(cells: AxisCells, lists: AxisLists, idEnd: number): void {
  const { axes, endCount } = lists;
  for (let axis = 0; axis < axes.length; axis++) {
    cells.low[axis] = withRoom(cells.low[axis], idEnd);
    cells.high[axis] = withRoom(cells.high[axis], idEnd);
    const longest = placeEnds(axes[axis].ends, endCount, cells.low[axis], cells.high[axis]);
    cells.size[axis] = Math.max(1, Math.ceil(cells.stretch * longest));
    cells.segments[axis] = Math.ceil(endCount / cells.size[axis]);
  }
  for (let axis = 0; axis < axes.length; axis++) {
    const { low, high } = cells;
    const size = cells.size[axis];
    for (let i = 0; i < endCount; i++) {
      const end = axes[axis].ends[i];
      if ((end & 1) === 0) low[axis][end >> 1] = Math.floor(i / size);
      else high[axis][end >> 1] = Math.floor(i / size);
    }
  }
  listCells(cells, axes[0].ends, endCount, idEnd);
  countEnds(cells, axes[0].ends, endCount);
  for (let axis = 0; axis < axes.length; axis++) regroup(cells, axis, axes[axis].ends, endCount);
}

function withRoom(array: Uint32Array, length: number): Uint32Array {
  return array.length >= length ? array : new Uint32Array(2 * length);
}

/** Notes the place of every end; returns how far apart the two ends of a box are at most. */
function placeEnds(ends: Uint32Array, count: number, low: Uint32Array, high: Uint32Array): number {
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const id = ends[i] >> 1;
    if ((ends[i] & 1) === 0) low[id] = i;
    else {
      high[id] = i;
      longest = Math.max(longest, i - low[id]);
    }
  }
  return longest;
}

/** Lists the cells of every box. */
function listCells(cells: AxisCells, ends: Uint32Array, endCount: number, idEnd: number): void {
  const { low, high, numbers } = cells;
  const isFlat = low.length === 2;
  const places = 1 << low.length;
  cells.cellsOf = withRoom(cells.cellsOf, places * idEnd);
  if (cells.cellCounts.length < idEnd) cells.cellCounts = new Uint8Array(2 * idEnd);
  const { cellsOf, cellCounts } = cells;
  clearNumbers(numbers);
  for (let i = 0; i < endCount; i++) {
    if ((ends[i] & 1) === 1) continue;
    const id = ends[i] >> 1;
    let at = places * id;
    const lastZ = isFlat ? 0 : high[2][id];
    for (let z = isFlat ? 0 : low[2][id]; z <= lastZ; z++)
      for (let y = low[1][id]; y <= high[1][id]; y++)
        for (let x = low[0][id]; x <= high[0][id]; x++) cellsOf[at++] = numberOf(numbers, x, y, z);
    cellCounts[id] = at - places * id;
  }
  cells.cellCount = numbers.count;
}

/** Sets `starts`: a box has two ends in each of its cells. */
function countEnds(cells: AxisCells, ends: Uint32Array, endCount: number): void {
  const { cellCount, cellsOf, cellCounts } = cells;
  const places = 1 << cells.low.length;
  cells.starts = withRoom(cells.starts, cellCount + 1);
  cells.cursors = withRoom(cells.cursors, cellCount + 1);
  const { starts } = cells;
  starts.fill(0, 0, cellCount + 1);
  for (let i = 0; i < endCount; i++) {
    const id = ends[i] >> 1;
    for (let k = 0; k < cellCounts[id]; k++) starts[cellsOf[places * id + k] + 1]++;
  }
  for (let cell = 0; cell < cellCount; cell++) starts[cell + 1] += starts[cell];
  const total = starts[cellCount];
  for (let axis = 0; axis < cells.ends.length; axis++) cells.ends[axis] = withRoom(cells.ends[axis], total);
}

function regroup(cells: AxisCells, axis: number, ends: Uint32Array, endCount: number): void {
  const { cursors, starts, cellCount, cellsOf, cellCounts } = cells;
  const places = 1 << cells.low.length;
  const out = cells.ends[axis];
  for (let cell = 0; cell < cellCount; cell++) cursors[cell] = starts[cell];
  for (let i = 0; i < endCount; i++) {
    const end = ends[i];
    const id = end >> 1;
    for (let k = 0; k < cellCounts[id]; k++) out[cursors[cellsOf[places * id + k]]++] = end;
  }
}
