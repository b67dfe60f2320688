// The last part of the test of geometry/overlap/triangle-triangle.ts in f32, four pairs at once. Pair queries and self-collision share it.
//
// The bounds. Let η be a sixth of `slack`: corners are at most η off on every axis; u = 2^-24 is the rounding of an f32. A sign is that of
// a determinant of three differences of corners. Let U, V, W be their lengths in the L1 norm, each plus 6η, and S, `span`, at least the
// distance of any two corners. Differences are taken by way of a corner 0, which loses at most 4u·S. So the error of a determinant is at
// most
//   (6η + 4u·S)·(V·W + U·W + U·V) + 16u·U·V·W.
import { abs, add, choose, cross, dot, gt, lt, mul, neg, product, signs, splat, sub, sum } from "./vectors";

export const ROUNDING: f32 = 1.0 / 524288.0; // 32u

/**
 * Each triangle crosses the other's plane; do the two intervals on the line in which the planes meet overlap? Bit k: lane k is certainly
 * apart; bit 4 + k: it certainly meets. Valid only for lanes in which all sides are certain.
 *
 * a1 and a2 are corners of a, b0, b1 and b2 those of b, all relative to corner 0 of a. A side tells on which side of the other's plane a
 * corner is. `underflow` bounds the effect of underflow on a determinant.
 */
@inline export function compareIntervals(
  a1x: v128, a1y: v128, a1z: v128, a2x: v128, a2y: v128, a2z: v128,
  b0x: v128, b0y: v128, b0z: v128, b1x: v128, b1y: v128, b1z: v128, b2x: v128, b2y: v128, b2z: v128,
  sideA0: v128, sideA1: v128, sideA2: v128, sideB0: v128, sideB1: v128, sideB2: v128,
  span: v128, slack: v128, underflow: v128,
): i32 {
  // Rotate each triangle so that its corner 0 is alone on its side of the other's plane: corner 2 if 0 and 1 are on one side, corner 1 if 0
  // and 2 are.
  const zero = splat(0);
  const isTwoA = areBothOrNone(sideA0, sideA1), isOneA = areBothOrNone(sideA0, sideA2);
  const isPositiveA = v128.xor(gt(sideA0, zero), v128.or(isOneA, isTwoA));
  const isTwoB = areBothOrNone(sideB0, sideB1), isOneB = areBothOrNone(sideB0, sideB2);
  const isPositiveB = v128.xor(gt(sideB0, zero), v128.or(isOneB, isTwoB));
  const p0x = turned(isTwoA, isOneA, a2x, a1x, zero), p0y = turned(isTwoA, isOneA, a2y, a1y, zero), p0z = turned(isTwoA, isOneA, a2z, a1z, zero);
  const p1x = turned(isTwoA, isOneA, zero, a2x, a1x), p1y = turned(isTwoA, isOneA, zero, a2y, a1y), p1z = turned(isTwoA, isOneA, zero, a2z, a1z);
  const p2x = turned(isTwoA, isOneA, a1x, zero, a2x), p2y = turned(isTwoA, isOneA, a1y, zero, a2y), p2z = turned(isTwoA, isOneA, a1z, zero, a2z);
  const q0x = turned(isTwoB, isOneB, b2x, b1x, b0x), q0y = turned(isTwoB, isOneB, b2y, b1y, b0y), q0z = turned(isTwoB, isOneB, b2z, b1z, b0z);
  const q1x = turned(isTwoB, isOneB, b0x, b2x, b1x), q1y = turned(isTwoB, isOneB, b0y, b2y, b1y), q1z = turned(isTwoB, isOneB, b0z, b2z, b1z);
  const q2x = turned(isTwoB, isOneB, b1x, b0x, b2x), q2y = turned(isTwoB, isOneB, b1y, b0y, b2y), q2z = turned(isTwoB, isOneB, b1z, b0z, b2z);

  // The interval of a must not end before that of b begins: orient3d(p0, p1, q0, q1). A triangle is flipped, its corners 1 and 2 swapped,
  // if the other's corner 0 is on the negative side.
  const shift = add(slack, mul(splat(ROUNDING / 4), span));
  let ux = sub(choose(isPositiveB, p1x, p2x), p0x), uy = sub(choose(isPositiveB, p1y, p2y), p0y), uz = sub(choose(isPositiveB, p1z, p2z), p0z);
  const qx = sub(q0x, p0x), qy = sub(q0y, p0y), qz = sub(q0z, p0z);
  let wx = sub(choose(isPositiveA, q1x, q2x), p0x), wy = sub(choose(isPositiveA, q1y, q2y), p0y), wz = sub(choose(isPositiveA, q1z, q2z), p0z);
  const lengthQ = lengthWithSlack(qx, qy, qz, slack);
  const first = determinant(ux, uy, uz, qx, qy, qz, wx, wy, wz);
  const boundFirst = determinantBound(shift, lengthWithSlack(ux, uy, uz, slack), lengthQ, lengthWithSlack(wx, wy, wz, slack), underflow);
  // Nor begin after it ends: orient3d(p0, p2, q2, q0).
  ux = sub(choose(isPositiveB, p2x, p1x), p0x), uy = sub(choose(isPositiveB, p2y, p1y), p0y), uz = sub(choose(isPositiveB, p2z, p1z), p0z);
  wx = sub(choose(isPositiveA, q2x, q1x), p0x), wy = sub(choose(isPositiveA, q2y, q1y), p0y), wz = sub(choose(isPositiveA, q2z, q1z), p0z);
  const last = determinant(ux, uy, uz, wx, wy, wz, qx, qy, qz);
  const boundLast = determinantBound(shift, lengthWithSlack(ux, uy, uz, slack), lengthWithSlack(wx, wy, wz, slack), lengthQ, underflow);

  const areApart = v128.or(gt(first, boundFirst), gt(last, boundLast));
  const doMeet = v128.and(lt(first, neg(boundFirst)), lt(last, neg(boundLast)));
  return signs(areApart) | (signs(doMeet) << 4);
}

/** A length in the L1 norm, plus 6η. */
@inline export function lengthWithSlack(x: v128, y: v128, z: v128, slack: v128): v128 {
  return add(sum(abs(x), abs(y), abs(z)), slack);
}

/** Whether both are positive, or neither is. */
@inline function areBothOrNone(side: v128, other: v128): v128 {
  return v128.not(v128.xor(gt(side, splat(0)), gt(other, splat(0))));
}

@inline function turned(isTwo: v128, isOne: v128, ifTwo: v128, ifOne: v128, otherwise: v128): v128 {
  return choose(isTwo, ifTwo, choose(isOne, ifOne, otherwise));
}

/** w · (u × v). */
@inline function determinant(ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128, wx: v128, wy: v128, wz: v128): v128 {
  return dot(wx, wy, wz, cross(uy, vz, uz, vy), cross(uz, vx, ux, vz), cross(ux, vy, uy, vx));
}

/** The error bound of a determinant of differences of these lengths. */
@inline function determinantBound(shift: v128, u: v128, v: v128, w: v128, underflow: v128): v128 {
  const products = add(mul(v, w), mul(u, add(v, w)));
  return sum(mul(shift, products), mul(product(splat(ROUNDING), u, v), w), underflow);
}
