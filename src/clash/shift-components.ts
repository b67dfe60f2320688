import { coarseLog2 } from "../numerics/coarse-log.ts";
import { boxComponents } from "./box-components.ts";
import type { Clash } from "./clash.ts";

// Parts that were shifted together, or inserted twice, clash in one direction and equally deep.

/** Near: the gap between two places is at most this times both widths together. Wide, because duplicates rarely have two causes. */
const NEAR_DUPLICATES = 1.5;
/** The limit for parts that are not duplicates: in a building many walls reach equally deep into slabs, so near means adjacent. */
const NEAR_SHIFTED = 0.25;
/** Directions differ by at most twice this in each product of two coordinates: about 6 degrees. */
const DIRECTION = 0.05;
/** Logarithms of depths differ by at most twice this: depths by at most 7 to 14 %. */
const DEPTH = 0.07;

/**
 * The number of the shift that each clash belongs to; −1 for clashes without a depth that are not duplicates. Clashes are linked if they
 * are near each other and equally deep in one direction; duplicates if they are near each other. `widths` has the width of the slighter
 * part of each clash.
 */
export function shiftComponents(clashes: readonly Clash[], widths: Float64Array): Int32Array {
  const shiftOf = new Int32Array(clashes.length).fill(-1);
  const duplicates: number[] = [];
  const deep: number[] = [];
  clashes.forEach(({ kind, depth }, i) => {
    if (kind === "duplicate") duplicates.push(i);
    else if (depth !== null && depth.depth > 0) deep.push(i);
  });
  const ofDuplicates = boxComponents({
    dimensions: PLACE,
    bounds: boxesOf(duplicates, PLACE, (i, out, at) =>
      writePlace(clashes[i], NEAR_DUPLICATES * widths[i], out, at, PLACE),
    ),
  });
  const ofDeep = boxComponents({
    dimensions: ALL,
    bounds: boxesOf(deep, ALL, (i, out, at) => {
      writePlace(clashes[i], NEAR_SHIFTED * widths[i], out, at, ALL);
      writeShift(clashes[i], out, at);
    }),
  });
  let used = 0;
  duplicates.forEach((clash, k) => {
    shiftOf[clash] = ofDuplicates[k];
    used = Math.max(used, ofDuplicates[k] + 1);
  });
  deep.forEach((clash, k) => {
    shiftOf[clash] = used + ofDeep[k];
  });
  return shiftOf;
}

// dimensions: x y z | xx xy xz yy yz zz of the direction | logarithm of the depth
const PLACE = 3;
const LOG_DEPTH = 9;
const ALL = 10;

function boxesOf(
  clashes: readonly number[],
  dimensions: number,
  write: (clash: number, out: Float64Array, at: number) => void,
): Float64Array {
  const bounds = new Float64Array(2 * dimensions * clashes.length);
  for (let k = 0; k < clashes.length; k++) write(clashes[k], bounds, 2 * dimensions * k);
  return bounds;
}

function writePlace({ box }: Clash, reach: number, out: Float64Array, at: number, dimensions: number): void {
  for (let d = 0; d < 3; d++) {
    out[at + d] = box[d] - reach;
    out[at + dimensions + d] = box[3 + d] + reach;
  }
}

/** Products of two coordinates are equal for a direction and its opposite, so it does not matter which part is a. */
function writeShift({ depth }: Clash, out: Float64Array, at: number): void {
  const { direction } = depth!;
  let product = at + PLACE;
  for (let p = 0; p < 3; p++)
    for (let q = p; q < 3; q++) {
      const value = direction[p] * direction[q];
      out[product] = value - DIRECTION;
      out[ALL + product++] = value + DIRECTION;
    }
  const size = coarseLog2(depth!.depth);
  out[at + LOG_DEPTH] = size - DEPTH;
  out[at + ALL + LOG_DEPTH] = size + DEPTH;
}
