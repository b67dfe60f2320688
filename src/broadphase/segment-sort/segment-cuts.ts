import type { BoxStore } from "../box-store.ts";

// How y and z are cut into segments of nearly equal count, and which boxes are too large for them.
//
// cuts, k + 2 numbers:   −∞  c₁ … c₍k₋₁₎  NaN  NaN
// Segment s holds cuts[s] ≤ v < cuts[s + 1]; NaN ends the last one, because v ≥ NaN is false, for infinite v too.
// A box reaches from the segment of its minimum to the one of its maximum. Segments never decrease along the
// axis, so two boxes that overlap there share the segment of the larger minimum, ties included.
//
// Class 0 has segments that suit most boxes. The boxes that it would cut more than once on an axis make class 1, with
// segments of its own, and so on. The last class is not cut at all, so every box belongs to a class.
//
// A cell is a segment on y times a segment on z. Cells are numbered through: class t has ky · kz of them from `base` on, y first.

/** The boxes of a step: those below `idEnd` that are used. */
export type Boxes = Pick<BoxStore, "dimensions" | "stride" | "size" | "idEnd" | "boxes" | "used">;

/** The cuts of one axis. */
export interface Cuts {
  readonly segments: number;
  readonly cuts: Float64Array;
}

export interface SegmentClass {
  readonly y: Cuts;
  readonly z: Cuts;
  /** The number of its first cell. */
  readonly base: number;
}

/** The minima of this many boxes determine the cuts; 2,048 keep 40 segments within about 15 % of each other. */
const SAMPLE = 2048;
/**
 * How much of a segment a box fills on average. The paper cuts as often as possible while no box is cut twice; a box that
 * is cut is stored twice, and 0.3 to 0.4 were fastest (docs/decisions/18-segment-sort.md).
 */
const FILL = 0.4;
/** Cells have at least this many boxes on average, however small the boxes. */
const CELL_BOXES = 4;
/** A class with at most this many boxes is not cut. */
const SMALL_CLASS = 32;

/** The boxes for which axes are being cut. */
interface CutBoxes {
  readonly store: Boxes;
  readonly ids: Uint32Array;
  /** Only the first `count` of `ids` remain. */
  count: number;
  /** A sorted sample of minima on the current axis. */
  readonly minima: Float64Array;
  readonly extents: Float64Array;
}

/** Cuts the axes for the current boxes. */
export function cutClasses(store: Boxes): SegmentClass[] {
  const { idEnd, used, dimensions } = store;
  const sampleSize = store.size > SMALL_CLASS ? Math.min(SAMPLE, store.size) : 0;
  const left: CutBoxes = {
    store,
    ids: new Uint32Array(store.size),
    count: 0,
    minima: new Float64Array(sampleSize),
    extents: new Float64Array(sampleSize),
  };
  for (let id = 0; id < idEnd; id++) if (used[id] === 1) left.ids[left.count++] = id;
  const classes: SegmentClass[] = [];
  let base = 0;
  while (left.count > SMALL_CLASS) {
    const [y, z] = cutAxes(left, 1, dimensions === 3 ? 2 : -1);
    if (y.segments * z.segments === 1) break;
    const count = keepTooLarge(left, y, z);
    if (count > left.count / 2) break;
    classes.push({ y, z, base });
    base += y.segments * z.segments;
    left.count = count;
  }
  classes.push({ y: uncut(), z: uncut(), base });
  return classes;
}

export function cellCount(classes: readonly SegmentClass[]): number {
  return classes.at(-1)!.base + 1;
}

/** The class that a cell belongs to. */
export function classOfCell(classes: readonly SegmentClass[], cell: number): number {
  let t = 0;
  while (t + 1 < classes.length && cell >= classes[t + 1].base) t++;
  return t;
}

export function uncut(): Cuts {
  return { segments: 1, cuts: Float64Array.of(-Infinity, Number.NaN, Number.NaN) };
}

/** The cuts moved by −origin, for coordinates from which `origin` was subtracted. */
export function shiftCuts({ segments, cuts }: Cuts, origin: number): Cuts {
  return { segments, cuts: cuts.map((cut) => cut - origin) };
}

/** The segment of the number at boxes[at]. */
export function segmentOf({ segments, cuts }: Cuts, boxes: Float32Array | Float64Array, at: number): number {
  const value = boxes[at];
  let [low, high] = [0, segments - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (value >= cuts[middle]) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Moves the boxes that would be cut twice to the front of `ids`; returns how many. */
function keepTooLarge({ store, ids, count }: CutBoxes, y: Cuts, z: Cuts): number {
  const { boxes, stride, dimensions } = store;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const at = stride * ids[i];
    const isTooLarge =
      isCutTwice(y, boxes, at + 1, at + dimensions + 1) ||
      (dimensions === 3 && isCutTwice(z, boxes, at + 2, at + 5));
    if (isTooLarge) ids[kept++] = ids[i];
  }
  return kept;
}

function isCutTwice(axis: Cuts, boxes: Float64Array, min: number, max: number): boolean {
  const first = segmentOf(axis, boxes, min);
  return boxes[max] >= axis.cuts[first + 1] && boxes[max] >= axis.cuts[first + 2];
}

/**
 * Cuts two axes: each as often as the boxes' extents allow, but into at most count / CELL_BOXES cells in total. `axisZ` is
 * −1 in 2D.
 */
function cutAxes(left: CutBoxes, axisY: number, axisZ: number): [Cuts, Cuts] {
  const mostCells = Math.max(1, left.count / CELL_BOXES);
  let [wantY, wantZ] = [1, 1];
  if (mostCells > 2) {
    wantY = FILL / meanExtent(left, axisY);
    if (axisZ >= 0) wantZ = FILL / meanExtent(left, axisZ);
    wantY = Math.max(1, Math.min(wantY, mostCells));
    wantZ = Math.max(1, Math.min(wantZ, mostCells));
    const over = Math.sqrt((wantY * wantZ) / mostCells);
    if (over > 1) {
      // Neither axis can go below one segment: the other axis compensates.
      [wantY, wantZ] = [Math.max(1, wantY / over), Math.max(1, wantZ / over)];
      wantY = Math.min(wantY, mostCells / wantZ);
      wantZ = Math.min(wantZ, mostCells / wantY);
    }
  }
  return [cutAxis(left, axisY, wantY), cutAxis(left, axisZ, wantZ)];
}

function cutAxis(left: CutBoxes, axis: number, want: number): Cuts {
  const segments = Math.min(Math.floor(want), SAMPLE, left.count);
  if (segments <= 1) return uncut();
  const { minima } = left;
  const sample = sampleMinima(left, axis);
  const cuts = new Float64Array(segments + 2);
  cuts[0] = -Infinity;
  for (let s = 1; s < segments; s++) cuts[s] = minima[Math.floor((s * sample) / segments)];
  cuts[segments] = cuts[segments + 1] = Number.NaN;
  return { segments, cuts };
}

/** The share of the boxes whose minimum lies within a box: the mean over a sample without its largest sixteenth. */
function meanExtent(left: CutBoxes, axis: number): number {
  const { store, ids, count, minima, extents } = left;
  const { boxes, stride } = store;
  const sample = sampleMinima(left, axis);
  for (let i = 0; i < sample; i++) {
    const min = stride * ids[Math.floor((i * count) / sample)] + axis;
    // Half of the equal minima count, because a cut goes through the middle of them.
    const below = rank(minima, sample, boxes[min], false);
    const ties = rank(minima, sample, boxes[min], true) - below;
    extents[i] = rank(minima, sample, boxes[min + stride / 2], true) - below - (ties + 1) / 2;
  }
  const sorted = extents.subarray(0, sample).sort();
  const kept = Math.max(1, Math.floor((15 / 16) * sample));
  let sum = 0;
  for (let i = 0; i < kept; i++) sum += sorted[i];
  return sum / kept / sample;
}

/** Fills `minima` and returns how many there are. */
function sampleMinima({ store, ids, count, minima }: CutBoxes, axis: number): number {
  const { boxes, stride } = store;
  const sample = Math.min(SAMPLE, count);
  for (let i = 0; i < sample; i++) minima[i] = boxes[stride * ids[Math.floor((i * count) / sample)] + axis];
  minima.subarray(0, sample).sort();
  return sample;
}

/** How many of the first `count` sorted numbers are below `value`, or with `orAt` at most `value`. */
function rank(sorted: Float64Array, count: number, value: number, orAt: boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value || (orAt && sorted[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
