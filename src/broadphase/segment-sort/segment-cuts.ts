// Where an axis is cut into segments of nearly equal count.
//
// cuts, k + 2 numbers:   −∞  c₁ … c₍k₋₁₎  NaN  NaN
// Segment s holds cuts[s] ≤ v < cuts[s + 1]; NaN ends the last one, because v ≥ NaN is false, for infinite v too.
// A box reaches from the segment of its minimum to the one of its maximum. Segments never decrease along the
// axis, so two boxes that overlap there share the segment of the larger minimum, ties and all.

/** The lower ends of so many boxes say where to cut; 2,048 keep 40 segments within some 15 % of each other. */
const SAMPLE = 2048;
/**
 * How much of a segment a box fills on average. The paper cuts as often as it can while no box is cut twice; a box
 * that is cut is kept twice, and 0.3 to 0.4 were fastest (docs/decisions/18-segment-sort.md).
 */
const FILL = 0.4;
/** Boxes a cell, at least, when boxes are so small that they set no limit. */
const CELL_BOXES = 4;

const lower = new Float64Array(SAMPLE);
const extents = new Float64Array(SAMPLE);

export interface Cuts {
  /** How many segments there are. */
  segments: number;
  cuts: Float64Array;
}

export function uncut(): Cuts {
  return { segments: 1, cuts: Float64Array.of(-Infinity, Number.NaN, Number.NaN) };
}

/** The same cuts for numbers from which `origin` was taken. */
export function shiftCuts({ segments, cuts }: Cuts, origin: number): Cuts {
  return { segments, cuts: cuts.map((cut) => cut - origin) };
}

/**
 * Cuts two axes for the boxes in ids[0 … count − 1]: on each as often as the boxes' extents allow, but in no more than
 * count / CELL_BOXES cells. `axisZ` is −1 in 2D.
 */
export function cutAxes(
  boxes: Float64Array,
  stride: number,
  ids: Uint32Array,
  count: number,
  axisY: number,
  axisZ: number,
): [Cuts, Cuts] {
  const mostCells = Math.max(1, count / CELL_BOXES);
  let [wantY, wantZ] = [1, 1];
  if (mostCells > 2) {
    wantY = FILL / meanExtent(boxes, stride, ids, count, axisY);
    if (axisZ >= 0) wantZ = FILL / meanExtent(boxes, stride, ids, count, axisZ);
    wantY = Math.max(1, Math.min(wantY, mostCells));
    wantZ = Math.max(1, Math.min(wantZ, mostCells));
    const over = Math.sqrt((wantY * wantZ) / mostCells);
    if (over > 1) {
      // One axis alone cannot go below one segment: the other takes what that leaves.
      [wantY, wantZ] = [Math.max(1, wantY / over), Math.max(1, wantZ / over)];
      wantY = Math.min(wantY, mostCells / wantZ);
      wantZ = Math.min(wantZ, mostCells / wantY);
    }
  }
  return [cutAxis(boxes, stride, ids, count, axisY, wantY), cutAxis(boxes, stride, ids, count, axisZ, wantZ)];
}

function cutAxis(
  boxes: Float64Array,
  stride: number,
  ids: Uint32Array,
  count: number,
  axis: number,
  want: number,
): Cuts {
  const sample = Math.min(SAMPLE, count);
  const segments = Math.min(Math.floor(want), sample);
  if (segments <= 1) return uncut();
  sampleLower(boxes, stride, ids, count, axis);
  const cuts = new Float64Array(segments + 2);
  cuts[0] = -Infinity;
  for (let s = 1; s < segments; s++) cuts[s] = lower[Math.floor((s * sample) / segments)];
  cuts[segments] = cuts[segments + 1] = Number.NaN;
  return { segments, cuts };
}

/** The mean share of the boxes whose lower end lies within a box; of the largest sixteenth of boxes none counts. */
function meanExtent(
  boxes: Float64Array,
  stride: number,
  ids: Uint32Array,
  count: number,
  axis: number,
): number {
  const sample = sampleLower(boxes, stride, ids, count, axis);
  for (let i = 0; i < sample; i++) {
    const min = stride * ids[Math.floor((i * count) / sample)] + axis;
    // Ends equal to its own minimum count for half: a tie is cut somewhere in its midst.
    const below = rank(sample, boxes[min], false);
    const ties = rank(sample, boxes[min], true) - below;
    extents[i] = rank(sample, boxes[min + stride / 2], true) - below - (ties + 1) / 2;
  }
  const sorted = extents.subarray(0, sample).sort();
  const kept = Math.max(1, Math.floor((15 / 16) * sample));
  let sum = 0;
  for (let i = 0; i < kept; i++) sum += sorted[i];
  return sum / kept / sample;
}

function sampleLower(
  boxes: Float64Array,
  stride: number,
  ids: Uint32Array,
  count: number,
  axis: number,
): number {
  const sample = Math.min(SAMPLE, count);
  for (let i = 0; i < sample; i++) lower[i] = boxes[stride * ids[Math.floor((i * count) / sample)] + axis];
  lower.subarray(0, sample).sort();
  return sample;
}

/** How many of the sampled ends are below `value`, or at it too. */
function rank(sample: number, value: number, orAt: boolean): number {
  let [low, high] = [0, sample];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lower[middle] < value || (orAt && lower[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
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
