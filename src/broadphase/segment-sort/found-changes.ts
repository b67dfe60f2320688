import type { BoxStore } from "../box-store.ts";
import { notePair, type PairList } from "../pair-list.ts";

// What has changed from one update's pairs to the next, without sorting either. Cells are swept in one order, and boxes
// of a cell in that of their lower ends, so most pairs come in the same order again. Where they do not, they are noted as begun and
// as ended: pair-deltas.ts finds out which of them go on.

/** Pairs found by an update, those of a cell from starts[cell] on. */
export interface FoundByCell {
  readonly list: PairList;
  readonly starts: Uint32Array;
}

/**
 * How far to look for a pair among those of its cell that follow. After 2, 4, 8 … misses in a row, so many times as far: a box
 * that came may have many pairs.
 */
const LOOK_AHEAD = 4;

/** Notes every pair that is not in both, and perhaps some that are. A pair of a box that is fresh is never in both. */
export function noteChanges(
  last: FoundByCell,
  found: FoundByCell,
  { fresh, freshIds }: Pick<BoxStore, "fresh" | "freshIds">,
  begun: PairList,
  ended: PairList,
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
  // After a cut, those of other cells.
  notePairs(ended, p, i, 2 * last.list.count);
}

function isSame(p: Uint32Array, i: number, q: Uint32Array, j: number): boolean {
  return p[i] === q[j] && p[i + 1] === q[j + 1];
}

function notePairs(list: PairList, pairs: Uint32Array, from: number, to: number): number {
  for (let i = from; i < to; i += 2) notePair(list, pairs[i], pairs[i + 1]);
  return to;
}
