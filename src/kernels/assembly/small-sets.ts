// Twin: trees/splits/small-sets.ts.
import { COST_RIGHT, KEYS, RANKED, RANKS, RECORD_BYTES, ROW_BYTES } from "../memory-map";
import { QUANTA } from "../split-constants";
import { emptyBounds, halfArea, least, midpoints, minima, mirroredMaxima, moveRecord } from "./quantised-records";

/**
 * The cheapest cut of 5 to `SMALL_SET` triangles in the order of their midpoints, over the axes on which the midpoints spread at least half
 * as far as on the widest. Returns the size of the left part.
 */
export function splitSmallSet(from: usize, to: usize, count: i32): usize {
  const spreads = findMidpoints(from, count);
  const spreadX = i32x4.extract_lane(spreads, 0);
  const spreadY = i32x4.extract_lane(spreads, 1);
  const spreadZ = i32x4.extract_lane(spreads, 2);
  const worthwhile = max(max(spreadX, spreadY), spreadZ) >> 1;
  let bestCost: f64 = Infinity;
  let bestRow: usize = 0;
  let bestCut = 1;
  for (let axis = 0; axis < 3; axis++) {
    if ((axis == 0 ? spreadX : axis == 1 ? spreadY : spreadZ) < worthwhile) continue;
    const row: usize = axis * ROW_BYTES;
    rankMidpoints(from, row, count);

    let min = emptyBounds();
    let mirroredMax = emptyBounds();
    for (let cut = count - 1; cut > 0; cut--) {
      const record = ranked(row, cut);
      min = least(min, minima(record));
      mirroredMax = least(mirroredMax, mirroredMaxima(record));
      store<f64>(COST_RIGHT + (cut << 3), halfArea(min, mirroredMax) * <f64>(count - cut));
    }

    min = mirroredMax = emptyBounds();
    for (let cut = 1; cut < count; cut++) {
      const record = ranked(row, cut - 1);
      min = least(min, minima(record));
      mirroredMax = least(mirroredMax, mirroredMaxima(record));
      const cost = halfArea(min, mirroredMax) * <f64>cut + load<f64>(COST_RIGHT + (cut << 3));
      // Among equal costs prefer the more even cut: identical triangles would otherwise be cut off one by one.
      if (cost < bestCost || (cost == bestCost && 2 * cut <= count)) {
        bestCost = cost;
        bestRow = row;
        bestCut = cut;
      }
    }
  }
  for (let i = 0; i < count; i++) moveRecord(ranked(bestRow, i), to + i * RECORD_BYTES);
  return bestCut;
}

@inline function ranked(row: usize, rank: i32): usize { return load<usize>(row + (rank << 2), RANKED); }

/** Writes the doubled midpoints, minus QUANTA, to KEYS; returns how far they spread. */
@inline function findMidpoints(from: usize, count: i32): v128 {
  let lowest = i32x4.splat(QUANTA);
  let negHighest = lowest;
  for (let i = 0; i < count; i++) {
    const key = midpoints(from + i * RECORD_BYTES);
    lowest = least(lowest, key);
    negHighest = least(negHighest, i32x4.neg(key));
    const at: usize = i << 2;
    store<i32>(at, i32x4.extract_lane(key, 0), KEYS);
    store<i32>(at, i32x4.extract_lane(key, 1), KEYS + ROW_BYTES);
    store<i32>(at, i32x4.extract_lane(key, 2), KEYS + 2 * ROW_BYTES);
  }
  return i32x4.sub(i32x4.neg(negHighest), lowest);
}

/** Ranks the records: counts without a branch how many come before each; equal ones keep their order. */
@inline function rankMidpoints(from: usize, row: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const key = load<i32>(row + (i << 2), KEYS);
    let rank = 0;
    for (let j = 0; j < i; j++) {
      const isBefore = i32(key < load<i32>(row + (j << 2), KEYS));
      store<i32>(j << 2, load<i32>(j << 2, RANKS) + isBefore, RANKS);
      rank += 1 - isBefore;
    }
    store<i32>(i << 2, rank, RANKS);
  }
  for (let i = 0; i < count; i++) store<usize>(row + (load<usize>(i << 2, RANKS) << 2), from + i * RECORD_BYTES, RANKED);
}
