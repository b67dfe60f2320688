// Lengths and quotients that the kernels of distances share. They are in f32, so squares below 2^-120 have no relative precision.
import { GROW, SLACK } from "../distance-memory-map";
import { add, mul, numberAt, splat, sub } from "./vectors";

/** The least square that counts. */
const TINY: f32 = 2.0 ** -120.0;

@inline export function quotient(dividend: v128, square: v128): v128 { return f32x4.div(dividend, f32x4.pmax(square, splat(TINY))); }
/** A length, or more where its square vanishes: what is measured along so short a vector is nothing but rounding. */
@inline export function lengthOf(square: v128): v128 { return f32x4.sqrt(f32x4.pmax(square, splat(TINY))); }
@inline export function clamped(value: v128): v128 { return f32x4.pmin(f32x4.pmax(value, splat(0)), splat(1)); }

/** Whether the parameters of a point of a plane, from corner 0 along two edges, say that it lies inside the triangle. */
@inline export function isInside(s: v128, t: v128): v128 {
  return v128.and(v128.and(f32x4.gt(s, splat(0)), f32x4.gt(t, splat(0))), f32x4.lt(add(s, t), splat(1)));
}

/** No less than the distance, for points at this computed distance. */
@inline export function upperBound(length: v128): v128 { return mul(add(length, numberAt(SLACK)), splat(<f32>GROW)); }
/** No more than the distance, for a gap along a vector of this length, times that length. */
@inline export function lowerBound(gap: v128, length: v128): v128 { return sub(f32x4.div(gap, length), numberAt(SLACK)); }
