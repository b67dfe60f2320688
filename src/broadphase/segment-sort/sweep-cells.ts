import type { PairList } from "../pair-list.ts";
import { flagsInCell } from "./cell-codes.ts";
import { sortEntries } from "./diminishing-sort.ts";
import type { SegmentCells } from "./segment-cells.ts";
import type { Boxes, SegmentClass } from "./segment-cuts.ts";
import { type KernelSweep, mendKernelList, sweepKernelList, takeHits } from "./segment-kernels.ts";
import type { SegmentMemory } from "./segment-memory.ts";
import {
  divideList,
  fetchList,
  measureReach,
  type OversizedBox,
  reserveArrivals,
  reserveList,
  sweepList,
  sweepOversized,
  sweepSides,
} from "./sweep-list.ts";

/** Arrivals come from several cells and are far from sorted, so increment 1 alone is given up early. */
const ARRIVAL_BUDGET = 4;

/**
 * Mends the list of every cell and sweeps it: adds the overlapping pairs to `out`. With `split` > 0 only pairs of an id
 * below it and one from it on are added; kernels do not support `split`.
 */
export function sweepCells(cells: SegmentCells, store: Boxes, split: number, out: PairList): void {
  const { classes, starts, memory, arrivals, oversized, work } = cells;
  const { kernel } = memory;
  const foundStarts = cells.lastFoundStarts;
  cells.lastFoundStarts = cells.foundStarts;
  cells.foundStarts = foundStarts;
  const sweep = kernel && { kernel, exact: store, out, hitCount: 0, work };
  let from = 0; // index into the front lists
  let end = 0; // index into the back lists
  for (const one of classes) {
    const { base, y, z } = one;
    const last = base + y.segments * z.segments;
    for (let cell = base; cell < last; cell++) {
      const to = starts[cell + 1];
      starts[cell] = end;
      foundStarts[cell] = out.count + (sweep?.hitCount ?? 0);
      const added = arrivals.heads[cell] < 0 ? 0 : takeArrivals(cells, cell, z.segments);
      const firstOversized = oversized.heads[cell];
      oversized.heads[cell] = -1;
      let count = 0;
      if (sweep !== null) {
        count = mendKernelList(memory, sweep.kernel, cell, one, from, to, added, end, work);
        if (count > 1) sweepKernelList(sweep, count);
        if (count > 0 && firstOversized >= 0) sweepKernelOversized(cells, sweep, firstOversized, count);
      } else {
        count = mendList(cells, cell, one, from, to, added, end);
        if (count > 1 || firstOversized >= 0) sweepF64List(cells, store, firstOversized, count, split, out);
      }
      from = to;
      end += count;
    }
  }
  if (sweep !== null) takeHits(sweep);
  starts[starts.length - 1] = end;
  foundStarts[starts.length - 1] = out.count;
  [memory.frontLists, memory.backLists] = [memory.backLists, memory.frontLists];
}

/**
 * Makes the new list of a cell: those entries `from` to `to` − 1 of the front lists that still extend into it, merged with
 * the arrivals, and sorted. Writes its entries to the back lists at `end`; returns its length.
 */
function mendList(
  { memory, list, work }: SegmentCells,
  cell: number,
  { base, z }: SegmentClass,
  from: number,
  to: number,
  added: number,
  end: number,
): number {
  reserveList(list, to - from + added);
  const { minX: keys, entries, arrivals } = list;
  const { boxes, frontLists, backLists, recoded, cellCodes, layout } = memory;
  const { stride } = layout;
  const { keys: newKeys, entries: newEntries } = arrivals;
  if (added > 0) newKeys[added] = Number.NaN; // ends the merge: comparisons with NaN are false
  let nextKey = added > 0 ? newKeys[0] : Number.NaN;
  let merged = 0;
  let count = 0;
  let compared = 0;
  for (let p = from; p < to; p++) {
    let entry = frontLists[p];
    const place = entry >>> 2;
    if (recoded[place] === 1) {
      const code = cellCodes[place];
      if (code >> 2 < base) continue; // removed, or now in a finer class
      const flags = flagsInCell(code, cell, z.segments);
      if (flags < 0) continue;
      entry = 4 * place + flags;
    }
    const key = boxes[stride * place];
    while (nextKey <= key) {
      keys[count] = nextKey;
      entries[count++] = newEntries[merged++];
      nextKey = newKeys[merged];
      if (merged === added) compared = count;
    }
    keys[count] = key;
    entries[count++] = entry;
  }
  if (merged < added) compared = count;
  for (; merged < added; merged++) {
    keys[count] = newKeys[merged];
    entries[count++] = newEntries[merged];
  }
  work.comparisons += compared;
  work.swaps += added;
  sortEntries(keys, entries, 0, count, work);
  for (let i = 0; i < count; i++) backLists[end + i] = entries[i];
  return count;
}

/** Takes the arrivals of a cell from their queue, sorts them for mending its list, and returns how many there are. */
function takeArrivals({ memory, arrivals, list, work }: SegmentCells, cell: number, kz: number): number {
  const { boxes, cellCodes, layout, kernel } = memory;
  const { heads, items, next } = arrivals;
  let count = 0;
  for (let p = heads[cell]; p >= 0; p = next[p]) count++;
  if (kernel === null) reserveArrivals(list, count);
  const { keys, entries } = kernel === null ? list.arrivals : kernel.arrivals;
  // The last queued comes first. Places follow the order of cells and minX, so read backwards they come in sorted runs.
  let at = count;
  for (let p = heads[cell]; p >= 0; p = next[p]) {
    const place = items[p];
    keys[--at] = boxes[layout.stride * place];
    entries[at] = 4 * place + flagsInCell(cellCodes[place], cell, kz);
  }
  heads[cell] = -1;
  sortEntries(keys, entries, 0, count, work, ARRIVAL_BUDGET);
  return count;
}

/** Finds the pairs within the current list, and those with oversized boxes. */
function sweepF64List(
  { memory, oversized, list, work }: SegmentCells,
  { dimensions }: Boxes,
  firstOversized: number,
  count: number,
  split: number,
  out: PairList,
): void {
  const { boxes, ids } = memory;
  const middle = split === 0 ? count : divideList(list, ids, split, count);
  fetchList(list, boxes, ids, dimensions, count);
  work.overlapChecks += split === 0 ? sweepList(list, count, out) : sweepSides(list, middle, count, out);
  if (firstOversized < 0) return;
  measureReach(list, 0, middle);
  measureReach(list, middle, count);
  for (let p = firstOversized; p >= 0; p = oversized.next[p]) {
    const box = readOversized(memory, oversized.items[p]);
    const isFirstSide = split > 0 && box.id < split;
    const [from, to] = isFirstSide ? [middle, count] : [0, middle];
    work.overlapChecks += sweepOversized(list, box, from, to, null, out);
  }
}

function sweepKernelOversized(
  { memory, oversized, work }: SegmentCells,
  sweep: KernelSweep,
  firstOversized: number,
  count: number,
): void {
  takeHits(sweep); // these pairs come first in `out`
  const { list } = sweep.kernel;
  measureReach(list, 0, count);
  for (let p = firstOversized; p >= 0; p = oversized.next[p]) {
    const box = readOversized(memory, oversized.items[p]);
    work.overlapChecks += sweepOversized(list, box, 0, count, sweep.exact, sweep.out);
  }
}

function readOversized({ boxes, ids, layout }: SegmentMemory, entry: number): OversizedBox {
  const place = entry >>> 2;
  const at = layout.stride * place;
  const top = at + layout.high;
  const isFlat = layout.high === 2; // z as in `fetchList`
  return {
    minX: boxes[at],
    maxX: boxes[top],
    minY: boxes[at + 1],
    maxY: boxes[top + 1],
    minZ: isFlat ? 0 : boxes[at + 2],
    maxZ: isFlat ? 1 : boxes[top + 2],
    id: ids[place],
    flags: entry & 3,
  };
}
