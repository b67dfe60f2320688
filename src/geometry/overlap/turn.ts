import { orient2d } from "../../numerics/orient.ts";

// Triangles seen in a coordinate plane, which is named by the axis it omits.

export const NO_PLANE = 3;

/** The side of line p[i] p[j] on which q[k] lies, seen along the axis `plane`. */
export function turn(
  p: Float64Array,
  i: number,
  j: number,
  q: Float64Array,
  k: number,
  plane: number,
): number {
  const x = plane === 2 ? 0 : plane + 1;
  const y = plane === 0 ? 2 : plane - 1;
  return orient2d(p[i + x], p[i + y], p[j + x], p[j + y], q[k + x], q[k + y]);
}

/** A coordinate plane in which the triangle at p[i] has an area, so that its own plane is seen one-to-one; or NO_PLANE. */
export function projectionOf(p: Float64Array, i: number): number {
  for (let plane = 0; plane < 3; plane++) if (turn(p, i, i + 3, p, i + 6, plane) !== 0) return plane;
  return NO_PLANE;
}
