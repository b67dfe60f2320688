import { commonBall } from "./common-ball.ts";
import { deepestPoint } from "./deepest-point.ts";
import { defaultPrecision } from "./overlap-depth.ts";
import type { OverlapPair } from "./overlap-pair.ts";
import { ROUNDING } from "./world-surface.ts";

/**
 * "within": the depth is proven to be at most the tolerance. "surfaces-within": no surface is deeper in the other solid,
 * but the solids may be copies, and `measureOverlap` has to decide. "deeper": the depth is proven to be greater. "unproven":
 * nearer to the tolerance than the precision.
 */
export type ToleranceVerdict = "within" | "surfaces-within" | "deeper" | "unproven";

/** The search ends undecided when the bounds agree to this share of the tolerance. */
const PRECISION = 1e-2;

/** Whether the depth of a pair is proven to be at most a tolerance > 0. */
export function isOverlapWithin(pair: OverlapPair, tolerance: number): ToleranceVerdict {
  const { surfaceA, surfaceB, aClosed, bClosed, scale, narrowest } = pair;
  const goal = { tolerance, precision: Math.min(defaultPrecision(pair), PRECISION * tolerance) };
  const reaches = [];
  if (bClosed) reaches.push(deepestPoint(surfaceA, surfaceB, scale, goal));
  if (aClosed && !reaches.some(({ upper }) => upper > tolerance))
    reaches.push(deepestPoint(surfaceB, surfaceA, scale, goal));
  if (reaches.some((reach) => reach.lower > tolerance + ROUNDING * scale)) return "deeper";
  if (reaches.some(({ upper }) => upper > tolerance)) return "unproven";
  if (!aClosed || !bClosed) return "within";
  // A copy contains a ball wider than twice its surfaces' reach, which is at least `lower`: without such a ball it is not a
  // copy.
  const lower = Math.max(...reaches.map((reach) => reach.lower));
  if (2 * lower >= narrowest || commonBall(pair, 2 * lower).diameter <= 2 * lower) return "within";
  return "surfaces-within";
}
