import type { Triangle } from "./squared-distance.ts";
import { cross, dot, type Fraction, fraction, isLess, minus, type Vector } from "./vectors.ts";

export interface RayMeeting {
  /** The least t ≥ 0 at which origin + t · direction is on the triangle. */
  t: Fraction;
  /** 1: the ray meets the side on which the corners turn left; −1: the other; 0: it lies in the triangle's plane. */
  side: number;
}

/** Where a ray, which has a direction, first meets a closed triangle; null if it does not. */
export function rayMeetsTriangle(origin: Vector, direction: Vector, triangle: Triangle): RayMeeting | null {
  const [a, b, c] = triangle;
  const n = cross(minus(b, a), minus(c, a));
  const slope = dot(n, direction);
  if (slope !== 0n) {
    const t = fraction(dot(n, minus(a, origin)), slope);
    if (t[0] < 0n) return null;
    // The ray's line passes all three edges on one side, or touches them.
    const turns = [0, 1, 2].map((k) => {
      const [p, q] = [minus(triangle[k], origin), minus(triangle[(k + 1) % 3], origin)];
      return dot(cross(p, q), direction);
    });
    if (turns.some((turn) => turn > 0n) && turns.some((turn) => turn < 0n)) return null;
    return { t, side: slope < 0n ? 1 : -1 };
  }
  // In the plane, or beside it, or a degenerate triangle: what the line has of the triangle ends on edges.
  let first: Fraction | null = null;
  let last: Fraction | null = null;
  for (let k = 0; k < 3; k++)
    for (const t of lineOnSegment(origin, direction, triangle[k], triangle[(k + 1) % 3])) {
      if (first === null || isLess(t, first)) first = t;
      if (last === null || isLess(last, t)) last = t;
    }
  if (first === null || last === null || last[0] < 0n) return null;
  return { t: first[0] < 0n ? [0n, 1n] : first, side: 0 };
}

/** Where a line meets a closed segment: no t, one, or the two of its ends. */
function lineOnSegment(origin: Vector, direction: Vector, p: Vector, q: Vector): Fraction[] {
  const e = minus(q, p);
  const w = minus(p, origin);
  const n = cross(direction, e);
  if (n.every((x) => x === 0n)) {
    if (cross(direction, w).some((x) => x !== 0n)) return [];
    const dd = dot(direction, direction);
    return [
      [dot(w, direction), dd],
      [dot(minus(q, origin), direction), dd],
    ];
  }
  if (dot(w, n) !== 0n) return [];
  const nn = dot(n, n);
  const onSegment = dot(cross(w, direction), n);
  if (onSegment < 0n || onSegment > nn) return [];
  return [[dot(cross(w, e), n), nn]];
}
