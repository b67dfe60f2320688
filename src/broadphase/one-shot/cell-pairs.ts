import { type CellCut, chooseCut, createCellCut } from "./cell-split.ts";

// All overlapping pairs among boxes that nothing is known about. Space is cut in two again and again until a cell
// holds few boxes or no cut pays; a box belongs to every cell it reaches. A pair is reported in one cell only, the
// one that holds the lowest corner of what the two boxes share.
//
//   cut at c:  the lower cell takes the boxes with min < c, the upper one those with max ≥ c
//
// The lowest corner's coordinate is the larger minimum m. If m < c both boxes are in the lower cell; otherwise both
// reach m ≥ c and are in the upper one: no pair is lost, and none is reported twice.

/** A cell with at most this many boxes is not cut. */
const SMALL = 24;
const CELL_STRIDE = 6;

/** The pairs found by `findPairsInCells`, and the memory it works in. */
export interface CellPairs {
  /** Ids a < b, in no order. */
  pairs: Uint32Array;
  count: number;
  comparisons: number;
  overlapChecks: number;
  /** The items of the current cell and of waiting cells, one cell after the other. */
  items: Uint32Array;
  /** For each waiting cell: its first item, and one past its last. */
  ranges: Uint32Array;
  /** For each waiting cell: the space it covers, minima and then maxima. */
  spaces: Float64Array;
  /** The space of the current cell. */
  readonly space: Float64Array;
  /** The boxes of the current cell, gathered. */
  boxes: Float64Array;
  readonly cut: CellCut;
}

export function createCellPairs(): CellPairs {
  return {
    pairs: new Uint32Array(0),
    count: 0,
    comparisons: 0,
    overlapChecks: 0,
    items: new Uint32Array(0),
    ranges: new Uint32Array(128),
    spaces: new Float64Array(64 * CELL_STRIDE),
    space: new Float64Array(16),
    boxes: new Float64Array(0),
    cut: createCellCut(),
  };
}

/**
 * Finds the pairs among `count` boxes of six numbers each and leaves them in `found`; with a finite `firstOfB` only pairs
 * of a box before it and one from it on (`ids` ascending).
 */
export function findPairsInCells(
  found: CellPairs,
  boxes: Float64Array,
  ids: Uint32Array,
  count: number,
  firstOfB: number,
): void {
  found.count = found.comparisons = found.overlapChecks = 0;
  if (found.items.length < 4 * count) found.items = new Uint32Array(4 * count);
  found.items.set(count === ids.length ? ids : ids.subarray(0, count));
  for (let k = 0; k < CELL_STRIDE; k++) found.spaces[k] = k < 3 ? -Infinity : Infinity;
  found.ranges[0] = 0;
  found.ranges[1] = count;
  const { space } = found;
  let waiting = 1;
  while (waiting > 0) {
    waiting--;
    const { ranges, spaces } = found;
    for (let k = 0; k < CELL_STRIDE; k++) space[k] = spaces[CELL_STRIDE * waiting + k];
    waiting = takeCell(found, boxes, ranges[2 * waiting], ranges[2 * waiting + 1], waiting, firstOfB);
  }
}

/** Cuts a cell, or finds its pairs; returns how many cells are waiting. */
function takeCell(
  found: CellPairs,
  boxes: Float64Array,
  start: number,
  end: number,
  waiting: number,
  firstOfB: number,
): number {
  const { cut } = found;
  const count = end - start;
  if (count > SMALL) {
    const axis = chooseCut(cut, boxes, found.items, start, end);
    if (axis >= 0) {
      const middle = cutCell(found, boxes, start, end, axis);
      const { upperEnd } = cut;
      const lower = middle - end;
      const upper = upperEnd - middle;
      if (lower * lower + upper * upper < count * count) {
        pushCell(found, waiting, end, middle, axis + 3);
        pushCell(found, waiting + 1, middle, upperEnd, axis);
        return waiting + 2;
      }
    }
  }
  if (firstOfB === Infinity) {
    testCell(found, boxes, start, end, end);
  } else {
    const { items } = found;
    let split = start;
    while (split < end && items[split] < firstOfB) split++;
    if (split !== start && split !== end) testCell(found, boxes, start, split, end);
  }
  return waiting;
}

/** Writes the items of both sides after `end`; returns where the upper side starts, and sets its end in `cut.upperEnd`. */
function cutCell(found: CellPairs, boxes: Float64Array, start: number, end: number, axis: number): number {
  const count = end - start;
  const { cut } = found;
  if (found.items.length < end + 2 * count)
    found.items = enlarged(found.items, new Uint32Array(2 * (end + 2 * count)));
  const { items } = found;
  const value = cut.value[0];
  let lower = end;
  let upper = end + count; // moved down once the length of the lower side is known
  for (let i = start; i < end; i++) {
    const item = items[i];
    const at = 6 * item + axis;
    items[lower] = item;
    if (boxes[at] < value) lower++;
    items[upper] = item;
    if (boxes[at + 3] >= value) upper++;
  }
  found.comparisons += 2 * count;
  items.copyWithin(lower, end + count, upper);
  cut.upperEnd = lower + upper - end - count;
  return lower;
}

/** Queues a cell: it covers the space of the current cell, except that the cut is its `bound`. */
function pushCell(found: CellPairs, at: number, start: number, end: number, bound: number): void {
  if (found.ranges.length < 2 * at + 2) {
    const ranges = enlarged(found.ranges, new Uint32Array(4 * at));
    found.spaces = enlarged(found.spaces, new Float64Array(2 * CELL_STRIDE * at));
    found.ranges = ranges;
  }
  const { ranges, spaces, space } = found;
  ranges[2 * at] = start;
  ranges[2 * at + 1] = end;
  for (let k = 0; k < CELL_STRIDE; k++) spaces[CELL_STRIDE * at + k] = space[k];
  spaces[CELL_STRIDE * at + bound] = found.cut.value[0];
}

/** Tests every item before `split` against every later one; all pairs if `split` is the end. */
function testCell(found: CellPairs, boxes: Float64Array, start: number, split: number, end: number): void {
  const count = end - start;
  if (found.boxes.length < 6 * count) found.boxes = new Float64Array(12 * count);
  const { items, boxes: cell } = found;
  for (let k = 0, from = start; from < end; from++) {
    const at = 6 * items[from];
    for (let i = 0; i < 6; i++) cell[k++] = boxes[at + i];
  }
  for (let a = start; a < split; a++) {
    const first = split === end ? a + 1 : split;
    found.overlapChecks += end - first;
    testItem(found, cell, start, a, first, end);
  }
}

function testItem(
  found: CellPairs,
  cell: Float64Array,
  start: number,
  a: number,
  first: number,
  end: number,
): void {
  const { items, space } = found;
  const p = 6 * (a - start);
  const minX = cell[p];
  const minY = cell[p + 1];
  const minZ = cell[p + 2];
  const maxX = cell[p + 3];
  const maxY = cell[p + 4];
  const maxZ = cell[p + 5];
  for (let b = first, q = 6 * (first - start); b < end; b++, q += 6) {
    // A branch per side could not be predicted. d + |d| is 0 if there is no gap; unbounded boxes may give NaN.
    const d0 = minX - cell[q + 3];
    const d1 = cell[q] - maxX;
    const d2 = minY - cell[q + 4];
    const d3 = cell[q + 1] - maxY;
    const d4 = minZ - cell[q + 5];
    const d5 = cell[q + 2] - maxZ;
    const gaps =
      d0 +
      Math.abs(d0) +
      (d1 + Math.abs(d1)) +
      (d2 + Math.abs(d2)) +
      (d3 + Math.abs(d3)) +
      (d4 + Math.abs(d4)) +
      (d5 + Math.abs(d5));
    if (gaps > 0 || (Number.isNaN(gaps) && !overlap(cell, p, q))) continue;
    if (isHome(space, cell, p, q)) addPair(found, items[a], items[b]);
  }
}

function overlap(cell: Float64Array, p: number, q: number): boolean {
  for (let k = 0; k < 3; k++)
    if (cell[p + k] > cell[q + k + 3] || cell[q + k] > cell[p + k + 3]) return false;
  return true;
}

/** Whether the lowest corner of two boxes' intersection lies in the current cell. */
function isHome(space: Float64Array, cell: Float64Array, p: number, q: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.max(cell[p + axis], cell[q + axis]);
    if (low < space[axis] || low >= space[axis + 3]) return false;
  }
  return true;
}

function addPair(found: CellPairs, a: number, b: number): void {
  const at = 2 * found.count;
  if (at === found.pairs.length) found.pairs = enlarged(found.pairs, new Uint32Array(Math.max(1024, 2 * at)));
  found.count++;
  found.pairs[at] = a;
  found.pairs[at + 1] = b;
}

function enlarged<T extends Uint32Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
