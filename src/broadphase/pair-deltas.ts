import { type BoxStore, clearFresh } from "./box-store.ts";
import type { BoxPairs } from "./broad-phase.ts";
import { createPairList, type PairList, roomForPairs } from "./pair-list.ts";
import { sortPairs } from "./sort-pairs.ts";

// What `update` answers, from what a method says has begun and ended: for methods that know the changes, so that the
// pairs that go on need not be sorted again. The other way is pair-changes.ts.

export interface PairDeltas {
  /** What has begun and ended; a pair that goes on may be in both. */
  readonly begun: PairList;
  readonly ended: PairList;
  current: Uint32Array;
  spare: Uint32Array;
  sortedBegun: Uint32Array;
  sortedEnded: Uint32Array;
  readonly result: BoxPairs;
}

const NO_ID = 0xffffffff;

export function createPairDeltas(): PairDeltas {
  const none = new Uint32Array(0);
  return {
    begun: createPairList(),
    ended: createPairList(),
    current: none,
    spare: none,
    sortedBegun: none,
    sortedEnded: none,
    result: { count: 0, pairs: none, begunCount: 0, begun: none, endedCount: 0, ended: none },
  };
}

/** Brings the sorted pairs up to date, empties the lists of changes, and ends the update for `store`. */
export function finishDeltas(deltas: PairDeltas, store: BoxStore): BoxPairs {
  const { begun, ended, result } = deltas;
  deltas.sortedBegun = roomForPairs(deltas.sortedBegun, 2 * begun.count + 2);
  deltas.sortedEnded = roomForPairs(deltas.sortedEnded, 2 * ended.count + 2);
  sortPairs(begun.pairs, begun.count, store.limit, deltas.sortedBegun);
  sortPairs(ended.pairs, ended.count, store.limit, deltas.sortedEnded);
  cancel(deltas, store.fresh);
  begun.count = ended.count = 0;
  if (result.begunCount + result.endedCount > 0) changePairs(deltas);
  clearFresh(store);
  return result;
}

function changePairs(deltas: PairDeltas): void {
  const { result } = deltas;
  deltas.spare = roomForPairs(deltas.spare, 2 * (result.count + result.begunCount));
  const to = deltas.spare;
  result.count = applyTo(deltas, to);
  deltas.spare = deltas.current;
  deltas.current = to;
  result.pairs = to.subarray(0, 2 * result.count);
}

/** Takes out of both lists the pairs that are in both, unless one of the boxes is new: then it is another pair. */
function cancel(deltas: PairDeltas, fresh: Uint8Array): void {
  const { sortedBegun, sortedEnded, result } = deltas;
  const begunEnd = 2 * deltas.begun.count;
  const endedEnd = 2 * deltas.ended.count;
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

/** Writes the current pairs without the ended and with the begun ones; returns how many. */
function applyTo(deltas: PairDeltas, to: Uint32Array): number {
  const { current, result } = deltas;
  const { begun, ended } = result;
  const end = 2 * result.count;
  let [at, j, k] = [0, 0, 0];
  let begunA = begun.length > 0 ? begun[0] : NO_ID;
  let endedA = ended.length > 0 ? ended[0] : NO_ID;
  for (let i = 0; i < end; i += 2) {
    const a = current[i];
    const b = current[i + 1];
    while (begunA < a || (begunA === a && begun[j + 1] < b)) {
      to[at] = begunA;
      to[at + 1] = begun[j + 1];
      at += 2;
      j += 2;
      begunA = j < begun.length ? begun[j] : NO_ID;
    }
    if (endedA === a && ended[k + 1] === b) {
      k += 2;
      endedA = k < ended.length ? ended[k] : NO_ID;
      continue;
    }
    to[at] = a;
    to[at + 1] = b;
    at += 2;
  }
  for (; j < begun.length; j++) to[at++] = begun[j];
  return at / 2;
}
