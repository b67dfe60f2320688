import { NORMAL } from "./triangle-layout.ts";

// Triangles seen along an axis: whatever is apart in a projection is apart in space. Plain f64 with an error bound, for
// filters. Flat meshes are full of coplanar triangles, which the filters in space cannot decide.

const UNDERFLOW = 2 ** -900;
/**
 * Shewchuk's bound for a 2 × 2 determinant of rounded differences, 3 units of 2^-53 on either product, with one more for
 * the rounding of the bound itself. A product that underflows loses at most 2^-1075. A product that overflows makes the
 * bound infinite, and NaN fails every comparison: nothing is certain in either case.
 */
const FILTER_2D = 2 ** -51;

/** The coordinate plane, named by the axis it omits, that the triangle at t[i] faces most. */
export function mainPlane(t: Float64Array, i: number): number {
  const x = Math.abs(t[i + NORMAL]);
  const y = Math.abs(t[i + NORMAL + 1]);
  const z = Math.abs(t[i + NORMAL + 2]);
  return x > y ? (x > z ? 0 : 2) : y > z ? 1 : 2;
}

/** The side of line p[i] p[j] on which q[k] lies, seen along the axis `plane`: −1, 1, or 0 where the filter cannot tell. */
export function certainTurn(
  p: Float64Array,
  i: number,
  j: number,
  q: Float64Array,
  k: number,
  plane: number,
): number {
  const x = plane === 2 ? 0 : plane + 1;
  const y = plane === 0 ? 2 : plane - 1;
  const px = p[i + x];
  const py = p[i + y];
  const left = (p[j + x] - px) * (q[k + y] - py);
  const right = (p[j + y] - py) * (q[k + x] - px);
  const det = left - right;
  const bound = FILTER_2D * (Math.abs(left) + Math.abs(right)) + UNDERFLOW;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}

/** Whether all of b lies strictly beyond the line of an edge of a, seen in a's main plane. True is always right. */
export function liesBeyondEdge(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const plane = mainPlane(a, i);
  const inside = certainTurn(a, i, i + 3, a, i + 6, plane);
  if (inside === 0) return false;
  for (let edge = 0; edge < 3; edge++) {
    const from = i + 3 * edge;
    const to = edge === 2 ? i : from + 3;
    if (
      certainTurn(a, from, to, b, j, plane) === -inside &&
      certainTurn(a, from, to, b, j + 3, plane) === -inside &&
      certainTurn(a, from, to, b, j + 6, plane) === -inside
    )
      return true;
  }
  return false;
}
