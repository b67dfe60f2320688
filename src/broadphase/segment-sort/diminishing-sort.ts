// The diminishing-increment sort (Shell 1959) of minima that are almost sorted.
//
// Increments: only 1 while that is cheap. In coherent motion a box passes few others of its list, and every further
// increment is another pass over the list with nothing to do: 4, 1 took 1.2 to 1.7 times as long as 1 at up to three passed
// boxes, the whole sequence 1.5 to 4 times (docs/decisions/18-segment-sort.md). If moves exceed the budget, motion was not
// coherent: then the whole sequence follows (Ciura's, continued by 2.25), which needs about n·log n steps.

const GAPS = gapsUpTo(2 ** 26);
/** Increment 1 alone is tried for this many moves per key. */
export const BUDGET = 16;

/** What sorting has cost. */
export interface SortWork {
  comparisons: number;
  swaps: number;
}

/**
 * Sorts keys[from … to − 1] in ascending order, and the entries with them. Increment 1 alone is tried for up to `budget`
 * moves per key. Adds to `work`.
 */
export function sortEntries(
  keys: Float32Array | Float64Array,
  entries: Uint32Array,
  from: number,
  to: number,
  work: SortWork,
  budget: number = BUDGET,
): void {
  if (insertByGap(keys, entries, from, to, 1, budget * (to - from), work)) return;
  let g = 0;
  while (2 * GAPS[g + 1] < to - from) g++;
  for (; g >= 0; g--) insertByGap(keys, entries, from, to, GAPS[g], Infinity, work);
}

function gapsUpTo(largest: number): number[] {
  const gaps = [1, 4, 10, 23, 57, 132, 301, 701];
  while (gaps.at(-1)! < largest) gaps.push(Math.floor(2.25 * gaps.at(-1)!));
  return gaps;
}

/** One pass of insertion sort over every gap-th key. False if it was given up after `most` moves. */
function insertByGap(
  keys: Float32Array | Float64Array,
  entries: Uint32Array,
  from: number,
  to: number,
  gap: number,
  most: number,
  work: SortWork,
): boolean {
  const first = from + gap;
  let moves = 0;
  let i = first;
  for (; i < to && moves <= most; i++) {
    const key = keys[i];
    if (keys[i - gap] <= key) continue;
    const entry = entries[i];
    let j = i;
    do {
      keys[j] = keys[j - gap];
      entries[j] = entries[j - gap];
      j -= gap;
      moves++;
    } while (j >= first && keys[j - gap] > key);
    keys[j] = key;
    entries[j] = entry;
  }
  if (i > first) work.comparisons += i - first + moves;
  work.swaps += moves;
  return moves <= most;
}
