import {
  cross,
  dot,
  isZero,
  minus,
  type IntegerVector as Vector,
  vectorAt,
} from "../../numerics/integer-vectors.ts";
import { toIntegers } from "../../numerics/integers.ts";
import { compareRatios, type Ratio, ratioOf, ratioToNumber } from "../../numerics/ratio.ts";

// The exact stage of the ray test, in integers: decides every position of a ray relative to a triangle, degenerate ones
// included.

const values = new Float64Array(15);

/** The exact twin of `rayTriangle`. */
export function rayTriangleExact(
  ray: Float64Array,
  corners: Float64Array,
  at: number,
  facing: Int8Array,
): number {
  const hit = rayHitExact(ray, corners, at, facing);
  return hit === null ? -1 : ratioToNumber(hit.over, hit.under);
}

/** The parameter at which the ray meets the triangle, as a fraction; null for a miss. `facing` is set as by `rayTriangle`. */
export function rayHitExact(
  ray: Float64Array,
  corners: Float64Array,
  at: number,
  facing: Int8Array,
): Ratio | null {
  const { d, p, q, r, n, under } = rayInIntegers(ray, corners, at);
  facing[0] = under > 0n ? -1 : under < 0n ? 1 : 0;
  if (under === 0n) return isZero(n) ? rayNeedle(d, p, q, r) : rayInPlane(d, p, q, r, n);
  const volumes = [dot(d, cross(p, q)), dot(d, cross(q, r)), dot(d, cross(r, p))];
  if (!volumes.every((x) => x >= 0n) && !volumes.every((x) => x <= 0n)) return null;
  const over = dot(p, n);
  return over !== 0n && over > 0n !== under > 0n ? null : ratioOf(over, under);
}

/** The direction d; the corners p, q and r seen from the ray's origin; the triangle's normal n, and d · n. */
export function rayInIntegers(ray: Float64Array, corners: Float64Array, at: number) {
  for (let i = 0; i < 6; i++) values[i] = ray[i];
  for (let i = 0; i < 9; i++) values[6 + i] = corners[at + i];
  const whole = toIntegers(values, 15);
  const o = vectorAt(whole, 0);
  const d = vectorAt(whole, 1);
  const p = minus(vectorAt(whole, 2), o);
  const q = minus(vectorAt(whole, 3), o);
  const r = minus(vectorAt(whole, 4), o);
  const n = cross(minus(q, p), minus(r, p));
  return { d, p, q, r, n, under: dot(d, n) };
}

/** A ray parallel to the plane: clips the ray by the three edges. */
function rayInPlane(d: Vector, p: Vector, q: Vector, r: Vector, n: Vector): Ratio | null {
  if (dot(p, n) !== 0n) return null;
  let [enterOver, enterUnder] = [0n, 1n];
  let [leaveOver, leaveUnder] = [1n, 0n]; // infinity
  for (const [from, to] of [
    [p, q],
    [q, r],
    [r, p],
  ] as const) {
    const inward = cross(n, minus(to, from));
    const offset = dot(inward, from); // inside: t · speed ≥ offset
    const speed = dot(inward, d);
    if (speed === 0n) {
      if (offset > 0n) return null;
    } else if (speed > 0n) {
      if (offset * enterUnder > enterOver * speed) [enterOver, enterUnder] = [offset, speed];
    } else if (-offset * leaveUnder < leaveOver * -speed) [leaveOver, leaveUnder] = [-offset, -speed];
  }
  return enterOver * leaveUnder > leaveOver * enterUnder ? null : ratioOf(enterOver, enterUnder);
}

/** A triangle that is a segment or a point: the first of its points on the ray. */
function rayNeedle(d: Vector, p: Vector, q: Vector, r: Vector): Ratio | null {
  let first: Ratio | null = null;
  for (const [from, to] of [
    [p, q],
    [q, r],
    [r, p],
  ] as const) {
    const t = raySegment(d, from, to);
    if (t !== null && (first === null || compareRatios(t, first) < 0)) first = t;
  }
  return first;
}

function raySegment(d: Vector, from: Vector, to: Vector): Ratio | null {
  const edge = minus(to, from);
  const n = cross(d, edge);
  const length = dot(n, n);
  if (length === 0n) {
    // Collinear, or no hit; a point is a segment without length.
    if (!isZero(cross(from, d)) || !isZero(cross(to, d))) return null;
    const [a, b] = [dot(from, d), dot(to, d)];
    if (a < 0n && b < 0n) return null;
    // The origin lies on the segment, or one of its ends comes first.
    if (a < 0n || b < 0n) return ratioOf(0n, 1n);
    return ratioOf(a <= b ? a : b, dot(d, d));
  }
  if (dot(from, n) !== 0n) return null;
  // t · d = from + s · edge
  const t = dot(cross(from, edge), n);
  const s = dot(cross(from, d), n);
  return t < 0n || s < 0n || s > length ? null : ratioOf(t, length);
}
