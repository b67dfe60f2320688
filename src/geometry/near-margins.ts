import { poseNorm, rowNorm } from "./norms.ts";
import { invert } from "./relative-pose.ts";
import { ABS_N, MARGIN_A, MARGIN_B } from "./relative-pose-layout.ts";

// Margins for features that may be a thickness apart in the world. If two world points differ by δ with |δ| ≤ thickness, the points of a's
// space differ by A⁻¹·δ more than those of a contact do. Along axis k that is at most the length of row k of A⁻¹, times the thickness.
// A⁻¹ is X·(I − R)⁻¹ with the computed inverse X and its residual R (relative-pose.ts).

/** More than the rounding of a product, a sum, and a difference of numbers as large as the sum. */
const ROUNDED_UP = 1 + 2 ** -40;
const ROUNDING = 2 ** -46;

const inverse = new Float64Array(9);

/** The largest extent, along an axis of model space, of a thickness in the world; `pose` and `moves` come from `readPose`. */
export function thicknessInModel(
  pose: Float64Array,
  moves: boolean,
  name: string,
  thickness: number,
): number {
  return moves ? thickness * inverseNorm(invert(pose, name, inverse)) * ROUNDED_UP : thickness * ROUNDED_UP;
}

/** Widens the margins of a relative pose, which `setRelativePose` has made of `a` and `b`, by a thickness. */
export function addThickness(
  a: Float64Array,
  aMoves: boolean,
  b: Float64Array,
  bMoves: boolean,
  thickness: number,
  relativePose: Float64Array,
): void {
  const inA = thicknessInModel(a, aMoves, "aToWorld", thickness);
  const inB = thicknessInModel(b, bMoves, "bToWorld", thickness);
  // N takes a's difference to b's space. `slip` bounds the difference of N and B⁻¹·A.
  const residualB = bMoves ? invert(b, "bToWorld", inverse) : 0;
  const normB = bMoves ? rowNorm(inverse, 0) : 1;
  const slip = normB * poseNorm(a) * (ROUNDING + 2 * residualB) + ROUNDING * rowNorm(relativePose, ABS_N);
  relativePose[MARGIN_A] += inA;
  relativePose[MARGIN_B] += inB + 4 * slip * inA;
}

/**
 * A bound on the length of every row of the exact inverse, of the computed one and a bound of its residual's largest row sum. The length
 * of a vector grows by 1/(1 − √3·residual) at most, its largest component by 1/(1 − residual).
 */
function inverseNorm(residual: number): number {
  let longest = 0;
  for (let r = 0; r < 9; r += 3)
    longest = Math.max(longest, Math.sqrt(inverse[r] ** 2 + inverse[r + 1] ** 2 + inverse[r + 2] ** 2));
  return residual < 0.25 ? longest / (1 - 1.75 * residual) : rowNorm(inverse, 0) / (1 - residual);
}
