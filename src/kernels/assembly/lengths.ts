// Lengths and quotients that the distance kernels share. They are in f32, so squares below 2^-120 have no relative precision.
import { GROW, SLACK } from "../distance-memory-map";
import { add, mul, numberAt, splat, sub } from "./vectors";

/** The least square that counts. */
const TINY: f32 = 2.0 ** -120.0;

@inline export function quotient(dividend: v128, square: v128): v128 { return f32x4.div(dividend, f32x4.pmax(square, splat(TINY))); }
/** A length, or more if its square underflows: whatever is measured along so short a vector is only rounding. */
@inline export function lengthOf(square: v128): v128 { return f32x4.sqrt(f32x4.pmax(square, splat(TINY))); }
@inline export function clamped(value: v128): v128 { return f32x4.pmin(f32x4.pmax(value, splat(0)), splat(1)); }

/** Whether a point of a plane, given by its parameters along two edges from corner 0, lies inside the triangle. */
@inline export function isInside(s: v128, t: v128): v128 {
  return v128.and(v128.and(f32x4.gt(s, splat(0)), f32x4.gt(t, splat(0))), f32x4.lt(add(s, t), splat(1)));
}

/** An upper bound of the distance, given the computed distance of two points. */
@inline export function upperBound(length: v128): v128 { return mul(add(length, numberAt(SLACK)), splat(<f32>GROW)); }
/** A lower bound of the distance, given the gap along a vector times the vector's length. */
@inline export function lowerBound(gap: v128, length: v128): v128 { return sub(f32x4.div(gap, length), numberAt(SLACK)); }
