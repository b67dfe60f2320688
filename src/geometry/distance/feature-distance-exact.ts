import { type IntegerVector, isZero, minus, vectorAt } from "../../numerics/integer-vectors.ts";
import { toIntegers, unitExponent } from "../../numerics/integers.ts";
import { ratioToNumber, rootOfRatio } from "../../numerics/ratio.ts";
import { type NearestPoints, nearestOfSegments, nearestOnTriangle, weighted } from "./rational-features.ts";
import { FOUND_S, FOUND_SEPARATION, FOUND_T } from "./triangle-distance.ts";

// The last stage of feature-distance.ts, in integers: it decides ties, and rounds each result once.

/** The corners, twelve numbers, and the thickness: in one array, so that they become integers of one unit. */
const numbers = new Float64Array(13);

/** Whether two features are no farther apart than `thickness`. The corners are c[0…11]: a vertex and three corners, or two edges. */
export function areWithinExactly(c: Float64Array, isEdges: boolean, thickness: number): boolean {
  for (let k = 0; k < 12; k++) numbers[k] = c[k];
  numbers[12] = thickness;
  const integers = toIntegers(numbers);
  const { n, d } = nearest(integers, isEdges);
  return n <= integers[12] * integers[12] * d;
}

/**
 * Writes parameters, separation and both points to `found` and `points`, and returns the distance. The separation is zero only if the features
 * touch.
 */
export function measureExactly(
  c: Float64Array,
  isEdges: boolean,
  found: Float64Array,
  points: Float64Array,
): number {
  const unit = unitExponent(c, 12);
  const integers = toIntegers(c, 12);
  const { n, d, weightsA, underA, weightsB, underB } = nearest(integers, isEdges);
  const corners = [0, 1, 2, 3].map((corner) => vectorAt(integers, corner));
  const middle = isEdges ? 2 : 1;
  const p = weighted(corners.slice(0, middle), weightsA);
  const q = weighted(corners.slice(middle), weightsB);
  found[FOUND_S] = isEdges ? ratioToNumber(weightsA[1], underA) : ratioToNumber(weightsB[1], underB);
  found[FOUND_T] = ratioToNumber(isEdges ? weightsB[1] : weightsB[2], underB);
  const separation = minus(scaled(q, underA), scaled(p, underB));
  // Scale the separation to a longest component of 1: it may be too short for an f64.
  const longest = separation.reduce((most, x) => (magnitude(x) > most ? magnitude(x) : most), 1n);
  for (let axis = 0; axis < 3; axis++) {
    points[axis] = ratioToNumber(p[axis], underA, unit);
    points[3 + axis] = ratioToNumber(q[axis], underB, unit);
    found[FOUND_SEPARATION + axis] = isZero(separation) ? 0 : ratioToNumber(separation[axis], longest);
  }
  return rootOfRatio(n, d, unit);
}

function nearest(integers: readonly bigint[], isEdges: boolean): NearestPoints {
  const [p, q, r, s] = [0, 1, 2, 3].map((corner) => vectorAt(integers, corner));
  return isEdges ? nearestOfSegments(p, q, r, s) : nearestOnTriangle(p, [q, r, s]);
}

function scaled([x, y, z]: IntegerVector, factor: bigint): IntegerVector {
  return [factor * x, factor * y, factor * z];
}

function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}
