// What the kernels of near pairs rule out, they rule out for certain: they leave no pair out that f64 would find.
//
// Corners are world coordinates less an origin, rounded to f32. Let η be how far each is from exact on every axis, r = 2^-24, and T the
// thickness in f32, no less than the exact one times 1 + 2^-20.
// - AXIS_GAP is T + 4η. Two coordinates whose exact difference is at most the thickness differ by 2η more here; adding the gap rounds by r
//   of a sum, which is below η + 2^-24·T.
// - Along a vector n, three f32 numbers that are exact by definition, features are at least gap / |n| apart, where the gap is the least
//   product of n and a vector from a corner of the first to one of the second. With d such a vector from corner 0 of the first, all of whose
//   components are at most `span` in magnitude, a computed product is wrong by 2η·|n|₁ + 5r·|n|₁·span (self-neighbours.ts has the proof).
//   The gap is the difference of two of them, wrong by 4η·|n|₁ + 10r·|n|₁·span, and r times itself. Granted are SLACK = 5η, and 16r for
//   the rounding of `span` and of these sums. A product that underflows loses 2^-150; UNDERFLOW is more than 2^-110.
// NaN, where edges have no length, fails the comparison, and the pair is kept.
import { SLACK, THICKNESS, UNDERFLOW } from "../near-memory-map";
import { abs, add, dot, gt, mul, numberAt, signs, splat, sub, sum } from "./vectors";

const ROUNDING: f32 = 1.0 / 1048576.0; // 16r

/** Bit k: the features in lane k are certainly farther apart than the thickness. `gap` is along n, `span` as above. */
@inline export function areFar(nx: v128, ny: v128, nz: v128, gap: v128, span: v128): i32 {
  const size = sum(abs(nx), abs(ny), abs(nz));
  const error = add(mul(size, add(numberAt(<i32>SLACK), mul(splat(ROUNDING), span))), numberAt(<i32>UNDERFLOW));
  const length = f32x4.sqrt(dot(nx, ny, nz, nx, ny, nz));
  return signs(gt(sub(gap, error), mul(numberAt(<i32>THICKNESS), length)));
}

@inline export function lesser(a: v128, b: v128): v128 { return f32x4.pmin(a, b); }
@inline export function greater(a: v128, b: v128): v128 { return f32x4.pmax(a, b); }
@inline export function clamped(a: v128): v128 { return lesser(greater(a, splat(0)), splat(1)); }

/** The largest magnitude of three components. */
@inline export function spanOf(x: v128, y: v128, z: v128): v128 { return greater(greater(abs(x), abs(y)), abs(z)); }
