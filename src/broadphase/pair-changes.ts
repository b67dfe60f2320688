import { type BoxStore, clearFresh } from "./box-store.ts";
import type { BoxPairs } from "./broad-phase.ts";
import { createPairList, notePair, type PairList } from "./pair-list.ts";
import { createPairSorter, type PairSorter, sortPairs } from "./sort-pairs.ts";

// Turns what a broad phase finds into the result of `update`: the sorted pairs, those that began and those that ended.
//
// the pairs found by this update and by the last one ─▶ noteChanges ─┐   pairs that a method knows to have begun or ended
// ──────────────────┴─▶ begun, ended ─▶ finishChanges ─▶ BoxPairs
//
// Only the changes are sorted: a pair that persists keeps its position among the sorted pairs.

export interface PairChanges {
  /** The changes of this update, in any order. A pair that persists may be in both lists. */
  readonly begun: PairList;
  readonly ended: PairList;
  /** The sorted pairs of the last update, and the buffer for merging the next ones. */
  front: Uint32Array;
  back: Uint32Array;
  sortedBegun: Uint32Array;
  sortedEnded: Uint32Array;
  readonly sorter: PairSorter;
  readonly result: BoxPairs;
}

/** The pairs found by an update, cell by cell: those of a cell begin at starts[cell], and the last start is their count. */
export interface FoundPairs {
  readonly list: PairList;
  readonly starts: Uint32Array;
}

const NO_ID = 0xffffffff;
/**
 * A pair is searched among this many following pairs of its cell. After 2, 4, 8 … misses in a row the search goes that many
 * times as far, because a box that entered the cell may have many pairs.
 */
const LOOK_AHEAD = 4;

export function createPairChanges(): PairChanges {
  const none = new Uint32Array(0);
  return {
    begun: createPairList(),
    ended: createPairList(),
    front: none,
    back: none,
    sortedBegun: none,
    sortedEnded: none,
    sorter: createPairSorter(),
    result: { count: 0, pairs: none, begunCount: 0, begun: none, endedCount: 0, ended: none },
  };
}

/**
 * After an update that threw: records the pairs of the last result as ended. A pair persists if the following update
 * records it as begun.
 */
export function restartChanges({ begun, ended, result }: PairChanges): void {
  begun.count = ended.count = 0;
  notePairs(ended, result.pairs, 0, 2 * result.count);
}

/**
 * Records every pair that only one of two updates found, and possibly some that both did: `finishChanges` cancels those. A
 * pair with a fresh box is a new pair even if both updates found its ids. Neither list is sorted: cells come in one order,
 * and so do most pairs of a cell.
 */
export function noteChanges(
  { begun, ended }: Pick<PairChanges, "begun" | "ended">,
  last: FoundPairs,
  found: FoundPairs,
  { fresh, freshIds }: Pick<BoxStore, "fresh" | "freshIds">,
): void {
  const p = last.list.pairs;
  const q = found.list.pairs;
  const isAnyFresh = freshIds.length > 0;
  const cells = found.starts.length - 1;
  let i = 0;
  let j = 0;
  let misses = 0;
  for (let cell = 0; cell < cells; cell++) {
    const iEnd = 2 * last.starts[cell + 1];
    const jEnd = 2 * found.starts[cell + 1];
    while (i < iEnd && j < jEnd) {
      if (isSame(p, i, q, j)) {
        misses = 0;
        if (isAnyFresh && (fresh[p[i]] === 1 || fresh[p[i + 1]] === 1)) {
          notePairs(ended, p, i, i + 2);
          notePairs(begun, q, j, j + 2);
        }
        i += 2;
        j += 2;
        continue;
      }
      let [iNext, jNext] = [i + 2, j + 2];
      const isPowerOfTwo = misses > 1 && (misses & (misses - 1)) === 0;
      const furthest = 2 * LOOK_AHEAD * (isPowerOfTwo ? misses : 1);
      misses++;
      for (let step = 2; step <= furthest; step += 2) {
        if (j + step < jEnd && isSame(p, i, q, j + step)) [iNext, jNext] = [i, j + step];
        else if (i + step < iEnd && isSame(p, i + step, q, j)) [iNext, jNext] = [i + step, j];
        else continue;
        break;
      }
      i = notePairs(ended, p, i, iNext);
      j = notePairs(begun, q, j, jNext);
    }
    i = notePairs(ended, p, i, iEnd);
    j = notePairs(begun, q, j, jEnd);
  }
  // After the axes were recut, `last.starts` are zeros: all its pairs remain.
  notePairs(ended, p, i, 2 * last.list.count);
}

function isSame(p: Uint32Array, i: number, q: Uint32Array, j: number): boolean {
  return p[i] === q[j] && p[i + 1] === q[j + 1];
}

function notePairs(list: PairList, pairs: Uint32Array, from: number, to: number): number {
  for (let i = from; i < to; i += 2) notePair(list, pairs[i], pairs[i + 1]);
  return to;
}

/** Merges the changes into the sorted pairs, empties the lists of changes, and ends the update of `store`. */
export function finishChanges(changes: PairChanges, store: BoxStore): BoxPairs {
  const { begun, ended, sorter, result } = changes;
  changes.sortedBegun = roomForPairs(changes.sortedBegun, 2 * begun.count + 2);
  changes.sortedEnded = roomForPairs(changes.sortedEnded, 2 * ended.count + 2);
  sortPairs(begun.pairs, begun.count, store.idEnd, changes.sortedBegun, sorter);
  sortPairs(ended.pairs, ended.count, store.idEnd, changes.sortedEnded, sorter);
  cancelBoth(changes, store.fresh);
  begun.count = ended.count = 0;
  if (result.begunCount + result.endedCount > 0) mergeChanges(changes);
  clearFresh(store);
  return result;
}

/** `array` if it is long enough, otherwise a larger empty one. */
function roomForPairs(array: Uint32Array, length: number): Uint32Array {
  return array.length >= length ? array : new Uint32Array(2 * length);
}

/** Removes pairs that are in both sorted lists from both, unless one of their boxes is fresh, which makes it another pair. */
function cancelBoth(changes: PairChanges, fresh: Uint8Array): void {
  const { sortedBegun, sortedEnded, result } = changes;
  const begunEnd = 2 * changes.begun.count;
  const endedEnd = 2 * changes.ended.count;
  sortedBegun[begunEnd] = sortedEnded[endedEnd] = NO_ID;
  let [i, j, begunCount, endedCount] = [0, 0, 0, 0];
  while (i < begunEnd || j < endedEnd) {
    const a = sortedBegun[i];
    const b = sortedBegun[i + 1];
    const order = a - sortedEnded[j] || b - sortedEnded[j + 1];
    const goesOn = order === 0 && fresh[a] === 0 && fresh[b] === 0;
    if (order <= 0) {
      if (!goesOn) {
        sortedBegun[begunCount++] = a;
        sortedBegun[begunCount++] = b;
      }
      i += 2;
    }
    if (order >= 0) {
      if (!goesOn) {
        sortedEnded[endedCount++] = sortedEnded[j];
        sortedEnded[endedCount++] = sortedEnded[j + 1];
      }
      j += 2;
    }
  }
  result.begunCount = begunCount / 2;
  result.endedCount = endedCount / 2;
  result.begun = sortedBegun.subarray(0, begunCount);
  result.ended = sortedEnded.subarray(0, endedCount);
}

/** Writes the current pairs to the back buffer, which becomes the front buffer. */
function mergeChanges(changes: PairChanges): void {
  const { result } = changes;
  changes.back = roomForPairs(changes.back, 2 * (result.count + result.begunCount));
  result.count = writeMerged(changes);
  [changes.front, changes.back] = [changes.back, changes.front];
  result.pairs = changes.front.subarray(0, 2 * result.count);
}

/** Writes the front pairs, without the ended and with the begun ones, to the back buffer; returns how many. */
function writeMerged({ front, back, result }: PairChanges): number {
  const { begun, ended } = result;
  const end = 2 * result.count;
  let [at, j, k] = [0, 0, 0];
  let begunA = begun.length > 0 ? begun[0] : NO_ID;
  let endedA = ended.length > 0 ? ended[0] : NO_ID;
  for (let i = 0; i < end; i += 2) {
    const a = front[i];
    const b = front[i + 1];
    while (begunA < a || (begunA === a && begun[j + 1] < b)) {
      back[at] = begunA;
      back[at + 1] = begun[j + 1];
      at += 2;
      j += 2;
      begunA = j < begun.length ? begun[j] : NO_ID;
    }
    if (endedA === a && ended[k + 1] === b) {
      k += 2;
      endedA = k < ended.length ? ended[k] : NO_ID;
      continue;
    }
    back[at] = a;
    back[at + 1] = b;
    at += 2;
  }
  for (; j < begun.length; j++) back[at++] = begun[j];
  return at / 2;
}
