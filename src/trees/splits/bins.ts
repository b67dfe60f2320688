import { FEW, LOG_BINS, WORTHWHILE } from "../../kernels/split-constants.ts";
import { EMPTY_BOUND, MIRRORED_MAX, QUANTA } from "./quantised-layout.ts";
import { growBox, halfAreaOf, least } from "./quantised-records.ts";
import { RECORD_STRIDE } from "./workspace.ts";

// bin, 8 × i32: minX minY minZ | QUANTA − maxX, − maxY, − maxZ | count | unused
const BIN_STRIDE = 8;
const BIN_SHIFT = 3;
const BIN_COUNT = 6;
const bins = new Int32Array(BIN_STRIDE << LOG_BINS);
const box = new Int32Array(6);
const areaRight = new Float64Array(1 << LOG_BINS);

/** A midpoint below `cut` on `axis` is left of the plane. Midpoints are doubled: min + max − QUANTA. */
export interface Plane {
  axis: number;
  cut: number;
  /** The least area × count of both sides; Infinity if no plane separates the midpoints. */
  cost: number;
  /** The extent of the midpoints on the widest axis. */
  spread: number;
}

/**
 * The plane with the least area × count on both sides, among those between bins of equal width. The width is a power of
 * two, so that a shift finds the bin; 9 to 16 of the 16 bins are in use.
 */
export function cheapestPlane(ints: Int32Array, begin: number, end: number, plane: Plane): void {
  const first = RECORD_STRIDE * begin;
  const stop = RECORD_STRIDE * end;
  let lowX = QUANTA;
  let lowY = QUANTA;
  let lowZ = QUANTA;
  let negHighX = QUANTA;
  let negHighY = QUANTA;
  let negHighZ = QUANTA;
  for (let r = first; r < stop; r += RECORD_STRIDE) {
    const x = (ints[r] - ints[r + MIRRORED_MAX]) | 0;
    const y = (ints[r + 1] - ints[r + MIRRORED_MAX + 1]) | 0;
    const z = (ints[r + 2] - ints[r + MIRRORED_MAX + 2]) | 0;
    lowX = least(lowX, x);
    lowY = least(lowY, y);
    lowZ = least(lowZ, z);
    negHighX = least(negHighX, (0 - x) | 0);
    negHighY = least(negHighY, (0 - y) | 0);
    negHighZ = least(negHighZ, (0 - z) | 0);
  }
  const spreadX = (-negHighX - lowX) | 0;
  const spreadY = (-negHighY - lowY) | 0;
  const spreadZ = (-negHighZ - lowZ) | 0;
  plane.cost = Infinity;
  plane.spread = Math.max(spreadX, spreadY, spreadZ);
  const worthwhile = Math.max(1, WORTHWHILE * plane.spread);
  if (spreadX >= worthwhile) tryAxis(ints, first, stop, 0, lowX, spreadX, plane);
  if (spreadY >= worthwhile) tryAxis(ints, first, stop, 1, lowY, spreadY, plane);
  if (spreadZ >= worthwhile) tryAxis(ints, first, stop, 2, lowZ, spreadZ, plane);
}

function tryAxis(
  ints: Int32Array,
  first: number,
  stop: number,
  axis: number,
  low: number,
  spread: number,
  plane: Plane,
): void {
  const count = (stop - first) / RECORD_STRIDE;
  const logBins = count <= FEW ? LOG_BINS - 1 : LOG_BINS;
  const shift = Math.max(0, 32 - Math.clz32(spread) - logBins);
  const binCount = (spread >> shift) + 1;
  fillBins(ints, first, stop, axis, low, shift, binCount);
  priceRightParts(binCount);
  box.fill(EMPTY_BOUND);
  let left = 0;
  let bestCost = plane.cost;
  let bestBin = 0;
  for (let bin = 1; bin < binCount; bin++) {
    const b = (bin - 1) << BIN_SHIFT;
    left = (left + bins[b + BIN_COUNT]) | 0;
    growBox(box, 0, bins, b);
    // Neither side is ever empty: the first and the last bin hold the extreme midpoints.
    const cost = halfAreaOf(box) * left + areaRight[bin] * (count - left);
    if (cost < bestCost) {
      bestCost = cost;
      bestBin = bin;
    }
  }
  if (bestBin === 0) return;
  plane.cost = bestCost;
  plane.axis = axis;
  plane.cut = low + (bestBin << shift);
}

function fillBins(
  ints: Int32Array,
  first: number,
  stop: number,
  axis: number,
  low: number,
  shift: number,
  binCount: number,
): void {
  const into = bins;
  for (let b = 0; b < binCount << BIN_SHIFT; b += BIN_STRIDE) {
    into[b] = into[b + 1] = into[b + 2] = into[b + 3] = into[b + 4] = into[b + 5] = EMPTY_BOUND;
    into[b + BIN_COUNT] = 0;
  }
  for (let r = first; r < stop; r += RECORD_STRIDE) {
    const midpoint = (ints[r + axis] - ints[r + axis + MIRRORED_MAX]) | 0;
    const b = ((midpoint - low) >> shift) << BIN_SHIFT;
    growBox(into, b, ints, r);
    into[b + BIN_COUNT] = (into[b + BIN_COUNT] + 1) | 0;
  }
}

function priceRightParts(binCount: number): void {
  box.fill(EMPTY_BOUND);
  for (let bin = binCount - 1; bin > 0; bin--) {
    const b = bin << BIN_SHIFT;
    growBox(box, 0, bins, b);
    areaRight[bin] = halfAreaOf(box);
  }
}
