// The diminishing-increment sort (Shell 1959) of interval ends that are almost sorted already.
//
// Which increments: 1 alone while that is cheap. In coherent motion an end passes few others of its list, and every
// further increment is one more walk over the list with nothing to do: 4, 1 took 1.2 to 1.7 times as long as 1 at up to
// three passed ends, the whole sequence 1.5 to 4 times (docs/decisions/18-segment-sort.md). When moves exceed the budget, motion was not
// coherent: then the whole sequence follows (Ciura's, continued by 2.25), which needs some n·log n steps.

const GAPS = [1, 4, 10, 23, 57, 132, 301, 701];
while (GAPS.at(-1)! < 2 ** 26) GAPS.push(Math.floor(2.25 * GAPS.at(-1)!));
/** Moves an end for which increment 1 alone is tried. */
export const BUDGET = 16;

/** What sorting has cost since the caller last set it to zero. */
export const sortWork = { comparisons: 0, swaps: 0 };

/**
 * Sorts the ends in keys[from … to − 1] upwards, and what belongs to them in `words` with them. Tries increment 1 alone
 * for up to `budget` moves an end.
 */
export function sortEnds(
  keys: Float32Array | Float64Array,
  words: Uint32Array,
  from: number,
  to: number,
  budget: number = BUDGET,
): void {
  if (insertByGap(keys, words, from, to, 1, budget * (to - from))) return;
  let g = 0;
  while (2 * GAPS[g + 1] < to - from) g++;
  for (; g >= 0; g--) insertByGap(keys, words, from, to, GAPS[g], Infinity);
}

/** One walk of insertion sort over every gap-th end. False if it was given up after `most` moves. */
function insertByGap(
  keys: Float32Array | Float64Array,
  words: Uint32Array,
  from: number,
  to: number,
  gap: number,
  most: number,
): boolean {
  const first = from + gap;
  let moves = 0;
  let i = first;
  for (; i < to && moves <= most; i++) {
    const key = keys[i];
    if (keys[i - gap] <= key) continue;
    const word = words[i];
    let j = i;
    do {
      keys[j] = keys[j - gap];
      words[j] = words[j - gap];
      j -= gap;
      moves++;
    } while (j >= first && keys[j - gap] > key);
    keys[j] = key;
    words[j] = word;
  }
  if (i > first) sortWork.comparisons += i - first + moves;
  sortWork.swaps += moves;
  return moves <= most;
}
