// Twins: `meetingTime` in geometry/sweep/moving-boxes.ts and `translatedMeetingTime` in queries/impact/translated-boxes.ts, to the bit: the
// order of node pairs depends on these times. Whether boxes are apart takes only comparisons, which give equal results in f32 and f64.
import { ABS_M, ABS_N, M, N } from "../../geometry/relative-pose-layout";
import { MARGIN_A, MARGIN_B, POSE, TRANSLATION } from "../impact-memory-map";
import { atEnd, atStart, plus } from "./impact-points";

/** The upper bounds of a node, followed by its link. */
const HIGH: usize = 12;
const AXES: i32 = 0b111;
const BELOW: f64 = 0.9999999999999991118; // 1 − 2^-50
const ABOVE: f64 = 1.0000000000000008882; // 1 + 2^-50
export const NEVER: f64 = 2;

/** A time before which two nodes are apart, or NEVER. */
@inline export function meetingTime(startA: i32, endA: i32, startB: i32, endB: i32): f64 {
  const aBeyond = f32x4.gt(v128.load(startA), v128.load(startB, HIGH)), bBeyond = f32x4.gt(v128.load(startB), v128.load(startA, HIGH));
  if ((i32x4.bitmask(v128.or(aBeyond, bBeyond)) & AXES) == 0) return 0;
  const aStays = v128.and(aBeyond, f32x4.gt(v128.load(endA), v128.load(endB, HIGH)));
  const bStays = v128.and(bBeyond, f32x4.gt(v128.load(endB), v128.load(endA, HIGH)));
  if ((i32x4.bitmask(v128.or(aStays, bStays)) & AXES) != 0) return NEVER;
  return timeOfGaps(startA, endA, startB, endB);
}

function timeOfGaps(startA: i32, endA: i32, startB: i32, endB: i32): f64 {
  let from: f64 = 0, to: f64 = 1;
  for (let axis = 0; axis < 12; axis += 4) {
    let gap = low(startA + axis) - high(startB + axis), gapEnd = low(endA + axis) - high(endB + axis);
    from = laterFrom(gap, gapEnd, from), to = earlierTo(gap, gapEnd, to);
    gap = low(startB + axis) - high(startA + axis), gapEnd = low(endB + axis) - high(endA + axis);
    from = laterFrom(gap, gapEnd, from), to = earlierTo(gap, gapEnd, to);
  }
  return select(NEVER, from, from > to);
}

@inline function low(at: i32): f64 { return load<f32>(at); }
@inline function high(at: i32): f64 { return load<f32>(at, HIGH); }

/** `from`, or the later time at which a gap closes. */
@inline export function laterFrom(gap: f64, gapEnd: f64, from: f64): f64 {
  if (!(gap > 0)) return from;
  const closes = gapEnd > 0 ? NEVER : (gap / (gap - gapEnd)) * BELOW;
  return select(closes, from, closes > from);
}

/** `to`, or the earlier time at which a gap opens. */
@inline export function earlierTo(gap: f64, gapEnd: f64, to: f64): f64 {
  if (gap > 0 || !(gapEnd > 0)) return to;
  const opens = (gap / (gap - gapEnd)) * ABOVE;
  return select(opens, to, opens < to);
}

/**
 * A time before which nodes of trees that are only translated are apart, or NEVER. Boxes are doubled: sum and difference of their bounds.
 */
export function translatedMeetingTime(a: i32, b: i32): f64 {
  const sumAx = low(a) + high(a), sumAy = low(a + 4) + high(a + 4), sumAz = low(a + 8) + high(a + 8);
  const sizeAx = high(a) - low(a), sizeAy = high(a + 4) - low(a + 4), sizeAz = high(a + 8) - low(a + 8);
  const sumBx = low(b) + high(b), sumBy = low(b + 4) + high(b + 4), sumBz = low(b + 8) + high(b + 8);
  const sizeBx = high(b) - low(b), sizeBy = high(b + 4) - low(b + 4), sizeBz = high(b + 8) - low(b + 8);
  const marginA = load<f64>(MARGIN_A), marginB = load<f64>(MARGIN_B);
  let from: f64 = 0, to: f64 = 1;
  // axes of a: from the centre of a to that of b, at time 0 and at time 1
  const x = between(0, sumBx, sumBy, sumBz, sumAx);
  let extents = sizeAx + rowTimes(ABS_M, sizeBx, sizeBy, sizeBz) + marginA;
  from = laterFromEither(x, extents, from), to = earlierToEither(x, extents, to);
  if (from > to) return NEVER;
  const y = between(1, sumBx, sumBy, sumBz, sumAy);
  extents = sizeAy + rowTimes(ABS_M + 3, sizeBx, sizeBy, sizeBz) + marginA;
  from = laterFromEither(y, extents, from), to = earlierToEither(y, extents, to);
  if (from > to) return NEVER;
  const z = between(2, sumBx, sumBy, sumBz, sumAz);
  extents = sizeAz + rowTimes(ABS_M + 6, sizeBx, sizeBy, sizeBz) + marginA;
  from = laterFromEither(z, extents, from), to = earlierToEither(z, extents, to);
  if (from > to) return NEVER;
  // axes of b
  for (let axis = 0; axis < 3; axis++) {
    const sizeB = select(sizeBx, select(sizeBy, sizeBz, axis == 1), axis == 0);
    extents = sizeB + rowTimes(ABS_N + 3 * axis, sizeAx, sizeAy, sizeAz) + marginB;
    const along = rowTimesBoth(N + 3 * axis, x, y, z);
    from = laterFromEither(along, extents, from), to = earlierToEither(along, extents, to);
  }
  return select(NEVER, from, from > to);
}

@inline function number(index: i32): f64 { return load<f64>(POSE + (index << 3)); }

@inline function rowTimes(row: i32, x: f64, y: f64, z: f64): f64 { return number(row) * x + number(row + 1) * y + number(row + 2) * z; }

@inline function rowTimesBoth(row: i32, x: v128, y: v128, z: v128): v128 {
  const atBoth = POSE + (row << 3);
  return plus(plus(f64x2.mul(v128.load64_splat(atBoth), x), f64x2.mul(v128.load64_splat(atBoth + 8), y)), f64x2.mul(v128.load64_splat(atBoth + 16), z));
}

@inline function between(axis: i32, sumBx: f64, sumBy: f64, sumBz: f64, sumA: f64): v128 {
  return plus(f64x2.splat(rowTimes(M + 3 * axis, sumBx, sumBy, sumBz) - sumA), v128.load(TRANSLATION + (axis << 4)));
}

@inline function laterFromEither(between: v128, extents: f64, from: f64): f64 {
  const start = atStart(between), end = atEnd(between);
  return laterFrom(start - extents, end - extents, laterFrom(-start - extents, -end - extents, from));
}

@inline function earlierToEither(between: v128, extents: f64, to: f64): f64 {
  const start = atStart(between), end = atEnd(between);
  return earlierTo(start - extents, end - extents, earlierTo(-start - extents, -end - extents, to));
}
