import { cross, dot, type IntegerVector, minus, vectorAt } from "../../numerics/integer-vectors.ts";
import { toIntegers } from "../../numerics/integers.ts";
import { type Ratio, ratioOf, ratioToNumber } from "../../numerics/ratio.ts";

// The exact stage of the swept box: the same 13 axes in integers, times as fractions.

const values = new Float64Array(18);
const UNITS = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
] as const;
const ZERO = [0n, 0n, 0n] as const;

/** As `sweptBoxTriangle`, with what that calls its last axis in `lastAxis`. */
export function boxTriangleExact(
  box: Float64Array,
  corners: Float64Array,
  at: number,
  lastAxis: Float64Array,
): number {
  const time = boxTimeExact(box, corners, at, lastAxis);
  if (time === null) return -1;
  // 0 is the start alone: what is less than all numbers after it is the first of them.
  return time.over === 0n ? 0 : ratioToNumber(time.over, time.under) || Number.MIN_VALUE;
}

/** The same as a fraction, null for never. */
export function boxTimeExact(
  box: Float64Array,
  corners: Float64Array,
  at: number,
  lastAxis: Float64Array,
): Ratio | null {
  for (let i = 0; i < 9; i++) {
    values[i] = box[i]!;
    values[9 + i] = corners[at + i]!;
  }
  const whole = toIntegers(values, 18);
  const [low, high, motion] = [vectorAt(whole, 0), vectorAt(whole, 1), vectorAt(whole, 2)];
  const triangle = [vectorAt(whole, 3), vectorAt(whole, 4), vectorAt(whole, 5)] as const;
  const edges = triangle.map((corner, i) => minus(triangle[(i + 1) % 3]!, corner));
  const axes = [
    ...UNITS,
    cross(edges[0]!, edges[1]!),
    ...edges.flatMap((edge) => UNITS.map((unit) => cross(unit, edge))),
  ];
  let [enterOver, enterUnder] = [0n, 1n];
  let [leaveOver, leaveUnder] = [1n, 1n];
  let last: IntegerVector = ZERO;
  for (const axis of axes) {
    const shadow = triangle.map((corner) => dot(axis, corner));
    // low ≤ t · speed ≤ high while the shadows meet
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
  for (let k = 0; k < 3; k++) lastAxis[k] = size === 0n ? 0 : ratioToNumber(last[k]!, size);
  return enterOver * leaveUnder > leaveOver * enterUnder ? null : ratioOf(enterOver, enterUnder);
}

/** The largest product of the axis with a corner of the box; the smallest with the box's ends swapped. */
function farthest(axis: IntegerVector, low: IntegerVector, high: IntegerVector): bigint {
  let sum = 0n;
  for (let k = 0; k < 3; k++) sum += axis[k]! * (axis[k]! > 0n ? high[k]! : low[k]!);
  return sum;
}

function least(values: bigint[]): bigint {
  return values.reduce((a, b) => (b < a ? b : a));
}

function most(values: bigint[]): bigint {
  return values.reduce((a, b) => (b > a ? b : a));
}
