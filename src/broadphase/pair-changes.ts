import { type BoxStore, clearFresh } from "./box-store.ts";
import type { BoxPairs } from "./broad-phase.ts";
import { createPairList, type PairList, roomForPairs } from "./pair-list.ts";
import { sortPairs } from "./sort-pairs.ts";

// From the pairs a method has found, in any order, to what `update` answers: sorted, with what began and what ended.
//
//   notePair(changes.found, …) … ─▶ finishPairs
//
// For methods that know what has changed: pair-deltas.ts.

export interface PairChanges {
  /** Pairs found so far by this update, each once. */
  readonly found: PairList;
  /** The sorted pairs of the last update and of the one before, by turns. */
  current: Uint32Array;
  last: Uint32Array;
  begun: Uint32Array;
  ended: Uint32Array;
  readonly result: BoxPairs;
}

export function createPairChanges(): PairChanges {
  const none = new Uint32Array(0);
  const result = { count: 0, pairs: none, begunCount: 0, begun: none, endedCount: 0, ended: none };
  return { found: createPairList(), current: none, last: none, begun: none, ended: none, result };
}

/** Sorts what was found, empties it, compares it with the last update's pairs, and ends the update for `store`. */
export function finishPairs(changes: PairChanges, store: BoxStore): BoxPairs {
  const { count } = changes.found;
  const { result } = changes;
  // All that needs memory comes first: should it run out, the pairs of the last update are still there.
  const sorted = roomForPairs(changes.last, 2 * count);
  sortPairs(changes.found.pairs, count, store.limit, sorted);
  changes.begun = roomForPairs(changes.begun, 2 * count);
  changes.ended = roomForPairs(changes.ended, 2 * result.count);
  changes.last = changes.current;
  changes.current = sorted;
  compareWithLast(changes, result.count, count, store.fresh);
  result.count = count;
  result.pairs = sorted.subarray(0, 2 * count);
  changes.found.count = 0;
  clearFresh(store);
  return result;
}

/**
 * One walk over both sorted lists. A pair in both goes on, unless one of its ids was given again meanwhile: then the
 * old box's pair has ended and the new one's has begun.
 */
function compareWithLast(changes: PairChanges, lastCount: number, count: number, fresh: Uint8Array): void {
  const { last, current, begun, ended, result } = changes;
  let [i, j, begunCount, endedCount] = [0, 0, 0, 0];
  while (i < 2 * lastCount || j < 2 * count) {
    const order = i >= 2 * lastCount ? 1 : j >= 2 * count ? -1 : comparePairs(last, i, current, j);
    const goesOn = order === 0 && fresh[current[j]] === 0 && fresh[current[j + 1]] === 0;
    if (order <= 0) {
      if (!goesOn) {
        ended[endedCount++] = last[i];
        ended[endedCount++] = last[i + 1];
      }
      i += 2;
    }
    if (order >= 0) {
      if (!goesOn) {
        begun[begunCount++] = current[j];
        begun[begunCount++] = current[j + 1];
      }
      j += 2;
    }
  }
  result.begunCount = begunCount / 2;
  result.endedCount = endedCount / 2;
  result.begun = begun.subarray(0, begunCount);
  result.ended = ended.subarray(0, endedCount);
}

function comparePairs(p: Uint32Array, i: number, q: Uint32Array, j: number): number {
  return p[i] - q[j] || p[i + 1] - q[j + 1];
}
