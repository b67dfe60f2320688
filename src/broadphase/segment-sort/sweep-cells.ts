import type { PairChanges } from "../pair-changes.ts";
import { sortEnds, sortWork } from "./diminishing-sort.ts";
import { narrowList, sweepNarrowList } from "./narrow-list.ts";
import { flagsInCell, type SegmentCells } from "./segment-cells.ts";
import type { Boxes } from "./segment-classes.ts";
import type { SweepKernel } from "./sweep-kernel.ts";
import {
  divideList,
  fetchList,
  measureReach,
  roomInWideList,
  type SweepList,
  sweepGuest,
  sweepList,
  sweepSides,
} from "./sweep-list.ts";

/** Those who are new in a cell come from several cells and are far from sorted: increment 1 alone is soon given up. */
const ARRIVAL_BUDGET = 4;

/**
 * Mends the list of every cell, sweeps it, and returns how many pairs of boxes were compared. With `split` > 0 only pairs
 * of an id below it and one that is not are reported. Images (cells with an origin) are swept by the kernel, in whose
 * memory the caller has made room; they have no `split`.
 */
export function sweepCells(
  cells: SegmentCells,
  store: Boxes,
  split: number,
  kernel: SweepKernel | null,
  out: PairChanges,
): number {
  const { classes, starts } = cells;
  const narrow = cells.origin === null ? null : kernel;
  // a box is in a list once
  const list = narrow === null ? roomInWideList(store.size) : narrowList;
  let checks = 0;
  let from = 0; // of the old list
  let end = 0; // of the new lists
  for (let t = 0; t < classes.length; t++) {
    const { base, y, z } = classes[t]!;
    const last = base + y.segments * z.segments;
    for (let cell = base; cell < last; cell++) {
      const to = starts[cell + 1]!;
      starts[cell] = end;
      const count = mendList(list, cells, store, cell, base, z.segments, from, to, end);
      from = to;
      end += count;
      if (count > 0) checks += sweepCell(list, cells, store, cell, count, split, narrow, out);
      cells.guests.heads[cell] = -1;
    }
  }
  starts[starts.length - 1] = end;
  [cells.lists, cells.nextLists] = [cells.nextLists, cells.lists];
  return checks;
}

/**
 * Makes a cell's list: what is left of the old one, in its order, merged with those who are new, and mended. Writes it to
 * the new lists at `end` and returns its length.
 */
function mendList(
  { minX: keys, words }: SweepList,
  cells: SegmentCells,
  { stride }: Boxes,
  cell: number,
  base: number,
  kz: number,
  from: number,
  to: number,
  end: number,
): number {
  const { boxes, lists, nextLists, codes, recoded } = cells;
  const added = cells.arrivals.heads[cell]! < 0 ? 0 : takeArrivals(cells, stride, cell, kz);
  const newKeys = arrivalKeys;
  const newWords = arrivalWords;
  newKeys[added] = Number.NaN; // ends the merge: no key is above it
  let nextKey = newKeys[0]!;
  let merged = 0;
  let count = 0;
  let compared = 0;
  for (let p = from; p < to; p++) {
    let word = lists[p]!;
    const place = word >>> 2;
    if (recoded[place] === 1) {
      const code = codes[place]!;
      if (code >> 2 < base) continue; // removed, or in a finer class now
      const flags = flagsInCell(code, cell, kz);
      if (flags < 0) continue;
      word = 4 * place + flags;
    }
    const key = boxes[stride * place]!;
    while (nextKey <= key) {
      keys[count] = nextKey;
      words[count++] = newWords[merged++]!;
      nextKey = newKeys[merged]!;
      if (merged === added) compared = count;
    }
    keys[count] = key;
    words[count++] = word;
  }
  if (merged < added) compared = count;
  for (; merged < added; merged++) {
    keys[count] = newKeys[merged]!;
    words[count++] = newWords[merged]!;
  }
  sortWork.comparisons += compared;
  sortWork.swaps += added;
  sortEnds(keys, words, 0, count);
  for (let i = 0; i < count; i++) nextLists[end + i] = words[i]!;
  return count;
}

/** As f64, which holds every f32. */
let arrivalKeys = new Float64Array(64);
let arrivalWords = new Uint32Array(64);

/** Takes those who are new in a cell from their queue, sorted; returns how many. */
function takeArrivals(
  { boxes, codes, arrivals }: SegmentCells,
  stride: number,
  cell: number,
  kz: number,
): number {
  const { heads, items, next } = arrivals;
  let count = 0;
  for (let p = heads[cell]!; p >= 0; p = next[p]!) count++;
  if (arrivalKeys.length <= count) {
    arrivalKeys = new Float64Array(2 * count);
    arrivalWords = new Uint32Array(2 * count);
  }
  // The last queued comes first. Places follow the order of cells and x: read backwards, they come in sorted runs.
  let at = count;
  for (let p = heads[cell]!; p >= 0; p = next[p]!) {
    const place = items[p]!;
    arrivalKeys[--at] = boxes[stride * place]!;
    arrivalWords[at] = 4 * place + flagsInCell(codes[place]!, cell, kz);
  }
  heads[cell] = -1;
  sortEnds(arrivalKeys, arrivalWords, 0, count, ARRIVAL_BUDGET);
  return count;
}

function sweepCell(
  list: SweepList,
  cells: SegmentCells,
  store: Boxes,
  cell: number,
  count: number,
  split: number,
  narrow: SweepKernel | null,
  out: PairChanges,
): number {
  const { boxes, ids, guests } = cells;
  const { dimensions } = store;
  let guest = guests.heads[cell]!;
  if (count === 1 && guest < 0) return 0;
  const middle = split === 0 ? count : divideList(list, ids, split, count);
  fetchList(list, boxes, dimensions, count);
  let checks = 0;
  if (narrow !== null) checks = sweepNarrowList(narrow, ids, count, store, out);
  else if (split === 0) checks = sweepList(list, ids, count, out);
  else checks = sweepSides(list, ids, middle, count, out);
  if (guest >= 0) {
    measureReach(list, 0, middle);
    measureReach(list, middle, count);
  }
  for (; guest >= 0; guest = guests.next[guest]!) {
    const word = guests.items[guest]!;
    const isFirstSide = split > 0 && ids[word >>> 2]! < split;
    const [from, to] = isFirstSide ? [middle, count] : [0, middle];
    const exact = narrow === null ? null : store;
    checks += sweepGuest(list, boxes, dimensions, ids, word, from, to, exact, out);
  }
  return checks;
}
