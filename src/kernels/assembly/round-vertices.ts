// The vertices as the boxes need them: f32 numbers, rounded down and up, without −0. The processor's minimum and maximum do not distinguish
// −0 from 0, so with −0 the result would depend on the order. Twin: trees/ordered-vertices.ts.

import { DOUBLES_BYTES, VERTEX_BYTES } from "../memory-map";

/** The largest allowed magnitude of a coordinate, 2^100, and its bits as an f32 (geometry/coordinates.ts). */
const MAX_COORDINATE: f64 = 1.2676506002282294e30;
const MAX_COORDINATE_BITS: i32 = 0x71800000;
const MAGNITUDE: i32 = 0x7fffffff;

@inline function withoutMinusZero(value: v128): v128 { return f32x4.add(value, f32x4.splat(0)); }

/** Turns −0 among the f32 numbers at … end into 0; returns whether all of them are finite and not too large. */
export function checkSingles(at: usize, end: usize): bool {
  let bad = i32x4.splat(0);
  for (; at < end; at += 16) {
    const value = v128.load(at);
    // Negative for every magnitude beyond the limit; NaN and infinities have the largest magnitudes of all.
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
 * Writes the f64 vertices at … end, relative to the origin, to `low` as f32 numbers not above them, and to `high` as f32 numbers not below
 * them. The last vertex is written with 4 bytes after it.
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
 * Writes the box of the f64 vertices at … end to `box`: min x y, min z z, max x y, max z z. Returns whether all numbers are finite and not too
 * large. Twin: boxOfPositions in trees/origin.ts.
 */
export function measureDoubles(at: usize, end: usize, box: usize): bool {
  let minXY = f64x2.splat(Infinity), minZX = minXY, minYZ = minXY, maxXY = f64x2.splat(-Infinity), maxZX = maxXY, maxYZ = maxXY;
  let sum = f64x2.splat(0);
  for (; at + DOUBLES_BYTES < end; at += 2 * DOUBLES_BYTES) {
    const xy = v128.load(at), zx = v128.load(at, 16), yz = v128.load(at, 32);
    minXY = f64x2.pmin(minXY, xy);
    minZX = f64x2.pmin(minZX, zx);
    minYZ = f64x2.pmin(minYZ, yz);
    maxXY = f64x2.pmax(maxXY, xy);
    maxZX = f64x2.pmax(maxZX, zx);
    maxYZ = f64x2.pmax(maxYZ, yz);
    sum = f64x2.add(sum, f64x2.add(xy, f64x2.add(zx, yz)));
  }
  minXY = f64x2.pmin(minXY, v128.shuffle<f64>(minZX, minYZ, 1, 2));
  maxXY = f64x2.pmax(maxXY, v128.shuffle<f64>(maxZX, maxYZ, 1, 2));
  let minZ = f64x2.pmin(minZX, v128.shuffle<f64>(minYZ, minYZ, 1, 1)), maxZ = f64x2.pmax(maxZX, v128.shuffle<f64>(maxYZ, maxYZ, 1, 1));
  if (at < end) {
    const xy = v128.load(at), z = v128.load64_splat(at, 16);
    minXY = f64x2.pmin(minXY, xy);
    minZ = f64x2.pmin(minZ, z);
    maxXY = f64x2.pmax(maxXY, xy);
    maxZ = f64x2.pmax(maxZ, z);
    sum = f64x2.add(f64x2.add(sum, xy), z);
  }
  minZ = v128.shuffle<f64>(minZ, minZ, 0, 0);
  maxZ = v128.shuffle<f64>(maxZ, maxZ, 0, 0);
  v128.store(box, minXY);
  v128.store(box, minZ, 16);
  v128.store(box, maxXY, 32);
  v128.store(box, maxZ, 48);
  // Minima and maxima pass over NaN, which no sum loses. Numbers in range have no sum that is NaN.
  const good = v128.and(v128.and(isInRange(minXY), isInRange(minZ)), v128.and(isInRange(maxXY), isInRange(maxZ)));
  return i64x2.all_true(v128.and(good, f64x2.eq(sum, sum)));
}

/**
 * `roundDoubles` that also writes the nearest f32 numbers, to `nearest`, which may be `low` if they are not needed. From each four vertices to
 * the next `low` and `high` move on by `step` bytes: those of four vertices, or of a block of bounds. Returns whether all nearest f32 numbers
 * are below MAX_COORDINATE; then so are the f64 numbers. Twin of the nearest: copyPositions in trees/tree-copies.ts.
 */
export function roundVertices(at: usize, end: usize, nearest: usize, low: usize, high: usize, step: usize, origin: usize): bool {
  let largest = i32x4.splat(0); // NaN and infinities have the largest magnitudes of all
  const originXY = v128.load(origin), originZ = v128.load64_splat(origin, 16);
  const originZX = v128.shuffle<f64>(originZ, originXY, 0, 2), originYZ = v128.shuffle<f64>(originXY, originZ, 1, 2);
  // Four vertices are six vectors of two numbers and three of four, without gaps: two thirds of the time of one vertex after the other.
  for (; at + 3 * DOUBLES_BYTES < end; at += 4 * DOUBLES_BYTES) {
    const first = roundFour(f64x2.sub(v128.load(at), originXY), f64x2.sub(v128.load(at, 16), originZX), nearest, low, high);
    largest = i32x4.max_s(largest, first);
    const second = roundFour(f64x2.sub(v128.load(at, 32), originYZ), f64x2.sub(v128.load(at, 48), originXY), nearest + 16, low + 16, high + 16);
    largest = i32x4.max_s(largest, second);
    const third = roundFour(f64x2.sub(v128.load(at, 64), originZX), f64x2.sub(v128.load(at, 80), originYZ), nearest + 32, low + 32, high + 32);
    largest = i32x4.max_s(largest, third);
    nearest += 4 * VERTEX_BYTES;
    low += step;
    high += step;
  }
  for (; at < end; at += DOUBLES_BYTES, nearest += VERTEX_BYTES, low += VERTEX_BYTES, high += VERTEX_BYTES)
    largest = i32x4.max_s(
      largest, roundFour(f64x2.sub(v128.load(at), originXY), f64x2.sub(v128.load64_splat(at, 16), originZ), nearest, low, high),
    );
  return i32x4.all_true(i32x4.lt_s(largest, i32x4.splat(MAX_COORDINATE_BITS)));
}

/** Rounds four f64 numbers to the nearest, down and up. Returns the magnitudes of the nearest, as integers. */
@inline function roundFour(a: v128, b: v128, nearest: usize, low: usize, high: usize): v128 {
  const singlesA = f32x4.demote_f64x2_zero(a), singlesB = f32x4.demote_f64x2_zero(b);
  const singles = v128.shuffle<f64>(singlesA, singlesB, 0, 2);
  const backA = f64x2.promote_low_f32x4(singlesA), backB = f64x2.promote_low_f32x4(singlesB);
  const isAbove = narrowMasks(f64x2.gt(backA, a), f64x2.gt(backB, b));
  const isBelow = narrowMasks(f64x2.lt(backA, a), f64x2.lt(backB, b));
  const away = awayFromZero(singles);
  v128.store(nearest, singles);
  v128.store(low, withoutMinusZero(i32x4.sub(singles, v128.and(isAbove, away))));
  v128.store(high, withoutMinusZero(i32x4.add(singles, v128.and(isBelow, away))));
  return v128.and(singles, i32x4.splat(MAGNITUDE));
}

@inline function isInRange(coordinates: v128): v128 {
  return f64x2.le(f64x2.abs(coordinates), f64x2.splat(MAX_COORDINATE));
}

/** x y z z, each rounded to nearest. */
@inline function singlesOf(xy: v128, z: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(xy), f32x4.demote_f64x2_zero(z), 0, 1, 4, 5);
}

// The next float away from zero has bits larger by one. A number too small for f32 has become a zero of its own sign.
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

/** Combines two masks of two f64 lanes into one mask of four f32 lanes. */
@inline function narrowMasks(xy: v128, z: v128): v128 { return v128.shuffle<i32>(xy, z, 0, 2, 4, 6); }

/** Converts the integers of ordered-vertices.ts at … end to the f32 numbers they stand for. */
export function singlesOfOrdered(at: usize, end: usize): void {
  for (; at < end; at += 16) {
    const value = v128.load(at);
    v128.store(at, withoutMinusZero(v128.xor(value, v128.and(i32x4.shr_s(value, 31), i32x4.splat(MAGNITUDE)))));
  }
}
