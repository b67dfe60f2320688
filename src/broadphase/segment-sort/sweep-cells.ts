import type { PairList } from "../pair-list.ts";
import { sortEnds, sortWork } from "./diminishing-sort.ts";
import { mendNarrowList, type NarrowSweep, sweepNarrowList, takeHits } from "./narrow-list.ts";
import { flagsInCell, type SegmentCells } from "./segment-cells.ts";
import type { Boxes, SegmentClass } from "./segment-classes.ts";
import type { SegmentRoom } from "./segment-room.ts";
import {
  divideList,
  fetchList,
  type Guest,
  measureReach,
  roomInWideList,
  sweepGuest,
  sweepList,
  sweepSides,
  type WideList,
} from "./sweep-list.ts";

/** Those who are new in a cell come from several cells and are far from sorted: increment 1 alone is soon given up. */
const ARRIVAL_BUDGET = 4;

/**
 * Mends the list of every cell, sweeps it, and returns how many pairs of boxes were compared. With `split` > 0 only pairs
 * of an id below it and one that is not are reported; images have no `split`.
 */
export function sweepCells(cells: SegmentCells, store: Boxes, split: number, out: PairList): number {
  const { classes, starts, room, guests } = cells;
  const { narrow } = room;
  const foundStarts = cells.lastFoundStarts;
  cells.lastFoundStarts = cells.foundStarts;
  cells.foundStarts = foundStarts;
  const sweep = narrow && { room: narrow, exact: store, out, hitCount: 0 };
  // a box is in a list once
  const wide = roomInWideList(narrow === null ? store.size : 0);
  let checks = 0;
  let from = 0; // of the old list
  let end = 0; // of the new lists
  for (const one of classes) {
    const { base, y, z } = one;
    const last = base + y.segments * z.segments;
    for (let cell = base; cell < last; cell++) {
      const to = starts[cell + 1];
      starts[cell] = end;
      foundStarts[cell] = out.count + (sweep?.hitCount ?? 0);
      const added = cells.arrivals.heads[cell] < 0 ? 0 : takeArrivals(cells, cell, z.segments);
      const guest = guests.heads[cell];
      guests.heads[cell] = -1;
      let count = 0;
      if (sweep !== null) {
        count = mendNarrowList(room, sweep.room, cell, one, from, to, added, end);
        if (count > 1) checks += sweepNarrowList(sweep, count);
        if (count > 0 && guest >= 0) checks += sweepNarrowGuests(cells, sweep, guest, count);
      } else {
        count = mendList(wide, room, cell, one, from, to, added, end);
        if (count > 1 || guest >= 0) checks += sweepWideList(wide, cells, store, guest, count, split, out);
      }
      from = to;
      end += count;
    }
  }
  if (sweep !== null) takeHits(sweep);
  starts[starts.length - 1] = end;
  foundStarts[starts.length - 1] = out.count;
  [room.lists, room.nextLists] = [room.nextLists, room.lists];
  return checks;
}

/**
 * Makes a cell's list: what is left of the old one, in its order, merged with those who are new, and mended. Writes it to
 * the new lists at `end` and returns its length.
 */
function mendList(
  { minX: keys, words }: WideList,
  { boxes, lists, nextLists, recoded, codes, layout }: SegmentRoom,
  cell: number,
  { base, z }: SegmentClass,
  from: number,
  to: number,
  added: number,
  end: number,
): number {
  const { stride } = layout;
  const newKeys = arrivalKeys;
  const newWords = arrivalWords;
  newKeys[added] = Number.NaN; // ends the merge: no key is above it
  let nextKey = newKeys[0];
  let merged = 0;
  let count = 0;
  let compared = 0;
  for (let p = from; p < to; p++) {
    let word = lists[p];
    const place = word >>> 2;
    if (recoded[place] === 1) {
      const code = codes[place];
      if (code >> 2 < base) continue; // removed, or in a finer class now
      const flags = flagsInCell(code, cell, z.segments);
      if (flags < 0) continue;
      word = 4 * place + flags;
    }
    const key = boxes[stride * place];
    while (nextKey <= key) {
      keys[count] = nextKey;
      words[count++] = newWords[merged++];
      nextKey = newKeys[merged];
      if (merged === added) compared = count;
    }
    keys[count] = key;
    words[count++] = word;
  }
  if (merged < added) compared = count;
  for (; merged < added; merged++) {
    keys[count] = newKeys[merged];
    words[count++] = newWords[merged];
  }
  sortWork.comparisons += compared;
  sortWork.swaps += added;
  sortEnds(keys, words, 0, count);
  for (let i = 0; i < count; i++) nextLists[end + i] = words[i];
  return count;
}

let arrivalKeys = new Float64Array(64);
let arrivalWords = new Uint32Array(64);

/** Takes those who are new in a cell from their queue, sorted, to where the mending of its list looks for them; returns how many. */
function takeArrivals({ room, arrivals }: SegmentCells, cell: number, kz: number): number {
  const { boxes, codes, layout, narrow } = room;
  const { heads, items, next } = arrivals;
  let count = 0;
  for (let p = heads[cell]; p >= 0; p = next[p]) count++;
  if (narrow === null && arrivalKeys.length <= count) {
    const [moreKeys, moreWords] = [new Float64Array(2 * count), new Uint32Array(2 * count)];
    arrivalKeys = moreKeys;
    arrivalWords = moreWords;
  }
  const keys = narrow?.newKeys ?? arrivalKeys;
  const words = narrow?.newWords ?? arrivalWords;
  // The last queued comes first. Places follow the order of cells and x: read backwards, they come in sorted runs.
  let at = count;
  for (let p = heads[cell]; p >= 0; p = next[p]) {
    const place = items[p];
    keys[--at] = boxes[layout.stride * place];
    words[at] = 4 * place + flagsInCell(codes[place], cell, kz);
  }
  heads[cell] = -1;
  sortEnds(keys, words, 0, count, ARRIVAL_BUDGET);
  return count;
}

function sweepWideList(
  list: WideList,
  cells: SegmentCells,
  { dimensions }: Boxes,
  firstGuest: number,
  count: number,
  split: number,
  out: PairList,
): number {
  const { room, guests } = cells;
  const { boxes, ids } = room;
  const middle = split === 0 ? count : divideList(list, ids, split, count);
  fetchList(list, boxes, ids, dimensions, count);
  let checks = split === 0 ? sweepList(list, count, out) : sweepSides(list, middle, count, out);
  if (firstGuest < 0) return checks;
  measureReach(list, 0, middle);
  measureReach(list, middle, count);
  for (let p = firstGuest; p >= 0; p = guests.next[p]) {
    const guest = readGuest(room, guests.items[p]);
    const isFirstSide = split > 0 && guest.id < split;
    const [from, to] = isFirstSide ? [middle, count] : [0, middle];
    checks += sweepGuest(list, guest, from, to, null, out);
  }
  return checks;
}

function sweepNarrowGuests(
  { room, guests }: SegmentCells,
  sweep: NarrowSweep,
  firstGuest: number,
  count: number,
): number {
  takeHits(sweep); // they came first
  const { list } = sweep.room;
  measureReach(list, 0, count);
  let checks = 0;
  for (let p = firstGuest; p >= 0; p = guests.next[p])
    checks += sweepGuest(list, readGuest(room, guests.items[p]), 0, count, sweep.exact, sweep.out);
  return checks;
}

function readGuest({ boxes, ids, layout }: SegmentRoom, word: number): Guest {
  const place = word >>> 2;
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
    flags: word & 3,
  };
}
