import { doOverlap } from "../box-store.ts";
import { notePair, type PairList } from "../pair-list.ts";
import type { Boxes } from "./segment-classes.ts";

// One sub-list of segment sort at work: boxes in the order of their lower ends on x, coordinates beside each
// other, so that all of it stays in the nearest cache while it is swept.
//
// A word is 4 · place + flags, a name 4 · id + flags. FIRST_Y: this cell is the first, on y, of those the box reaches into; FIRST_Z likewise. Two
// boxes that share several cells are a pair in the one where, on either axis, one of them is first.

export const FIRST_Y = 2;
export const FIRST_Z = 1;

type Numbers = Float32Array | Float64Array;

export interface SweepList {
  /** Lower ends on x. */
  minX: Numbers;
  maxX: Numbers;
  minY: Numbers;
  maxY: Numbers;
  minZ: Numbers;
  maxZ: Numbers;
  names: Uint32Array;
  /** The largest upper end on x so far. */
  reach: Numbers;
}

/** A list that is mended in place: words beside lower ends on x. */
export interface WideList extends SweepList {
  words: Uint32Array;
  /** For `divideList`. */
  others: Uint32Array;
}

let wideList: WideList = {
  minX: new Float64Array(0),
  maxX: new Float64Array(0),
  minY: new Float64Array(0),
  maxY: new Float64Array(0),
  minZ: new Float64Array(0),
  maxZ: new Float64Array(0),
  names: new Uint32Array(0),
  words: new Uint32Array(0),
  others: new Uint32Array(0),
  reach: new Float64Array(0),
};

/** A list with room for so many boxes, as f64. */
export function roomInWideList(count: number): WideList {
  if (wideList.words.length >= count) return wideList;
  const numbers = () => new Float64Array(2 * count);
  const whole = () => new Uint32Array(2 * count);
  wideList = {
    minX: numbers(),
    maxX: numbers(),
    minY: numbers(),
    maxY: numbers(),
    minZ: numbers(),
    maxZ: numbers(),
    reach: numbers(),
    names: whole(),
    words: whole(),
    others: whole(),
  };
  return wideList;
}

/** Fetches what a sweep needs of the boxes in the list; lower ends on x and words are there, sorted. */
export function fetchList(
  list: WideList,
  boxes: Numbers,
  ids: Uint32Array,
  dimensions: 2 | 3,
  count: number,
): void {
  const { words, names, maxX, minY, maxY, minZ, maxZ } = list;
  for (let i = 0; i < count; i++) names[i] = 4 * ids[words[i] >>> 2] + (words[i] & 3);
  if (dimensions === 2) {
    for (let i = 0; i < count; i++) {
      const at = 4 * (words[i] >>> 2);
      minY[i] = boxes[at + 1];
      maxX[i] = boxes[at + 2];
      maxY[i] = boxes[at + 3];
      minZ[i] = 0;
      maxZ[i] = 1;
    }
    return;
  }
  for (let i = 0; i < count; i++) {
    const at = 6 * (words[i] >>> 2);
    minY[i] = boxes[at + 1];
    minZ[i] = boxes[at + 2];
    maxX[i] = boxes[at + 3];
    maxY[i] = boxes[at + 4];
    maxZ[i] = boxes[at + 5];
  }
}

/** Reports the pairs within the list and returns how many pairs of boxes were compared. */
export function sweepList(list: SweepList, count: number, out: PairList): number {
  let checks = 0;
  for (let i = 0; i < count; i++) checks += sweepBox(list, i, i + 1, count, out);
  return checks;
}

/**
 * Puts the boxes with ids below `split` first, each side in its order, and returns how many these are. Before
 * `fetchList`.
 */
export function divideList(list: WideList, ids: Uint32Array, split: number, count: number): number {
  const { minX, words, maxX: otherKeys, others: otherWords } = list;
  let first = 0;
  let others = 0;
  for (let i = 0; i < count; i++) {
    const word = words[i];
    const key = minX[i];
    if (ids[word >>> 2] < split) {
      minX[first] = key;
      words[first++] = word;
    } else {
      otherKeys[others] = key;
      otherWords[others++] = word;
    }
  }
  for (let k = 0; k < others; k++) {
    minX[first + k] = otherKeys[k];
    words[first + k] = otherWords[k];
  }
  return first;
}

/** Reports the pairs of one of the first `middle` boxes of the list with one of the others. */
export function sweepSides(list: SweepList, middle: number, count: number, out: PairList): number {
  const { minX } = list;
  let checks = 0;
  // those in which the first side's box begins first, or both at once
  for (let i = 0, j = middle; i < middle && j < count; i++) {
    while (j < count && minX[j] < minX[i]) j++;
    checks += sweepBox(list, i, j, count, out);
  }
  for (let j = middle, i = 0; j < count && i < middle; j++) {
    while (i < middle && minX[i] <= minX[j]) i++;
    checks += sweepBox(list, j, i, middle, out);
  }
  return checks;
}

/** Compares box i of the list with those from `from` on, which begin no earlier, as long as they overlap on x. */
function sweepBox(list: SweepList, i: number, from: number, to: number, out: PairList): number {
  const { names, minX: x0, minY: y0, maxY: y1, minZ: z0, maxZ: z1 } = list;
  const name = names[i];
  const maxXi = list.maxX[i];
  const minYi = y0[i];
  const maxYi = y1[i];
  const minZi = z0[i];
  const maxZi = z1[i];
  let j = from;
  for (; j < to && x0[j] <= maxXi; j++) {
    // Flags of either axis, put together without a branch: which of them is 0 cannot be foretold.
    const onY = Number(y0[j] <= maxYi) & Number(y1[j] >= minYi);
    const onZ = Number(z0[j] <= maxZi) & Number(z1[j] >= minZi);
    if ((onY & onZ) === 0) continue;
    const other = names[j];
    if (((name | other) & 3) === 3) notePair(out, name >>> 2, other >>> 2);
  }
  return j - from;
}

/** To be called before `sweepGuest`. */
export function measureReach({ maxX, reach }: SweepList, from: number, to: number): void {
  let furthest = -Infinity;
  for (let i = from; i < to; i++) {
    if (maxX[i] > furthest) furthest = maxX[i];
    reach[i] = furthest;
  }
}

/**
 * Reports the pairs of a part of the list with a box that does not belong to it; returns how many boxes were compared. `flags`
 * are those of the guest in this cell. With `exact`, the boxes that the list has images of, sides with one image are compared
 * there.
 */
export function sweepGuest(
  list: SweepList,
  { minX, maxX, minY, maxY, minZ, maxZ, id, flags }: Guest,
  from: number,
  to: number,
  exact: Boxes | null,
  out: PairList,
): number {
  const { names, minX: x0, maxX: x1, minY: y0, maxY: y1, minZ: z0, maxZ: z1, reach } = list;
  // Before this one, all end too early.
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle] < minX) low = middle + 1;
    else high = middle;
  }
  let i = low;
  for (; i < to && x0[i] <= maxX; i++) {
    if (x1[i] < minX || y0[i] > maxY || y1[i] < minY || z0[i] > maxZ || z1[i] < minZ) continue;
    const name = names[i];
    if (((name | flags) & 3) !== 3) continue;
    const isCertain =
      exact === null ||
      (x0[i] < maxX && x1[i] > minX && y0[i] < maxY && y1[i] > minY && z0[i] < maxZ && z1[i] > minZ);
    if (isCertain || doOverlap(exact, name >>> 2, id)) notePair(out, name >>> 2, id);
  }
  return i - low;
}

/** A box of a coarser class that reaches into a cell. */
export interface Guest {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly minZ: number;
  readonly maxZ: number;
  readonly id: number;
  readonly flags: number;
}
