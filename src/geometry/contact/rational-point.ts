import { cross, dot, type IntegerVector, minus } from "../../numerics/integer-vectors.ts";
import { toInteger } from "../../numerics/integers.ts";
import { ratioToNumber } from "../../numerics/ratio.ts";

// Contact points in exact arithmetic: the point where an edge crosses a face or another edge is a ratio of integers. Slow;
// used for points that f64 cannot place well, for exact comparisons and by the slow twins.

/** x, y, z and a positive w: the point (x / w, y / w, z / w), in units of a grid. */
export type RationalPoint = readonly [bigint, bigint, bigint, bigint];

/** A unit 2^exponent of which all coordinates are whole multiples. A coarser unit makes shorter integers. */
export interface Grid {
  readonly exponent: number;
  /** 1 / unit, or 0 if that is not a usable f64. */
  readonly factor: number;
}

/** The grid that contains every f64. */
export const FINEST: Grid = { exponent: -1074, factor: 0 };

/** A grid that contains all the coordinates, nearly the coarsest. */
export function gridOf(...lists: readonly ArrayLike<number>[]): Grid {
  let factor = 1;
  let largest = 0;
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      largest = Math.max(largest, Math.abs(list[i]));
      while (!Number.isInteger(list[i] * factor)) {
        factor *= 16;
        if (factor > 2 ** 900) return FINEST;
      }
    }
  // The slow twins also take coordinates beyond 2^100, whose multiples may overflow.
  if (!Number.isFinite(largest * factor)) return FINEST;
  return { exponent: -Math.log2(factor), factor };
}

/** The point at p[i…i+2] in units of the grid. */
export function integersOf(p: ArrayLike<number>, i: number, { factor }: Grid): IntegerVector {
  if (factor === 0) return [toInteger(p[i]), toInteger(p[i + 1]), toInteger(p[i + 2])];
  return [BigInt(p[i] * factor), BigInt(p[i + 1] * factor), BigInt(p[i + 2] * factor)];
}

export function rationalOf(p: ArrayLike<number>, i: number, grid: Grid): RationalPoint {
  const [x, y, z] = integersOf(p, i, grid);
  return [x, y, z, 1n];
}

/** The point where segment p q crosses the plane of a b c; p and q lie strictly on opposite sides. */
export function edgeMeetsPlane(
  p: IntegerVector,
  q: IntegerVector,
  a: IntegerVector,
  b: IntegerVector,
  c: IntegerVector,
): RationalPoint {
  const normal = cross(minus(b, a), minus(c, a));
  const atP = dot(normal, minus(p, a));
  const atQ = dot(normal, minus(q, a));
  return between(p, q, atP, atP - atQ);
}

/** The point where the lines p q and u v cross; they are coplanar and not parallel. */
export function edgesMeet(
  p: IntegerVector,
  q: IntegerVector,
  u: IntegerVector,
  v: IntegerVector,
): RationalPoint {
  const along = minus(v, u);
  const whole = cross(minus(q, p), along);
  const part = cross(minus(u, p), along);
  const axis = whole[0] !== 0n ? 0 : whole[1] !== 0n ? 1 : 2;
  return between(p, q, part[axis], whole[axis]);
}

/** p + part / whole · (q − p) */
function between(p: IntegerVector, q: IntegerVector, part: bigint, whole: bigint): RationalPoint {
  const sign = whole < 0n ? -1n : 1n;
  const w = sign * whole;
  const s = sign * part;
  return [p[0] * w + s * (q[0] - p[0]), p[1] * w + s * (q[1] - p[1]), p[2] * w + s * (q[2] - p[2]), w];
}

export function samePoint(p: RationalPoint, q: RationalPoint): boolean {
  return p[0] * q[3] === q[0] * p[3] && p[1] * q[3] === q[1] * p[3] && p[2] * q[3] === q[2] * p[3];
}

/** Writes the nearest f64 coordinates to out[at…at+2]. */
export function roundPoint(
  [x, y, z, w]: RationalPoint,
  { exponent }: Grid,
  out: Float64Array,
  at: number,
): void {
  out[at] = ratioToNumber(x, w, exponent);
  out[at + 1] = ratioToNumber(y, w, exponent);
  out[at + 2] = ratioToNumber(z, w, exponent);
}
