import { halfArea } from "./bins.ts";
import { EMPTY_BOUND, least, MIRRORED_MAX } from "./quantised-records.ts";
import { moveRecord, RECORD_STRIDE, type Records } from "./workspace.ts";

/** Up to here pricing every cut in order is cheaper than filling bins. */
export const SMALL_SET = 8;

const keys = new Int32Array(SMALL_SET);
const ranks = new Int32Array(SMALL_SET);
const order = new Int32Array(3 * SMALL_SET);
const costRight = new Float64Array(SMALL_SET);

/** The cheapest cut of 5 to `SMALL_SET` triangles in the order of their midpoints, over the three axes. */
export function splitSmallSet(from: Records, to: Records, begin: number, end: number): number {
  const { ints } = from;
  const count = end - begin;
  let bestCost = Infinity;
  let bestRow = 0;
  let bestCut = 1;
  for (let row = 0; row < 3 * SMALL_SET; row += SMALL_SET) {
    orderByMidpoint(ints, begin, count, row);
    priceRightParts(ints, count, row);
    let minX = EMPTY_BOUND;
    let minY = EMPTY_BOUND;
    let minZ = EMPTY_BOUND;
    let maxX = EMPTY_BOUND;
    let maxY = EMPTY_BOUND;
    let maxZ = EMPTY_BOUND;
    for (let cut = 1; cut < count; cut++) {
      const r = RECORD_STRIDE * order[row + cut - 1]!;
      minX = least(minX, ints[r]!);
      minY = least(minY, ints[r + 1]!);
      minZ = least(minZ, ints[r + 2]!);
      maxX = least(maxX, ints[r + MIRRORED_MAX]!);
      maxY = least(maxY, ints[r + MIRRORED_MAX + 1]!);
      maxZ = least(maxZ, ints[r + MIRRORED_MAX + 2]!);
      const cost = halfArea(minX, minY, minZ, maxX, maxY, maxZ) * cut + costRight[cut]!;
      // Of equals the more even: identical triangles would else be cut off one by one.
      if (cost < bestCost || (cost === bestCost && 2 * cut <= count)) {
        bestCost = cost;
        bestRow = row;
        bestCut = cut;
      }
    }
  }
  for (let i = 0; i < count; i++) moveRecord(from.words, order[bestRow + i]!, to.words, begin + i);
  return begin + bestCut;
}

/** Counts for each how many come before it, equals in the order they lie in: no branch that could be mispredicted. */
function orderByMidpoint(ints: Int32Array, begin: number, count: number, row: number): void {
  const axis = row / SMALL_SET;
  for (let i = 0; i < count; i++) {
    const r = RECORD_STRIDE * (begin + i) + axis;
    const key = (ints[r]! - ints[r + MIRRORED_MAX]!) | 0;
    let rank = 0;
    for (let j = 0; j < i; j++) {
      const isBefore = (key - keys[j]!) >> 31; // −1 or 0
      ranks[j] = (ranks[j]! - isBefore) | 0;
      rank = (rank + 1 + isBefore) | 0;
    }
    keys[i] = key;
    ranks[i] = rank;
  }
  for (let i = 0; i < count; i++) order[row + ranks[i]!] = begin + i;
}

function priceRightParts(ints: Int32Array, count: number, row: number): void {
  let minX = EMPTY_BOUND;
  let minY = EMPTY_BOUND;
  let minZ = EMPTY_BOUND;
  let maxX = EMPTY_BOUND;
  let maxY = EMPTY_BOUND;
  let maxZ = EMPTY_BOUND;
  for (let cut = count - 1; cut > 0; cut--) {
    const r = RECORD_STRIDE * order[row + cut]!;
    minX = least(minX, ints[r]!);
    minY = least(minY, ints[r + 1]!);
    minZ = least(minZ, ints[r + 2]!);
    maxX = least(maxX, ints[r + MIRRORED_MAX]!);
    maxY = least(maxY, ints[r + MIRRORED_MAX + 1]!);
    maxZ = least(maxZ, ints[r + MIRRORED_MAX + 2]!);
    costRight[cut] = halfArea(minX, minY, minZ, maxX, maxY, maxZ) * (count - cut);
  }
}
