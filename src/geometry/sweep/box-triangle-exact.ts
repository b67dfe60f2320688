import { cross, dot, type IntegerVector, minus, vectorAt } from "../../numerics/integer-vectors.ts";
import { toIntegers } from "../../numerics/integers.ts";
import { type Ratio, ratioOf, ratioToNumber } from "../../numerics/ratio.ts";

// The exact stage of the swept box: the 13 axes of box-triangle.ts in integers, times as fractions.

// the 13 axes: three of the box, the triangle's normal, then x, y and z × edge of each edge
export const NORMAL = 3;
export const EDGES = 4;
export const AXES = 13;

const values = new Float64Array(18);
const UNITS = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
] as const;
const ZERO = [0n, 0n, 0n] as const;

/** The exact twin of `sweptBoxTriangle`; sets `lastAxis` as it does. */
export function boxTriangleExact(
  box: Float64Array,
  corners: Float64Array,
  at: number,
  lastAxis: Float64Array,
): number {
  const time = boxTimeExact(box, corners, at, lastAxis);
  if (time === null) return -1;
  // Only a contact at the start has time 0; later times that round to 0 become the smallest f64.
  return time.over === 0n ? 0 : Math.max(ratioToNumber(time.over, time.under), Number.MIN_VALUE);
}

/** When the box first meets the triangle, as a fraction; null for never. */
export function boxTimeExact(
  box: Float64Array,
  corners: Float64Array,
  at: number,
  lastAxis: Float64Array,
): Ratio | null {
  const { low, high, motion, triangle } = toWhole(box, corners, at);
  let [enterOver, enterUnder] = [0n, 1n];
  let [leaveOver, leaveUnder] = [1n, 1n];
  let last: IntegerVector = ZERO;
  for (let i = 0; i < AXES; i++) {
    const axis = axisOf(triangle, i);
    const shadow = triangle.map((corner) => dot(axis, corner));
    // low ≤ t · speed ≤ high while the projections meet
    const from = least(shadow) - farthest(axis, low, high);
    const to = most(shadow) - farthest(axis, high, low);
    const speed = dot(axis, motion);
    if (speed === 0n) {
      if (from > 0n || to < 0n) return null;
      continue;
    }
    const pace = speed > 0n ? speed : -speed;
    const first = speed > 0n ? from : -to;
    const end = speed > 0n ? to : -from;
    if (first * enterUnder > enterOver * pace) {
      [enterOver, enterUnder] = [first, pace];
      last = speed > 0n ? minus(ZERO, axis) : axis;
    }
    if (end * leaveUnder < leaveOver * pace) [leaveOver, leaveUnder] = [end, pace];
  }
  const size = most(last.map((x) => (x < 0n ? -x : x)));
  for (let k = 0; k < 3; k++) lastAxis[k] = size === 0n ? 0 : ratioToNumber(last[k], size);
  return enterOver * leaveUnder > leaveOver * enterUnder ? null : ratioOf(enterOver, enterUnder);
}

/**
 * The time at which the box meets a triangle that it does meet, from the axes with a bit in `axes` alone; none of the
 * others is the last.
 */
export function boxEntryExact(box: Float64Array, corners: Float64Array, axes: number): Ratio {
  const { low, high, motion, triangle } = toWhole(box, corners, 0);
  let [over, under] = [0n, 1n];
  for (let i = 0; i < AXES; i++) {
    if ((axes & (1 << i)) === 0) continue;
    const axis = axisOf(triangle, i);
    const speed = dot(axis, motion);
    if (speed === 0n) continue;
    const shadow = triangle.map((corner) => dot(axis, corner));
    const first =
      speed > 0n ? least(shadow) - farthest(axis, low, high) : farthest(axis, high, low) - most(shadow);
    const pace = speed > 0n ? speed : -speed;
    if (first * under > over * pace) [over, under] = [first, pace];
  }
  return ratioOf(over, under);
}

function toWhole(box: Float64Array, corners: Float64Array, at: number) {
  for (let i = 0; i < 9; i++) {
    values[i] = box[i];
    values[9 + i] = corners[at + i];
  }
  const whole = toIntegers(values, 18);
  return {
    low: vectorAt(whole, 0),
    high: vectorAt(whole, 1),
    motion: vectorAt(whole, 2),
    triangle: [vectorAt(whole, 3), vectorAt(whole, 4), vectorAt(whole, 5)] as const,
  };
}

/** The axes of the box, the triangle's normal, then x, y and z × edge of each edge. */
function axisOf(triangle: readonly IntegerVector[], axis: number): IntegerVector {
  if (axis < 3) return UNITS[axis];
  if (axis === NORMAL) return cross(edgeOf(triangle, 0), edgeOf(triangle, 1));
  return cross(UNITS[(axis - EDGES) % 3], edgeOf(triangle, Math.floor((axis - EDGES) / 3)));
}

function edgeOf(triangle: readonly IntegerVector[], edge: number): IntegerVector {
  return minus(triangle[(edge + 1) % 3], triangle[edge]);
}

/** The largest product of the axis with a corner of the box; the smallest with the box's ends swapped. */
function farthest(axis: IntegerVector, low: IntegerVector, high: IntegerVector): bigint {
  let sum = 0n;
  for (let k = 0; k < 3; k++) sum += axis[k] * (axis[k] > 0n ? high[k] : low[k]);
  return sum;
}

function least(values: bigint[]): bigint {
  return values.reduce((a, b) => (b < a ? b : a));
}

function most(values: bigint[]): bigint {
  return values.reduce((a, b) => (b > a ? b : a));
}
