import { addFound, type PairChanges } from "../pair-changes.ts";

// One sub-list of segment sort at work: boxes in the order of their lower ends on x, coordinates beside each
// other, so that all of it stays in the nearest cache while it is swept.
//
// A word is 4 · place + flags. FIRST_Y: this cell is the first, on y, of those the box reaches into; FIRST_Z likewise. Two
// boxes that share several cells are a pair in the one where, on either axis, one of them is first.

export const FIRST_Y = 2;
export const FIRST_Z = 1;

export let listKeys = new Float64Array(0); // lower ends on x
export let listWords = new Uint32Array(0);
let maxX = new Float64Array(0);
let minY = new Float64Array(0);
let maxY = new Float64Array(0);
let minZ = new Float64Array(0);
let maxZ = new Float64Array(0);
/** The largest upper end on x so far. */
let reach = new Float64Array(0);
let divided = new Uint32Array(0);

/** Makes room for a list of so many boxes. */
export function roomInList(count: number): void {
  if (listKeys.length >= count) return;
  const capacity = 2 * count;
  listKeys = new Float64Array(capacity);
  listWords = new Uint32Array(capacity);
  maxX = new Float64Array(capacity);
  minY = new Float64Array(capacity);
  maxY = new Float64Array(capacity);
  minZ = new Float64Array(capacity);
  maxZ = new Float64Array(capacity);
  reach = new Float64Array(capacity);
  divided = new Uint32Array(capacity);
}

/** Fetches what a sweep needs of the boxes in the list; keys and words are there, sorted. */
export function fetchList(boxes: Float64Array, dimensions: 2 | 3, count: number): void {
  const [words, x1, y0, y1, z0, z1] = [listWords, maxX, minY, maxY, minZ, maxZ];
  if (dimensions === 2) {
    for (let i = 0; i < count; i++) {
      const at = 4 * (words[i]! >>> 2);
      y0[i] = boxes[at + 1]!;
      x1[i] = boxes[at + 2]!;
      y1[i] = boxes[at + 3]!;
      z0[i] = z1[i] = 0;
    }
    return;
  }
  for (let i = 0; i < count; i++) {
    const at = 6 * (words[i]! >>> 2);
    y0[i] = boxes[at + 1]!;
    z0[i] = boxes[at + 2]!;
    x1[i] = boxes[at + 3]!;
    y1[i] = boxes[at + 4]!;
    z1[i] = boxes[at + 5]!;
  }
}

/** Reports the pairs within the list and returns how many pairs of boxes were compared. */
export function sweepList(ids: Uint32Array, count: number, out: PairChanges): number {
  let checks = 0;
  for (let i = 0; i < count; i++) checks += sweepBox(ids, i, i + 1, count, out);
  return checks;
}

/**
 * Puts the boxes with ids below `split` first, each side in its order, and returns how many these are. Before
 * `fetchList`.
 */
export function divideList(ids: Uint32Array, split: number, count: number): number {
  const [keys, words, otherKeys, otherWords] = [listKeys, listWords, maxX, divided];
  let first = 0;
  let others = 0;
  for (let i = 0; i < count; i++) {
    const word = words[i]!;
    const key = keys[i]!;
    if (ids[word >>> 2]! < split) {
      keys[first] = key;
      words[first++] = word;
    } else {
      otherKeys[others] = key;
      otherWords[others++] = word;
    }
  }
  for (let k = 0; k < others; k++) {
    keys[first + k] = otherKeys[k]!;
    words[first + k] = otherWords[k]!;
  }
  return first;
}

/** Reports the pairs of one of the first `middle` boxes of the list with one of the others. */
export function sweepSides(ids: Uint32Array, middle: number, count: number, out: PairChanges): number {
  const x0 = listKeys;
  let checks = 0;
  // those in which the first side's box begins first, or both at once
  for (let i = 0, j = middle; i < middle && j < count; i++) {
    while (j < count && x0[j]! < x0[i]!) j++;
    checks += sweepBox(ids, i, j, count, out);
  }
  for (let j = middle, i = 0; j < count && i < middle; j++) {
    while (i < middle && x0[i]! <= x0[j]!) i++;
    checks += sweepBox(ids, j, i, middle, out);
  }
  return checks;
}

/** Compares box i of the list with those from `from` on, which begin no earlier, as long as they overlap on x. */
function sweepBox(ids: Uint32Array, i: number, from: number, to: number, out: PairChanges): number {
  const words = listWords;
  const x0 = listKeys;
  const y0 = minY;
  const y1 = maxY;
  const z0 = minZ;
  const z1 = maxZ;
  const word = words[i]!;
  const maxXi = maxX[i]!;
  const minYi = y0[i]!;
  const maxYi = y1[i]!;
  const minZi = z0[i]!;
  const maxZi = z1[i]!;
  let j = from;
  for (; j < to && x0[j]! <= maxXi; j++) {
    // Flags of either axis, put together without a branch: which of them is 0 cannot be foretold.
    const onY = Number(y0[j]! <= maxYi) & Number(y1[j]! >= minYi);
    const onZ = Number(z0[j]! <= maxZi) & Number(z1[j]! >= minZi);
    if ((onY & onZ) === 0) continue;
    const other = words[j]!;
    if (((word | other) & 3) === 3) addFound(out, ids[word >>> 2]!, ids[other >>> 2]!);
  }
  return j - from;
}

/** To be called before `sweepGuest`. */
export function measureReach(from: number, to: number): void {
  let furthest = -Infinity;
  for (let i = from; i < to; i++) {
    if (maxX[i]! > furthest) furthest = maxX[i]!;
    reach[i] = furthest;
  }
}

/**
 * Reports the pairs of a part of the list with a box that does not belong to it; returns how many boxes were compared.
 */
export function sweepGuest(
  boxes: Float64Array,
  dimensions: 2 | 3,
  ids: Uint32Array,
  guest: number,
  from: number,
  to: number,
  out: PairChanges,
): number {
  const [words, x0, x1, y0, y1, z0, z1] = [listWords, listKeys, maxX, minY, maxY, minZ, maxZ];
  const place = guest >>> 2;
  const at = 2 * dimensions * place;
  const minXg = boxes[at]!;
  const maxXg = boxes[at + dimensions]!;
  const minYg = boxes[at + 1]!;
  const maxYg = boxes[at + dimensions + 1]!;
  const minZg = dimensions === 2 ? 0 : boxes[at + 2]!;
  const maxZg = dimensions === 2 ? 0 : boxes[at + 5]!;
  // Before this one, all end too early.
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle]! < minXg) low = middle + 1;
    else high = middle;
  }
  let i = low;
  for (; i < to && x0[i]! <= maxXg; i++) {
    if (x1[i]! < minXg || y0[i]! > maxYg || y1[i]! < minYg || z0[i]! > maxZg || z1[i]! < minZg) continue;
    const word = words[i]!;
    if (((word | guest) & 3) === 3) addFound(out, ids[word >>> 2]!, ids[place]!);
  }
  return i - low;
}
