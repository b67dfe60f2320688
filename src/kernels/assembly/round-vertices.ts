// The vertices as the boxes need them: f32 numbers, rounded down and up, without −0, so that the processor's minimum and
// maximum, which do not tell −0 from 0, leave the same bits whatever the order. Twin: trees/ordered-vertices.ts.

/** The largest magnitude a coordinate may have, 2^100, and its bits as an f32 (geometry/coordinates.ts). */
const MAX_COORDINATE: f64 = 1.2676506002282294e30;
const MAX_COORDINATE_BITS: i32 = 0x71800000;
const MAGNITUDE: i32 = 0x7fffffff;

@inline function withoutMinusZero(value: v128): v128 { return f32x4.add(value, f32x4.splat(0)); }

/** Makes −0 of the f32 numbers at … end 0; returns whether all of them are finite and not too large. */
export function checkSingles(at: usize, end: usize): bool {
  let bad = i32x4.splat(0);
  for (; at < end; at += 16) {
    const value = v128.load(at);
    // Negative from the first magnitude beyond the limit on; NaN and the infinities have the largest of all.
    const excess = i32x4.sub(i32x4.splat(MAX_COORDINATE_BITS), v128.and(value, i32x4.splat(MAGNITUDE)));
    bad = v128.or(bad, excess);
    v128.store(at, withoutMinusZero(value));
  }
  return i32x4.bitmask(bad) == 0;
}

/** Whether all of the f64 numbers at … end are finite and not too large. */
export function checkDoubles(at: usize, end: usize): bool {
  let good = i32x4.splat(-1);
  for (; at < end; at += 16) good = v128.and(good, isInRange(v128.load(at)));
  return i64x2.all_true(good);
}

/**
 * Writes the f64 numbers at … end, two vertices at a time, relative to the origin, as f32 numbers that are not above them
 * to `low`, and as others that are not below to `high`. The origin is there twice. Returns whether all numbers are finite and
 * not too large.
 */
export function roundDoubles(at: usize, end: usize, low: usize, high: usize, origin: usize): bool {
  const originXY = v128.load(origin), originZX = v128.load(origin, 16), originYZ = v128.load(origin, 32);
  let good = i32x4.splat(-1);
  for (; at < end; at += 48, low += 24, high += 24) {
    const xy = v128.load(at), zx = v128.load(at, 16), yz = v128.load(at, 32);
    good = v128.and(good, v128.and(isInRange(xy), v128.and(isInRange(zx), isInRange(yz))));
    roundTwo(f64x2.sub(xy, originXY), low, high);
    roundTwo(f64x2.sub(zx, originZX), low + 8, high + 8);
    roundTwo(f64x2.sub(yz, originYZ), low + 16, high + 16);
  }
  return i64x2.all_true(good);
}

/**
 * Writes the f64 numbers at … end, two vertices at a time, to `out` as f32 numbers: relative to the origin, which is there twice, and
 * rounded to the nearest. Twin: copyPositions in trees/tree-copies.ts.
 */
export function nearestSingles(at: usize, end: usize, out: usize, origin: usize): void {
  const originXY = v128.load(origin), originZX = v128.load(origin, 16), originYZ = v128.load(origin, 32);
  for (; at < end; at += 48, out += 24) {
    const xy = v128.load(at), zx = v128.load(at, 16), yz = v128.load(at, 32);
    v128.store64_lane(out, f32x4.demote_f64x2_zero(f64x2.sub(xy, originXY)), 0);
    v128.store64_lane(out + 8, f32x4.demote_f64x2_zero(f64x2.sub(zx, originZX)), 0);
    v128.store64_lane(out + 16, f32x4.demote_f64x2_zero(f64x2.sub(yz, originYZ)), 0);
  }
}

@inline function isInRange(coordinates: v128): v128 {
  return f64x2.le(f64x2.abs(coordinates), f64x2.splat(MAX_COORDINATE));
}

@inline function roundTwo(exact: v128, low: usize, high: usize): void {
  const nearest = f32x4.demote_f64x2_zero(exact);
  const back = f64x2.promote_low_f32x4(nearest);
  // The neighbour of a float is one further in its bits, away from zero. What is too small for f32 has become a zero of
  // its own sign.
  const step = v128.or(i32x4.shr_s(nearest, 31), i32x4.splat(1));
  const isAbove = narrowMask(f64x2.gt(back, exact)), isBelow = narrowMask(f64x2.lt(back, exact));
  v128.store64_lane(low, withoutMinusZero(i32x4.sub(nearest, v128.and(isAbove, step))), 0);
  v128.store64_lane(high, withoutMinusZero(i32x4.add(nearest, v128.and(isBelow, step))), 0);
}

/** Of a mask of two f64 lanes the mask of the first two f32 lanes. */
@inline function narrowMask(mask: v128): v128 { return v128.shuffle<i32>(mask, mask, 0, 2, 0, 2); }

/** Of the integers of ordered-vertices.ts at … end makes the f32 numbers that they stand for. */
export function singlesOfOrdered(at: usize, end: usize): void {
  for (; at < end; at += 16) {
    const value = v128.load(at);
    v128.store(at, withoutMinusZero(v128.xor(value, v128.and(i32x4.shr_s(value, 31), i32x4.splat(MAGNITUDE)))));
  }
}
