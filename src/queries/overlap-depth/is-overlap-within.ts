import { commonBall } from "./common-ball.ts";
import { deepestPoint } from "./deepest-point.ts";
import { defaultPrecision } from "./overlap-depth.ts";
import { directionsOf, type OverlapPair } from "./overlap-pair.ts";
import { ROUNDING } from "./world-surface.ts";

/**
 * "within": the depth is proven to be at most the tolerance. "surfaces-within": no surface is deeper in the other solid, but the solids may
 * be copies, so `measureOverlap` must decide. "deeper": the depth is proven to be greater. "unproven": closer to the tolerance than the
 * precision.
 */
export type ToleranceVerdict = "within" | "surfaces-within" | "deeper" | "unproven";

/** The search ends undecided when the bounds agree to within this fraction of the tolerance. */
const PRECISION = 1e-2;

/** Whether the depth of a pair is proven to be at most a tolerance > 0. */
export function isOverlapWithin(pair: OverlapPair, tolerance: number): ToleranceVerdict {
  const { aClosed, bClosed, scale, narrowest } = pair;
  const goal = { tolerance, precision: Math.min(defaultPrecision(pair), PRECISION * tolerance) };
  const { lower, upper } = deepestPoint(directionsOf(pair), scale, goal);
  if (lower > tolerance + ROUNDING * scale) return "deeper";
  if (upper > tolerance) return "unproven";
  if (!aClosed || !bClosed) return "within";
  // A copy contains a ball wider than twice its surfaces' reach, which is at least `lower`. Without such a ball it is not a copy.
  if (2 * lower >= narrowest || commonBall(pair, 2 * lower).diameter <= 2 * lower) return "within";
  return "surfaces-within";
}
