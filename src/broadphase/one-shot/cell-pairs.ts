import { chooseCut, chosen } from "./cell-split.ts";

// All overlapping pairs among boxes that nothing is known about. Space is cut in two again and again until a cell
// holds few boxes or no cut pays; a box belongs to every cell it reaches. A pair is reported in one cell only, the
// one that holds the lowest corner of what the two boxes share.
//
//   cut at c:  the lower cell takes the boxes with min < c, the upper one those with max ≥ c
//
// The lowest corner's coordinate is the larger minimum m. If m < c both boxes are in the lower cell; otherwise both
// reach m ≥ c and are in the upper one: no pair is lost, and none is reported twice.

/** A cell with no more boxes than this is not cut. */
const SMALL = 24;
const CELL_STRIDE = 6;

export interface CellPairs {
  /** Pairs found, ids a < b, in no order. */
  pairs: Uint32Array;
  count: number;
  comparisons: number;
  overlapChecks: number;
}

/** Items of the cell under way and of those that wait, one cell after the other. */
let items = new Uint32Array(1024);
/** Of waiting cells: first item, one past the last. */
let ranges = new Uint32Array(128);
/** Of waiting cells: the space they are, minima and then maxima. */
let spaces = new Float64Array(64 * CELL_STRIDE);
/** The space of the cell under way. */
const space = new Float64Array(16);
/** The boxes of the cell under way, gathered. */
let local = new Float64Array(6 * 256);

const found: CellPairs = { pairs: new Uint32Array(1024), count: 0, comparisons: 0, overlapChecks: 0 };

/**
 * Finds the pairs among `count` boxes of six numbers each; with a finite `firstOfB` only those of a box before it
 * and one from it on (`ids` ascending). The result is overwritten by the next call.
 */
export function findPairsInCells(
  boxes: Float64Array,
  ids: Uint32Array,
  count: number,
  firstOfB: number,
): CellPairs {
  found.count = found.comparisons = found.overlapChecks = 0;
  if (items.length < 4 * count) items = new Uint32Array(4 * count);
  items.set(count === ids.length ? ids : ids.subarray(0, count));
  for (let k = 0; k < CELL_STRIDE; k++) spaces[k] = k < 3 ? -Infinity : Infinity;
  ranges[0] = 0;
  ranges[1] = count;
  let waiting = 1;
  while (waiting > 0) {
    waiting--;
    for (let k = 0; k < CELL_STRIDE; k++) space[k] = spaces[CELL_STRIDE * waiting + k];
    waiting = takeCell(boxes, ranges[2 * waiting], ranges[2 * waiting + 1], waiting, firstOfB);
  }
  return found;
}

/** Cuts a cell, or finds its pairs; returns how many cells wait now. */
function takeCell(
  boxes: Float64Array,
  start: number,
  end: number,
  waiting: number,
  firstOfB: number,
): number {
  const count = end - start;
  if (count > SMALL) {
    const axis = chooseCut(boxes, items, start, end);
    if (axis >= 0) {
      const middle = cutCell(boxes, start, end, axis);
      const upperEnd = lastEnd;
      const lower = middle - end;
      const upper = upperEnd - middle;
      if (lower * lower + upper * upper < count * count) {
        push(waiting, end, middle, axis + 3, chosen[0]);
        push(waiting + 1, middle, upperEnd, axis, chosen[0]);
        return waiting + 2;
      }
    }
  }
  if (firstOfB === Infinity) {
    testCell(boxes, start, end, end);
  } else {
    let split = start;
    while (split < end && items[split] < firstOfB) split++;
    if (split !== start && split !== end) testCell(boxes, start, split, end);
  }
  return waiting;
}

let lastEnd = 0;

/** Writes the items of both sides after `end`; returns where the upper side starts, and leaves its end in `lastEnd`. */
function cutCell(boxes: Float64Array, start: number, end: number, axis: number): number {
  const count = end - start;
  if (items.length < end + 2 * count) growItems(end + 2 * count);
  const list = items;
  const value = chosen[0];
  let lower = end;
  let upper = end + count; // moved down below, when the lower side's length is known
  for (let i = start; i < end; i++) {
    const item = list[i];
    const at = 6 * item + axis;
    list[lower] = item;
    if (boxes[at] < value) lower++;
    list[upper] = item;
    if (boxes[at + 3] >= value) upper++;
  }
  found.comparisons += 2 * count;
  const upperCount = upper - end - count;
  list.copyWithin(lower, end + count, upper);
  lastEnd = lower + upperCount;
  return lower;
}

/** Notes a cell that is the one under way, but for one bound. */
function push(at: number, start: number, end: number, bound: number, value: number): void {
  if (ranges.length < 2 * at + 2) {
    ranges = enlarged(ranges, new Uint32Array(4 * at));
    spaces = enlarged(spaces, new Float64Array(2 * CELL_STRIDE * at));
  }
  ranges[2 * at] = start;
  ranges[2 * at + 1] = end;
  for (let k = 0; k < CELL_STRIDE; k++) spaces[CELL_STRIDE * at + k] = space[k];
  spaces[CELL_STRIDE * at + bound] = value;
}

/** Every item before `split` against every later one; when `split` is the end, all pairs. */
function testCell(boxes: Float64Array, start: number, split: number, end: number): void {
  const count = end - start;
  if (local.length < 6 * count) local = new Float64Array(12 * count);
  const cell = local;
  for (let k = 0, from = start; from < end; from++) {
    const at = 6 * items[from];
    for (let i = 0; i < 6; i++) cell[k++] = boxes[at + i];
  }
  for (let a = start; a < split; a++) {
    const first = split === end ? a + 1 : split;
    found.overlapChecks += end - first;
    testItem(cell, start, a, first, end);
  }
}

function testItem(cell: Float64Array, start: number, a: number, first: number, end: number): void {
  const p = 6 * (a - start);
  const minX = cell[p];
  const minY = cell[p + 1];
  const minZ = cell[p + 2];
  const maxX = cell[p + 3];
  const maxY = cell[p + 4];
  const maxZ = cell[p + 5];
  for (let b = first, q = 6 * (first - start); b < end; b++, q += 6) {
    // Branches on single sides cannot be predicted: d + |d| is 0 where there is no gap. NaN comes of unbounded boxes.
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
    if (isHome(cell, p, q)) addPair(items[a], items[b]);
  }
}

function overlap(cell: Float64Array, p: number, q: number): boolean {
  for (let k = 0; k < 3; k++)
    if (cell[p + k] > cell[q + k + 3] || cell[q + k] > cell[p + k + 3]) return false;
  return true;
}

/** Whether the lowest corner of what two boxes share lies in the cell under way. */
function isHome(cell: Float64Array, p: number, q: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.max(cell[p + axis], cell[q + axis]);
    if (low < space[axis] || low >= space[axis + 3]) return false;
  }
  return true;
}

function addPair(a: number, b: number): void {
  const at = 2 * found.count++;
  if (at === found.pairs.length) found.pairs = enlarged(found.pairs, new Uint32Array(2 * at));
  found.pairs[at] = a;
  found.pairs[at + 1] = b;
}

function growItems(length: number): void {
  items = enlarged(items, new Uint32Array(2 * length));
}

function enlarged<T extends Uint32Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
