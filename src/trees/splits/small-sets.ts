import { SMALL_SET as ROW } from "../../kernels/split-constants.ts";
import { moveRecord } from "./move-record.ts";
import { EMPTY_BOUND, MIRRORED_MAX, QUANTA } from "./quantised-layout.ts";
import { growBox, halfAreaOf, least } from "./quantised-records.ts";
import type { Records } from "./workspace.ts";
import { RECORD_STRIDE } from "./workspace.ts";

const keys = new Int32Array(3 * ROW);
const spreads = new Int32Array(3);
const ranks = new Int32Array(ROW);
const order = new Int32Array(3 * ROW);
const box = new Int32Array(6);
const costRight = new Float64Array(ROW);

/**
 * The cheapest cut of 5 to SMALL_SET triangles in the order of their midpoints, over the axes on which these spread at
 * least half as far as on the widest.
 */
export function splitSmallSet(from: Records, to: Records, begin: number, end: number): number {
  const { ints } = from;
  const count = end - begin;
  findMidpoints(ints, begin, count);
  const worthwhile = Math.max(spreads[0], spreads[1], spreads[2]) >> 1;
  let bestCost = Infinity;
  let bestRow = 0;
  let bestCut = 1;
  // Sorting and costing are inlined here: as separate functions they made a build 8 % slower.
  for (let axis = 0; axis < 3; axis++) {
    if (spreads[axis] < worthwhile) continue;
    const row = ROW * axis;

    // How many come before each record, ties in their current order, without a branch that could be mispredicted.
    for (let i = 0; i < count; i++) {
      const key = keys[row + i];
      let rank = 0;
      for (let j = 0; j < i; j++) {
        const isBefore = (key - keys[row + j]) >> 31; // −1 or 0
        ranks[j] = (ranks[j] - isBefore) | 0;
        rank = (rank + 1 + isBefore) | 0;
      }
      ranks[i] = rank;
    }
    for (let i = 0; i < count; i++) order[row + ranks[i]] = begin + i;

    box.fill(EMPTY_BOUND);
    for (let cut = count - 1; cut > 0; cut--) {
      growBox(box, 0, ints, RECORD_STRIDE * order[row + cut]);
      costRight[cut] = halfAreaOf(box) * (count - cut);
    }

    box.fill(EMPTY_BOUND);
    for (let cut = 1; cut < count; cut++) {
      growBox(box, 0, ints, RECORD_STRIDE * order[row + cut - 1]);
      const cost = halfAreaOf(box) * cut + costRight[cut];
      // Ties go to the more even cut: identical triangles would otherwise be cut off one by one.
      if (cost < bestCost || (cost === bestCost && 2 * cut <= count)) {
        bestCost = cost;
        bestRow = row;
        bestCut = cut;
      }
    }
  }
  for (let i = 0; i < count; i++) moveRecord(from.words, order[bestRow + i], to.words, begin + i);
  return begin + bestCut;
}

/** The doubled midpoints, minus QUANTA, and their extent. */
function findMidpoints(ints: Int32Array, begin: number, count: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let lowest = QUANTA;
    let negHighest = QUANTA;
    for (let i = 0; i < count; i++) {
      const r = RECORD_STRIDE * (begin + i) + axis;
      const key = (ints[r] - ints[r + MIRRORED_MAX]) | 0;
      lowest = least(lowest, key);
      negHighest = least(negHighest, (0 - key) | 0);
      keys[ROW * axis + i] = key;
    }
    spreads[axis] = 0 - negHighest - lowest;
  }
}
