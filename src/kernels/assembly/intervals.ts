// The last part of the test of geometry/overlap/triangle-triangle.ts in f32, four pairs at once. Pair queries and self-collision share it.
//
// The bounds. Let η be a sixth of `slack`: corners are at most η off on every axis; u = 2^-24 is the rounding of an f32. A sign is that of
// a determinant of three differences of corners. Let U, V, W be their lengths in the L1 norm, each plus 6η, and S, `span`, at least the
// distance of any two corners. Differences are taken by way of a corner 0, which loses at most 5u·S, in addition to what edges that were
// moved have lost; `shift` is 6η plus both. So the error of a determinant is at most
//   shift·(V·W + U·W + U·V) + 16u·U·V·W.
import { add, cross, dot, gt, maskOfSigns, mul, product, signs, splat, sub, sum } from "./vectors";

export const ROUNDING: f32 = 1.0 / 524288.0; // 32u

/**
 * Each triangle crosses the other's plane; do the two intervals on the line in which the planes meet overlap? Bit k: lane k is certainly
 * apart; bit 4 + k: it certainly meets. Valid only for lanes in which all sides are certain.
 *
 * a1, a2 and b1, b2 are the edges from corner 0 of a and of b, d leads from corner 0 of a to that of b. A side tells on which side of the
 * other's plane a corner is. `underflow` bounds the effect of underflow on a determinant.
 *
 * Of the edges of a triangle, in order around it, one descends through the other's plane and one ascends. The twin turns and flips the
 * triangles until corner 0 is alone on the positive side; its two determinants are always those of the descending edges and of the
 * ascending edges, the latter negated.
 */
@inline export function compareIntervals(
  a1x: v128, a1y: v128, a1z: v128, a2x: v128, a2y: v128, a2z: v128,
  b1x: v128, b1y: v128, b1z: v128, b2x: v128, b2y: v128, b2z: v128, dx: v128, dy: v128, dz: v128,
  sideA0: v128, sideA1: v128, sideA2: v128, sideB0: v128, sideB1: v128, sideB2: v128,
  shift: v128, slack: v128, underflow: v128,
): i32 {
  const zero = splat(0), mask = maskOfSigns(dx);
  const isAboveA0 = gt(sideA0, zero), isAboveA1 = gt(sideA1, zero), isAboveA2 = gt(sideA2, zero);
  const isAboveB0 = gt(sideB0, zero), isAboveB1 = gt(sideB1, zero), isAboveB2 = gt(sideB2, zero);
  const descending = turnOfEdges(
    v128.andnot(isAboveA0, isAboveA1), v128.andnot(isAboveA1, isAboveA2), v128.andnot(isAboveA2, isAboveA0),
    v128.andnot(isAboveB0, isAboveB1), v128.andnot(isAboveB1, isAboveB2), v128.andnot(isAboveB2, isAboveB0),
    a1x, a1y, a1z, a2x, a2y, a2z, b1x, b1y, b1z, b2x, b2y, b2z, dx, dy, dz, shift, slack, underflow, mask,
  );
  const ascending = turnOfEdges(
    v128.andnot(isAboveA1, isAboveA0), v128.andnot(isAboveA2, isAboveA1), v128.andnot(isAboveA0, isAboveA2),
    v128.andnot(isAboveB1, isAboveB0), v128.andnot(isAboveB2, isAboveB1), v128.andnot(isAboveB0, isAboveB2),
    a1x, a1y, a1z, a2x, a2y, a2z, b1x, b1y, b1z, b2x, b2y, b2z, dx, dy, dz, shift, slack, underflow, mask,
  );
  // The interval of a must neither end before that of b begins nor begin after it ends.
  const areApart = (descending | (ascending >>> 4)) & 0b1111;
  return areApart | (descending & (ascending << 4) & 0b11110000);
}

/**
 * How an edge of a passes one of b, by the sign of a determinant. Bit k: it is certainly positive; bit 4 + k: certainly negative. isA0,
 * isA1 and isA2 say whether it is the edge from corner 0, 1 or 2 of a to the next; exactly one is true.
 */
@inline function turnOfEdges(
  isA0: v128, isA1: v128, isA2: v128, isB0: v128, isB1: v128, isB2: v128,
  a1x: v128, a1y: v128, a1z: v128, a2x: v128, a2y: v128, a2z: v128,
  b1x: v128, b1y: v128, b1z: v128, b2x: v128, b2y: v128, b2z: v128, dx: v128, dy: v128, dz: v128,
  shift: v128, slack: v128, underflow: v128, mask: v128,
): i32 {
  let weight1 = difference(isA0, isA1), weight2 = difference(isA1, isA2);
  const ux = weighted(weight1, a1x, weight2, a2x), uy = weighted(weight1, a1y, weight2, a2y), uz = weighted(weight1, a1z, weight2, a2z);
  weight1 = difference(isB0, isB1), weight2 = difference(isB1, isB2);
  const wx = weighted(weight1, b1x, weight2, b2x), wy = weighted(weight1, b1y, weight2, b2y), wz = weighted(weight1, b1z, weight2, b2z);
  // From a corner of a's edge to one of b's: corner 0, or corner 1 where the edge does not have corner 0.
  const vx = sub(add(dx, v128.and(b1x, isB1)), v128.and(a1x, isA1));
  const vy = sub(add(dy, v128.and(b1y, isB1)), v128.and(a1y, isA1));
  const vz = sub(add(dz, v128.and(b1z, isB1)), v128.and(a1z, isA1));
  const turn = dot(wx, wy, wz, cross(uy, vz, uz, vy), cross(uz, vx, ux, vz), cross(ux, vy, uy, vx));
  const bound = determinantBound(
    shift, lengthWithSlack(ux, uy, uz, slack, mask), lengthWithSlack(vx, vy, vz, slack, mask), lengthWithSlack(wx, wy, wz, slack, mask), underflow,
  );
  // The sign of a sum or difference is exact, and the bound is more than zero.
  return signs(sub(bound, turn)) | (signs(add(turn, bound)) << 4);
}

/** A length in the L1 norm, plus 6η; `mask` has all bits but the signs. */
@inline export function lengthWithSlack(x: v128, y: v128, z: v128, slack: v128, mask: v128): v128 {
  return add(sum(v128.and(x, mask), v128.and(y, mask), v128.and(z, mask)), slack);
}

/** As a number: 1 where the first is true, −1 where the second is, otherwise 0. */
@inline function difference(first: v128, second: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.sub(second, first)); // true is −1
}

@inline function weighted(weight1: v128, value1: v128, weight2: v128, value2: v128): v128 {
  return add(mul(weight1, value1), mul(weight2, value2));
}

/** The error bound of a determinant of differences of these lengths. */
@inline function determinantBound(shift: v128, u: v128, v: v128, w: v128, underflow: v128): v128 {
  const products = add(mul(v, w), mul(u, add(v, w)));
  return sum(mul(shift, products), mul(product(splat(ROUNDING), u, v), w), underflow);
}
