// Twin: trees/splits/bins.ts.
import {
  AREA_RIGHT, BIN_COUNTS, BINS, PLANE_AXIS, PLANE_COST, PLANE_CUT, PLANE_SPREAD, RECORD_BYTES, RECORD_MIRRORED, RECORD_SHIFT,
} from "../memory-map";
import { FEW, LOG_BINS, QUANTA, WORTHWHILE } from "../split-constants";
import { emptyBounds, halfArea, least, midpoints, minima, mirroredMaxima } from "./quantised-records";

@inline function binOf(bin: i32): usize { return (<usize>bin << RECORD_SHIFT) + BINS; }

/**
 * Finds the plane with the least area × count on both sides, among planes between bins of equal width. The width is a power of two, so that
 * a shift finds the bin; 9 to 16 of the 16 bins are in use.
 */
export function cheapestPlane(first: usize, stop: usize): void {
  let lowest = i32x4.splat(QUANTA);
  let negHighest = lowest;
  for (let record = first; record < stop; record += RECORD_BYTES) {
    const key = midpoints(record);
    lowest = least(lowest, key);
    negHighest = least(negHighest, i32x4.neg(key));
  }
  const spreads = i32x4.sub(i32x4.neg(negHighest), lowest);
  const spreadX = i32x4.extract_lane(spreads, 0);
  const spreadY = i32x4.extract_lane(spreads, 1);
  const spreadZ = i32x4.extract_lane(spreads, 2);
  const spread = max(max(spreadX, spreadY), spreadZ);
  store<f64>(PLANE_COST, Infinity);
  store<i32>(PLANE_SPREAD, spread);
  const worthwhile = max<f64>(1, WORTHWHILE * <f64>spread);
  if (<f64>spreadX >= worthwhile) tryAxis(first, stop, 0, i32x4.extract_lane(lowest, 0), spreadX);
  if (<f64>spreadY >= worthwhile) tryAxis(first, stop, 1, i32x4.extract_lane(lowest, 1), spreadY);
  if (<f64>spreadZ >= worthwhile) tryAxis(first, stop, 2, i32x4.extract_lane(lowest, 2), spreadZ);
}

function tryAxis(first: usize, stop: usize, axis: i32, low: i32, spread: i32): void {
  const count = <i32>((stop - first) >> RECORD_SHIFT);
  const logBins = count <= FEW ? LOG_BINS - 1 : LOG_BINS;
  const shift = max(0, 32 - clz(spread) - logBins);
  const binCount = (spread >> shift) + 1;
  fillBins(first, stop, axis, low, shift, binCount);
  priceRightParts(binCount);
  let min = emptyBounds();
  let mirroredMax = emptyBounds();
  let left = 0;
  let bestCost = load<f64>(PLANE_COST);
  let bestBin = 0;
  for (let bin = 1; bin < binCount; bin++) {
    left += load<i32>(BIN_COUNTS + ((bin - 1) << 2));
    min = least(min, minima(binOf(bin - 1)));
    mirroredMax = least(mirroredMax, mirroredMaxima(binOf(bin - 1)));
    // Neither side is ever empty: the first and the last bin hold the extreme midpoints.
    const cost = halfArea(min, mirroredMax) * <f64>left + load<f64>(AREA_RIGHT + (bin << 3)) * <f64>(count - left);
    if (cost < bestCost) {
      bestCost = cost;
      bestBin = bin;
    }
  }
  if (bestBin == 0) return;
  store<f64>(PLANE_COST, bestCost);
  store<i32>(PLANE_AXIS, axis);
  store<i32>(PLANE_CUT, low + (bestBin << shift));
}

function fillBins(first: usize, stop: usize, axis: i32, low: i32, shift: i32, binCount: i32): void {
  for (let bin = 0; bin < binCount; bin++) {
    v128.store(binOf(bin), emptyBounds());
    v128.store(binOf(bin), emptyBounds(), RECORD_MIRRORED);
    store<i32>(BIN_COUNTS + (bin << 2), 0);
  }
  const lane: usize = axis << 2;
  for (let record = first; record < stop; record += RECORD_BYTES) {
    const midpoint = load<i32>(record + lane) - load<i32>(record + lane, RECORD_MIRRORED);
    const bin = (midpoint - low) >> shift;
    const at = binOf(bin);
    v128.store(at, least(minima(at), minima(record)));
    v128.store(at, least(mirroredMaxima(at), mirroredMaxima(record)), RECORD_MIRRORED);
    store<i32>(bin << 2, load<i32>(bin << 2, BIN_COUNTS) + 1, BIN_COUNTS);
  }
}

function priceRightParts(binCount: i32): void {
  let min = emptyBounds();
  let mirroredMax = emptyBounds();
  for (let bin = binCount - 1; bin > 0; bin--) {
    min = least(min, minima(binOf(bin)));
    mirroredMax = least(mirroredMax, mirroredMaxima(binOf(bin)));
    store<f64>(AREA_RIGHT + (bin << 3), halfArea(min, mirroredMax));
  }
}
