// What the near-pair kernels guarantee: they drop no pair that is near, and mark no pair as near that is not.
//
// Corners are world coordinates relative to an origin, rounded to f32. Let η bound their error on every axis, r = 2^-24, and T the
// thickness in f32, at least the exact one times 1 + 2^-20; THICKNESS_DOWN is at most the exact one times 1 − 2^-20.
// - AXIS_GAP is T + 4η. Two coordinates whose exact difference is at most the thickness differ by 2η more here; adding the gap rounds by r
// of a sum, which is below η + 2^-24·T.
// - Along a vector n, three f32 numbers that are exact by definition, features are at least gap / |n| apart, where the gap is the least
// product of n and a vector from a corner of the first to one of the second. With d such a vector from corner 0 of the first, all of whose
// components are at most `span` in magnitude, a computed product has an error of 2η·|n|₁ + 5r·|n|₁·span (proof in self-neighbours.ts). The
// gap is the difference of two products, with an error of 4η·|n|₁ + 10r·|n|₁·span, and r times itself. The code allows SLACK = 5η, and 16r
// for the rounding of `span` and of these sums. A product that underflows loses 2^-150; UNDERFLOW is more than 2^-110.
// - If n is the separation of two points of the features, the distance of the features is at most its length plus the error of n. It is w +
// t·v − s·u, with differences of corners that are off by 2η, and s and t within 0 … 1: an error of 6η on an axis, and less than 24r·span
// for rounding. In all three axes that is less than twice as much; the code allows 4 · SLACK = 20η and 64r.
// NaN, from edges of zero length, fails the comparisons, and the pair is kept for f64.
import { SLACK, THICKNESS_DOWN, THICKNESS_UP, UNDERFLOW } from "../near-memory-map";
import { abs, add, dot, gt, lt, mul, numberAt, signs, splat, sub, sum } from "./vectors";

const ROUNDING: f32 = 1.0 / 1048576.0; // 16r

const ROUNDING_OF_SEPARATION: f32 = 1.0 / 262144.0; // 64r

/**
 * Bit k: the features in lane k are certainly farther apart than the thickness. Bit 4 + k: they certainly are not. `gap` is measured along
 * n, the separation of two of their points; `span` is as above.
 */
@inline export function compareWithThickness(nx: v128, ny: v128, nz: v128, gap: v128, span: v128): i32 {
  const size = sum(abs(nx), abs(ny), abs(nz));
  const slack = numberAt(<i32>SLACK);
  const error = add(mul(size, add(slack, mul(splat(ROUNDING), span))), numberAt(<i32>UNDERFLOW));
  const length = f32x4.sqrt(dot(nx, ny, nz, nx, ny, nz));
  const far = signs(gt(sub(gap, error), mul(numberAt(<i32>THICKNESS_UP), length)));
  const most = add(length, add(mul(splat(4), slack), mul(splat(ROUNDING_OF_SEPARATION), span)));
  return far | (signs(lt(most, numberAt(<i32>THICKNESS_DOWN))) << 4);
}

@inline export function lesser(a: v128, b: v128): v128 { return f32x4.pmin(a, b); }
@inline export function greater(a: v128, b: v128): v128 { return f32x4.pmax(a, b); }
@inline export function clamped(a: v128): v128 { return lesser(greater(a, splat(0)), splat(1)); }

/** The largest magnitude of three components. */
@inline export function spanOf(x: v128, y: v128, z: v128): v128 { return greater(greater(abs(x), abs(y)), abs(z)); }
