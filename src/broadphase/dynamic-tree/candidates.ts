import {
  CHANGES_END,
  FETCHED_END,
  OVERLAPS,
  PARTED,
  PARTED_COUNT,
  TIES_END,
} from "../../kernels/broadphase-memory-map.ts";
import { type BoxStore, doOverlap } from "../box-store.ts";
import type { PairChanges } from "../pair-changes.ts";
import { notePair, type PairList } from "../pair-list.ts";
import { type PairSorter, sortByFirst } from "../sort-pairs.ts";
import type { TreeMemory } from "./tree-memory.ts";
import { BOX, doMeet, MARK, MAX, PLACE, PORTION } from "./tree-memory.ts";

// Candidates are the pairs of boxes whose fat boxes meet: only they can overlap before one of them leaves its fat box. Each
// candidate is listed once, as two integers:
//
//   place of one box     place of the other, with the sign bit set if the boxes overlap
//
// Every update checks all candidates: their boxes are near each other in memory, and a check is a few instructions.

/** Sorts candidates by the lower place. */
export function orderCandidates(
  memory: TreeMemory,
  count: number,
  placeEnd: number,
  sorter: PairSorter,
): void {
  sortByFirst(memory.pairs, count, placeEnd, memory.mergedPairs, sorter);
  swapBuffers(memory);
}

function swapBuffers(memory: TreeMemory): void {
  [memory.pairs, memory.mergedPairs] = [memory.mergedPairs, memory.pairs];
}

/** Removes the candidates of marked boxes and records those that overlapped in `ended`; returns how many remain. */
export function dropMarked(memory: TreeMemory, count: number, ended: PairList): number {
  const { pairs, imageInts, intShift } = memory;
  let kept = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const a = pairs[i];
    const second = pairs[i + 1];
    pairs[kept] = a;
    pairs[kept + 1] = second;
    const mark =
      imageInts[(BOX * a + MARK) << intShift] | imageInts[(BOX * (second & PLACE) + MARK) << intShift];
    if (mark === 0) kept += 2;
    else if (second >= OVERLAPS) noteCandidate(memory, a, second, ended);
  }
  return kept / 2;
}

/** Records the candidates that overlap in `ended`. */
export function endAll(memory: TreeMemory, count: number, ended: PairList): void {
  const { pairs } = memory;
  for (let i = 0; i < 2 * count; i += 2)
    if (pairs[i + 1] >= OVERLAPS) noteCandidate(memory, pairs[i], pairs[i + 1], ended);
}

function noteCandidate({ ids }: TreeMemory, a: number, second: number, list: PairList): void {
  notePair(list, ids[a], ids[second & PLACE]);
}

/**
 * Checks all candidates and records what began and ended. Those of marked boxes whose fat boxes no longer meet are marked PARTED, until
 * `mergeCandidates` leaves them out.
 */
export function checkCandidates(
  memory: TreeMemory,
  count: number,
  store: BoxStore,
  changes: PairChanges,
): void {
  const { kernel, pairs, images, fat, ids, changed, ties, marked, header } = memory;
  const sides = 2 ** store.dimensions - 1;
  header[PARTED_COUNT / 4] = 0;
  header[FETCHED_END / 4] = images.byteOffset;
  for (let from = 0; from < count; from += PORTION) {
    const to = Math.min(from + PORTION, count);
    const start = pairs.byteOffset;
    if (kernel === null) checkPlain(memory, from, to, store.dimensions);
    else
      kernel.checkCandidates(
        start + 8 * from,
        start + 8 * to,
        images.byteOffset,
        fat.byteOffset,
        sides,
        ids.byteOffset,
        changed.byteOffset,
        ties.byteOffset,
        marked.byteOffset,
      );
    noteChanged(memory, changes);
    settleTies(memory, store, changes);
  }
}

/**
 * Merges the candidates from `sortedCount` on, the new ones, into those before, both sorted by the lower place, and leaves out those that have
 * parted; returns how many there are then. Sorted candidates have boxes that are near each other in memory: appended ones would double the time
 * of a check of 100,000 boxes.
 */
export function mergeCandidates(memory: TreeMemory, sortedCount: number, count: number): number {
  const { kernel, pairs, mergedPairs, header } = memory;
  if (sortedCount === count && header[PARTED_COUNT / 4] === 0) return count;
  if (kernel === null) mergePlain(pairs, sortedCount, count, mergedPairs);
  else {
    const start = pairs.byteOffset;
    kernel.mergeCandidates(start, start + 8 * sortedCount, start + 8 * count, mergedPairs.byteOffset);
  }
  swapBuffers(memory);
  return count - header[PARTED_COUNT / 4];
}

function mergePlain(pairs: Uint32Array, sortedCount: number, count: number, merged: Uint32Array): void {
  let [from, added, to] = [0, 2 * sortedCount, 0];
  while (from < 2 * sortedCount || added < 2 * count) {
    const isFromSorted =
      added === 2 * count || (from < 2 * sortedCount && (pairs[from] & PLACE) <= pairs[added]);
    const at = isFromSorted ? from : added;
    merged[to] = pairs[at];
    merged[to + 1] = pairs[at + 1];
    if (pairs[at] < PARTED) to += 2; // otherwise the next one overwrites it
    if (isFromSorted) from += 2;
    else added += 2;
  }
}

function noteChanged({ changed, header }: TreeMemory, { begun, ended }: PairChanges): void {
  const end = ((header[CHANGES_END / 4] - changed.byteOffset) >>> 0) / 4;
  for (let i = 0; i < end; i += 2)
    notePair(changed[i + 1] >= OVERLAPS ? begun : ended, changed[i], changed[i + 1] & ~OVERLAPS);
}

/** Candidates whose images have two equal compared sides: the f64 numbers decide. */
function settleTies(memory: TreeMemory, store: BoxStore, { begun, ended }: PairChanges): void {
  const { ties, header, pairs, ids } = memory;
  const end = ((header[TIES_END / 4] - ties.byteOffset) >>> 0) / 4;
  for (let k = 0; k < end; k++) {
    const i = ((ties[k] - pairs.byteOffset) >>> 0) / 4;
    const a = ids[pairs[i]];
    const b = ids[pairs[i + 1] & PLACE];
    const overlaps = doOverlap(store, a, b);
    if (overlaps === pairs[i + 1] >= OVERLAPS) continue;
    pairs[i + 1] ^= OVERLAPS;
    notePair(overlaps ? begun : ended, a, b);
  }
}

/** Checks the candidates `from` to `to` − 1. */
function checkPlain(
  { pairs, images, imageInts, fat, ids, changed, ties, header, intShift }: TreeMemory,
  from: number,
  to: number,
  dimensions: 2 | 3,
): void {
  let [partedCount, changedAt, tieCount] = [header[PARTED_COUNT / 4], 0, 0];
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const a = pairs[i];
    const second = pairs[i + 1];
    const p = BOX * a;
    const q = BOX * (second & PLACE);
    const x0 = images[p];
    const x1 = images[q + MAX];
    const x2 = images[q];
    const x3 = images[p + MAX];
    const y0 = images[p + 1];
    const y1 = images[q + MAX + 1];
    const y2 = images[q + 1];
    const y3 = images[p + MAX + 1];
    const z0 = images[p + 2];
    const z1 = images[q + MAX + 2];
    const z2 = images[q + 2];
    const z3 = images[p + MAX + 2];
    // No branch per axis: the processor could not predict it.
    const isMet =
      Number(x0 <= x1) &
      Number(x2 <= x3) &
      Number(y0 <= y1) &
      Number(y2 <= y3) &
      Number(z0 <= z1) &
      Number(z2 <= z3);
    const isTie =
      isMet &
      (Number(x0 === x1) |
        Number(x2 === x3) |
        Number(y0 === y1) |
        Number(y2 === y3) |
        (dimensions === 2 ? 0 : Number(z0 === z1) | Number(z2 === z3)));
    if (isTie === 1) {
      ties[tieCount++] = pairs.byteOffset + 4 * i;
    } else if (isMet !== second >>> 31) {
      pairs[i + 1] = second ^ OVERLAPS;
      changed[changedAt++] = ids[a];
      changed[changedAt++] = ids[second & PLACE] | (~second & OVERLAPS);
    }
    const isMarked = imageInts[(p + MARK) << intShift] | imageInts[(q + MARK) << intShift];
    if (isMarked !== 0 && isMet === 0 && !doMeet(fat, p, fat, q)) {
      pairs[i] = a | PARTED;
      partedCount++;
    }
  }
  header[PARTED_COUNT / 4] = partedCount;
  header[CHANGES_END / 4] = changed.byteOffset + 4 * changedAt;
  header[TIES_END / 4] = ties.byteOffset + 4 * tieCount;
}
