import { type Constraint, leastZ } from "./linear-program.ts";
import type { Triangle } from "./squared-distance.ts";
import { type Fraction, minus, type Vector } from "./vectors.ts";

/**
 * The first time in 0 … 1 at which a closed box that moves by `motion` meets a closed triangle, or null. A point of the triangle is
 * a + u·(b − a) + v·(c − a); with u, v and the time for unknowns all conditions are linear. A box that stands still: the motion is zero.
 */
export function sweptBoxTime(
  low: Vector,
  high: Vector,
  motion: Vector,
  [a, b, c]: Triangle,
): Fraction | null {
  if (isFarAway(low, high, motion, [a, b, c])) return null;
  const e = minus(b, a);
  const f = minus(c, a);
  const isMoving = motion.some((x) => x !== 0n);
  const constraints: Constraint[] = [
    [-1n, 0n, 0n, 0n],
    [0n, -1n, 0n, 0n],
    [1n, 1n, 0n, 1n],
    [0n, 0n, -1n, 0n],
    [0n, 0n, 1n, isMoving ? 1n : 0n],
  ];
  for (let k = 0; k < 3; k++) {
    constraints.push([e[k], f[k], -motion[k], high[k] - a[k]]);
    constraints.push([-e[k], -f[k], motion[k], a[k] - low[k]]);
  }
  return leastZ(constraints);
}

/** Whether the box around the way and the box around the triangle are apart. */
function isFarAway(low: Vector, high: Vector, motion: Vector, corners: Triangle): boolean {
  for (let k = 0; k < 3; k++) {
    const step = motion[k];
    const least = low[k] + (step < 0n ? step : 0n);
    const most = high[k] + (step > 0n ? step : 0n);
    if (corners.every((p) => p[k] < least) || corners.every((p) => p[k] > most)) return true;
  }
  return false;
}
