// Twin: trees/splits/sah.ts.
import { PLANE_AXIS, PLANE_CUT, PLANE_SPREAD, RECORD_BYTES, RECORD_MIRRORED, RECORD_SHIFT, SAMPLE } from "../memory-map";
import { COARSE, NOISE, SAMPLE_COUNT, SMALL_SET } from "../split-constants";
import { cheapestPlane } from "./bins";
import { moveRecord, quantiseAgain } from "./quantised-records";
import { splitSmallSet } from "./small-sets";
import { splitFour, splitThree } from "./three-or-four";

/**
 * Separates the `count` records at `from` into a left part, at the front of `to`, and a right part after it; returns the size of the left
 * part, 0 if they cannot be separated. The surface area heuristic: the least area × count on both sides, over the three axes.
 */
export function splitSah(from: usize, to: usize, count: i32): usize {
  if (count <= SMALL_SET) {
    if (count == 2) return splitTwo(from, to);
    if (count == 3) return splitThree(from, to);
    if (count == 4) return splitFour(from, to);
    return splitSmallSet(from, to, count);
  }
  const stop = from + (count << RECORD_SHIFT);
  findPlane(from, stop, count);
  if (load<i32>(PLANE_SPREAD) < COARSE) {
    quantiseAgain(from, stop);
    findPlane(from, stop, count);
    if (load<i32>(PLANE_SPREAD) <= NOISE) return 0;
  }
  return partition(from, stop, to);
}

function findPlane(first: usize, stop: usize, count: i32): void {
  if (count > 2 * SAMPLE_COUNT) {
    takeSample(first, count);
    cheapestPlane(SAMPLE, SAMPLE + (SAMPLE_COUNT << RECORD_SHIFT));
    if (load<i32>(PLANE_SPREAD) > NOISE) return;
  }
  cheapestPlane(first, stop);
}

/** One of each run of equal length, at a scattered place: a fixed stride could follow one row of a grid. */
function takeSample(first: usize, count: i32): void {
  const run = <f64>count / SAMPLE_COUNT;
  for (let i = 0; i < SAMPLE_COUNT; i++) {
    const scatter = <f64>(<u32>(i * 0x9e3779b1) >>> 8) * (1.0 / 16777216.0);
    moveRecord(first + (<usize>((<f64>i + scatter) * run) << RECORD_SHIFT), SAMPLE + (i << RECORD_SHIFT));
  }
}

/** Left records fill `to` from the front, right ones from the back, without a branch. */
function partition(first: usize, stop: usize, to: usize): usize {
  const lane: usize = load<usize>(PLANE_AXIS) << 2;
  const cut = load<i32>(PLANE_CUT);
  let front = to;
  let back = to + (stop - first) - RECORD_BYTES;
  for (let record = first; record < stop; record += RECORD_BYTES) {
    const isLeft = load<i32>(record + lane) - load<i32>(record + lane, RECORD_MIRRORED) < cut;
    moveRecord(record, select(front, back, isLeft));
    front += select(RECORD_BYTES, 0, isLeft);
    back -= select(0, RECORD_BYTES, isLeft);
  }
  return (front - to) >> RECORD_SHIFT;
}

function splitTwo(from: usize, to: usize): usize {
  moveRecord(from, to);
  moveRecord(from + RECORD_BYTES, to + RECORD_BYTES);
  return 1;
}
