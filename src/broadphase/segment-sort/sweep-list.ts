import { doOverlap } from "../box-store.ts";
import { notePair, type PairList } from "../pair-list.ts";
import type { Boxes } from "./segment-cuts.ts";

// The list of one cell: boxes in the order of minX, each coordinate in a separate row, so that the whole list stays in the
// nearest cache while it is swept.
//
// A list entry is 4 · place + flags, an id entry 4 · id + flags. FIRST_Y says that this cell is the first, on y, of those
// that the box extends into; FIRST_Z says so for z. Two boxes that share several cells are reported in the one cell in
// which, on either axis, at least one of them is first.

type Numbers = Float32Array | Float64Array;

/** What a sweep reads; the first rows are laid out as the kernels require. */
export interface SweepList {
  minX: Numbers;
  maxX: Numbers;
  minY: Numbers;
  maxY: Numbers;
  minZ: Numbers;
  maxZ: Numbers;
  idEntries: Uint32Array;
  /** The largest maxX up to each box, see `measureReach`. */
  reach: Numbers;
}

/** The boxes that are new in a cell, sorted by minX; NaN follows the keys. */
export interface Arrivals {
  keys: Numbers;
  entries: Uint32Array;
}

/** A list without kernels, in f64. */
export interface F64List extends SweepList {
  entries: Uint32Array;
  /** Memory for `divideList`. */
  otherEntries: Uint32Array;
  arrivals: Arrivals;
}

export function createF64List(): F64List {
  return { ...createRows(0), arrivals: createArrivals(0) };
}

function createRows(length: number) {
  return {
    minX: new Float64Array(length),
    maxX: new Float64Array(length),
    minY: new Float64Array(length),
    maxY: new Float64Array(length),
    minZ: new Float64Array(length),
    maxZ: new Float64Array(length),
    idEntries: new Uint32Array(length),
    reach: new Float64Array(length),
    entries: new Uint32Array(length),
    otherEntries: new Uint32Array(length),
  };
}

function createArrivals(length: number): Arrivals {
  return { keys: new Float64Array(length), entries: new Uint32Array(length) };
}

/** Makes room for a list of `count` boxes. */
export function reserveList(list: F64List, count: number): void {
  if (list.minX.length < count) Object.assign(list, createRows(2 * count));
}

export function reserveArrivals(list: F64List, count: number): void {
  if (list.arrivals.keys.length <= count) list.arrivals = createArrivals(2 * count + 1);
}

/** Fills the rows of a list whose `entries` and minX are already set and sorted. */
export function fetchList(
  list: F64List,
  boxes: Numbers,
  ids: Uint32Array,
  dimensions: 2 | 3,
  count: number,
): void {
  const { entries, idEntries, maxX, minY, maxY, minZ, maxZ } = list;
  for (let i = 0; i < count; i++) idEntries[i] = 4 * ids[entries[i] >>> 2] + (entries[i] & 3);
  if (dimensions === 2) {
    for (let i = 0; i < count; i++) {
      const at = 4 * (entries[i] >>> 2);
      minY[i] = boxes[at + 1];
      maxX[i] = boxes[at + 2];
      maxY[i] = boxes[at + 3];
      minZ[i] = 0;
      maxZ[i] = 1;
    }
    return;
  }
  for (let i = 0; i < count; i++) {
    const at = 6 * (entries[i] >>> 2);
    minY[i] = boxes[at + 1];
    minZ[i] = boxes[at + 2];
    maxX[i] = boxes[at + 3];
    maxY[i] = boxes[at + 4];
    maxZ[i] = boxes[at + 5];
  }
}

/** Adds the pairs within the list to `out`; returns how many pairs of boxes were compared. */
export function sweepList(list: SweepList, count: number, out: PairList): number {
  let checks = 0;
  for (let i = 0; i < count; i++) checks += sweepBox(list, i, i + 1, count, out);
  return checks;
}

/**
 * Moves the boxes with ids below `split` to the front, keeps the order on either side, and returns how many they are. Must
 * be called before `fetchList`.
 */
export function divideList(list: F64List, ids: Uint32Array, split: number, count: number): number {
  const { minX, entries, maxX: otherKeys, otherEntries } = list;
  let first = 0;
  let others = 0;
  for (let i = 0; i < count; i++) {
    const entry = entries[i];
    const key = minX[i];
    if (ids[entry >>> 2] < split) {
      minX[first] = key;
      entries[first++] = entry;
    } else {
      otherKeys[others] = key;
      otherEntries[others++] = entry;
    }
  }
  for (let k = 0; k < others; k++) {
    minX[first + k] = otherKeys[k];
    entries[first + k] = otherEntries[k];
  }
  return first;
}

/** Adds the pairs of one of the first `middle` boxes with one of the others; returns how many pairs were compared. */
export function sweepSides(list: SweepList, middle: number, count: number, out: PairList): number {
  const { minX } = list;
  let checks = 0;
  // Pairs whose box of the first side begins first, or both at once.
  for (let i = 0, j = middle; i < middle && j < count; i++) {
    while (j < count && minX[j] < minX[i]) j++;
    checks += sweepBox(list, i, j, count, out);
  }
  // Pairs whose box of the second side begins first.
  for (let j = middle, i = 0; j < count && i < middle; j++) {
    while (i < middle && minX[i] <= minX[j]) i++;
    checks += sweepBox(list, j, i, middle, out);
  }
  return checks;
}

/** Compares box i of the list with those from `from` on, none of which begins earlier, as long as they overlap on x. */
function sweepBox(list: SweepList, i: number, from: number, to: number, out: PairList): number {
  const { idEntries, minX: x0, minY: y0, maxY: y1, minZ: z0, maxZ: z1 } = list;
  const idEntry = idEntries[i];
  const maxXi = list.maxX[i];
  const minYi = y0[i];
  const maxYi = y1[i];
  const minZi = z0[i];
  const maxZi = z1[i];
  let j = from;
  for (; j < to && x0[j] <= maxXi; j++) {
    // No branch per axis: the processor could not predict it.
    const onY = Number(y0[j] <= maxYi) & Number(y1[j] >= minYi);
    const onZ = Number(z0[j] <= maxZi) & Number(z1[j] >= minZi);
    if ((onY & onZ) === 0) continue;
    const other = idEntries[j];
    if (((idEntry | other) & 3) === 3) notePair(out, idEntry >>> 2, other >>> 2);
  }
  return j - from;
}

/** Fills `reach` for the boxes `from` to `to` − 1, as `sweepOversized` needs it. */
export function measureReach({ maxX, reach }: SweepList, from: number, to: number): void {
  let furthest = -Infinity;
  for (let i = from; i < to; i++) {
    if (maxX[i] > furthest) furthest = maxX[i];
    reach[i] = furthest;
  }
}

/** A box of a coarser class that extends into a cell, with its flags in this cell. */
export interface OversizedBox {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly minZ: number;
  readonly maxZ: number;
  readonly id: number;
  readonly flags: number;
}

/**
 * Adds the pairs of an oversized box with the boxes `from` to `to` − 1 of the list; returns how many boxes were compared.
 * If the list has f32 images, `exact` has the f64 boxes, which decide ties.
 */
export function sweepOversized(
  list: SweepList,
  { minX, maxX, minY, maxY, minZ, maxZ, id, flags }: OversizedBox,
  from: number,
  to: number,
  exact: Boxes | null,
  out: PairList,
): number {
  const { idEntries, minX: x0, maxX: x1, minY: y0, maxY: y1, minZ: z0, maxZ: z1, reach } = list;
  // All boxes before `low` end too early.
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle] < minX) low = middle + 1;
    else high = middle;
  }
  let i = low;
  for (; i < to && x0[i] <= maxX; i++) {
    if (x1[i] < minX || y0[i] > maxY || y1[i] < minY || z0[i] > maxZ || z1[i] < minZ) continue;
    const idEntry = idEntries[i];
    if (((idEntry | flags) & 3) !== 3) continue;
    const isCertain =
      exact === null ||
      (x0[i] < maxX && x1[i] > minX && y0[i] < maxY && y1[i] > minY && z0[i] < maxZ && z1[i] > minZ);
    if (isCertain || doOverlap(exact, idEntry >>> 2, id)) notePair(out, idEntry >>> 2, id);
  }
  return i - low;
}
