import { turn } from "./first-simplex.ts";

/**
 * The corners of the convex polygon around points in one plane, in order, seen along an axis in which the triangle
 * a, b, c of the plane has an area: convexity is the same in a one-to-one view. No three of them are collinear.
 */
export function flatHull(points: Float64Array, count: number, a: number, b: number, c: number): Uint32Array {
  const dropped = [0, 1, 2].find((axis) => turn(points, a, b, c, (axis + 1) % 3, (axis + 2) % 3) !== 0)!;
  const u = (dropped + 1) % 3;
  const v = (dropped + 2) % 3;
  const order = new Uint32Array(count);
  for (let p = 0; p < count; p++) order[p] = p;
  order.sort((p, q) => points[3 * p + u] - points[3 * q + u] || points[3 * p + v] - points[3 * q + v]);
  const loop: number[] = [];
  // Once there along the lower side, once back along the upper; a corner stays while the loop turns left.
  for (const direction of [1, -1]) {
    const base = loop.length;
    for (let i = direction > 0 ? 0 : count - 1; i >= 0 && i < count; i += direction) {
      const p = order[i];
      while (
        loop.length >= base + 2 &&
        turn(points, loop[loop.length - 2], loop[loop.length - 1], p, u, v) <= 0
      )
        loop.pop();
      loop.push(p);
    }
    loop.pop(); // the first of the other side
  }
  return Uint32Array.from(loop);
}
