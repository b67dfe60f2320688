// The vertices as the boxes need them: f32 numbers, rounded down and up, without −0, so that the processor's minimum and
// maximum, which do not tell −0 from 0, leave the same bits whatever the order. Twin: trees/ordered-vertices.ts.

import { DOUBLES_BYTES, VERTEX_BYTES } from "../memory-map";

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
 * Writes the f64 vertices at … end, relative to the origin, as f32 numbers that are not above them to `low`, and as others that are not
 * below to `high`. The last vertex is written with 4 bytes behind it.
 */
export function roundDoubles(at: usize, end: usize, low: usize, high: usize, origin: usize): void {
  const originXY = v128.load(origin), originZ = v128.load64_splat(origin, 16);
  for (; at < end; at += DOUBLES_BYTES, low += VERTEX_BYTES, high += VERTEX_BYTES) {
    const xy = f64x2.sub(v128.load(at), originXY), z = f64x2.sub(v128.load64_splat(at, 16), originZ);
    const nearest = singlesOf(xy, z);
    v128.store(low, roundedDown(nearest, xy, z));
    v128.store(high, roundedUp(nearest, xy, z));
  }
}

/**
 * `roundDoubles`, and all else that a fit needs of f64 vertices, while they are read once. Writes the nearest f32 numbers to `nearest`,
 * which may be `low` where nobody wants them, and the box of the vertices, not relative to the origin, to `box`: min x y, min z z,
 * max x y, max z z. Returns whether all numbers are finite and not too large. Twins: chooseOrigin in trees/origin.ts, copyPositions in
 * trees/tree-copies.ts.
 */
export function measureAndRound(
  at: usize, end: usize, nearest: usize, low: usize, high: usize, origin: usize, box: usize,
): bool {
  const originXY = v128.load(origin), originZ = v128.load64_splat(origin, 16);
  let minXY = f64x2.splat(Infinity), minZ = minXY, maxXY = f64x2.splat(-Infinity), maxZ = maxXY;
  let good = i32x4.splat(-1);
  for (; at < end; at += DOUBLES_BYTES, nearest += VERTEX_BYTES, low += VERTEX_BYTES, high += VERTEX_BYTES) {
    const x_y = v128.load(at), z_z = v128.load64_splat(at, 16);
    good = v128.and(good, v128.and(isInRange(x_y), isInRange(z_z)));
    minXY = f64x2.pmin(minXY, x_y);
    minZ = f64x2.pmin(minZ, z_z);
    maxXY = f64x2.pmax(maxXY, x_y);
    maxZ = f64x2.pmax(maxZ, z_z);
    const xy = f64x2.sub(x_y, originXY), z = f64x2.sub(z_z, originZ);
    const singles = singlesOf(xy, z);
    v128.store(nearest, singles);
    v128.store(low, roundedDown(singles, xy, z));
    v128.store(high, roundedUp(singles, xy, z));
  }
  v128.store(box, minXY);
  v128.store(box, minZ, 16);
  v128.store(box, maxXY, 32);
  v128.store(box, maxZ, 48);
  return i64x2.all_true(good);
}

@inline function isInRange(coordinates: v128): v128 {
  return f64x2.le(f64x2.abs(coordinates), f64x2.splat(MAX_COORDINATE));
}

/** x y z z, each rounded to the nearest. */
@inline function singlesOf(xy: v128, z: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(xy), f32x4.demote_f64x2_zero(z), 0, 1, 4, 5);
}

// The neighbour of a float is one further in its bits, away from zero. What is too small for f32 has become a zero of its own sign.
@inline function awayFromZero(nearest: v128): v128 { return v128.or(i32x4.shr_s(nearest, 31), i32x4.splat(1)); }

@inline function roundedDown(nearest: v128, xy: v128, z: v128): v128 {
  const isAbove = narrowMasks(f64x2.gt(doublesXY(nearest), xy), f64x2.gt(doublesZ(nearest), z));
  return withoutMinusZero(i32x4.sub(nearest, v128.and(isAbove, awayFromZero(nearest))));
}

@inline function roundedUp(nearest: v128, xy: v128, z: v128): v128 {
  const isBelow = narrowMasks(f64x2.lt(doublesXY(nearest), xy), f64x2.lt(doublesZ(nearest), z));
  return withoutMinusZero(i32x4.add(nearest, v128.and(isBelow, awayFromZero(nearest))));
}

@inline function doublesXY(singles: v128): v128 { return f64x2.promote_low_f32x4(singles); }
@inline function doublesZ(singles: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(singles, singles, 2, 3, 2, 3));
}

/** Of two masks of two f64 lanes the mask of four f32 lanes. */
@inline function narrowMasks(xy: v128, z: v128): v128 { return v128.shuffle<i32>(xy, z, 0, 2, 4, 6); }

/** Of the integers of ordered-vertices.ts at … end makes the f32 numbers that they stand for. */
export function singlesOfOrdered(at: usize, end: usize): void {
  for (; at < end; at += 16) {
    const value = v128.load(at);
    v128.store(at, withoutMinusZero(v128.xor(value, v128.and(i32x4.shr_s(value, 31), i32x4.splat(MAGNITUDE)))));
  }
}
