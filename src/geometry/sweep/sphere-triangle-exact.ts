import { cross, dot, type IntegerVector, isZero, minus, vectorAt } from "../../numerics/integer-vectors.ts";
import { toInteger, toIntegers, unitExponent } from "../../numerics/integers.ts";

// The exact stage of the moving ball, in integers. The least distance of a segment and a triangle is 0 or that of two
// features: ends and corners, ends and edges, corners and the segment, the segment and edges, ends and the face. Each is a
// fraction of integers, compared with the squared radius.

const values = new Float64Array(16);
const times = new Float64Array(1);

/** The exact twin of `sweptSphereMeetsTriangle`. */
export function sphereMeetsTriangleExactly(
  sphere: Float64Array,
  corners: Float64Array,
  at: number,
  until: number,
): boolean {
  for (let i = 0; i < 7; i++) values[i] = sphere[i];
  for (let i = 0; i < 9; i++) values[7 + i] = corners[at + i];
  const whole = toIntegers(values, 16);
  if (until !== 1) shorten(whole, until);
  const radius = whole[6] * whole[6];
  const start = vectorAt(whole, 0);
  const d = vectorAt(whole, 1);
  const end: IntegerVector = [start[0] + d[0], start[1] + d[1], start[2] + d[2]];
  const triangle = [7, 10, 13].map((i): IntegerVector => [whole[i], whole[i + 1], whole[i + 2]]);
  const [p, q, r] = triangle as [IntegerVector, IntegerVector, IntegerVector];
  const edges = [
    [p, q],
    [q, r],
    [r, p],
  ] as const;
  for (const point of [start, end]) {
    if (edges.some(([from, to]) => pointNearSegment(point, from, to, radius))) return true;
    if (pointNearFace(point, p, q, r, radius)) return true;
  }
  if (triangle.some((corner) => pointNearSegment(corner, start, end, radius))) return true;
  if (edges.some(([from, to]) => segmentsNear(start, d, from, to, radius))) return true;
  return segmentCrosses(start, end, p, q, r);
}

/** Multiplies the motion by the time, and the unit of all numbers by as much as makes the products whole. */
function shorten(whole: bigint[], until: number): void {
  times[0] = until;
  const unit = Math.min(0, unitExponent(times));
  const share = toInteger(until, unit);
  for (let i = 0; i < whole.length; i++)
    whole[i] = i >= 3 && i < 6 ? share * whole[i] : whole[i] << BigInt(-unit);
}

/** Whether a point is within the radius of an end, or of the interior, of a segment. */
function pointNearSegment(x: IntegerVector, from: IntegerVector, to: IntegerVector, radius: bigint): boolean {
  const e = minus(to, from);
  const w = minus(x, from);
  const v = minus(x, to);
  if (dot(w, w) <= radius || dot(v, v) <= radius) return true;
  if (dot(w, e) <= 0n || dot(v, e) >= 0n) return false;
  const area = cross(w, e);
  return dot(area, area) <= radius * dot(e, e);
}

function pointNearFace(
  x: IntegerVector,
  p: IntegerVector,
  q: IntegerVector,
  r: IntegerVector,
  radius: bigint,
): boolean {
  const n = cross(minus(q, p), minus(r, p));
  if (isZero(n)) return false;
  const height = dot(minus(x, p), n);
  if (height * height > radius * dot(n, n)) return false;
  return (
    dot(cross(minus(q, p), minus(x, p)), n) >= 0n &&
    dot(cross(minus(r, q), minus(x, q)), n) >= 0n &&
    dot(cross(minus(p, r), minus(x, r)), n) >= 0n
  );
}

/** Whether the interiors of two segments that are not parallel come within the radius. */
function segmentsNear(
  start: IntegerVector,
  d: IntegerVector,
  from: IntegerVector,
  to: IntegerVector,
  radius: bigint,
): boolean {
  const e = minus(to, from);
  const n = cross(d, e);
  const nn = dot(n, n);
  if (nn === 0n) return false;
  const w = minus(from, start);
  const height = dot(w, n);
  if (height * height > radius * nn) return false;
  const t = dot(cross(w, e), n);
  const s = dot(cross(w, d), n);
  return t >= 0n && t <= nn && s >= 0n && s <= nn;
}

function segmentCrosses(
  start: IntegerVector,
  end: IntegerVector,
  p: IntegerVector,
  q: IntegerVector,
  r: IntegerVector,
): boolean {
  const n = cross(minus(q, p), minus(r, p));
  const [above, below] = [dot(minus(start, p), n), dot(minus(end, p), n)];
  if (above === below || (above > 0n && below > 0n) || (above < 0n && below < 0n)) return false;
  const d = minus(end, start);
  const volumes = [
    [p, q],
    [q, r],
    [r, p],
  ].map(([a, b]) => dot(d, cross(minus(a, start), minus(b, start))));
  return volumes.every((x) => x >= 0n) || volumes.every((x) => x <= 0n);
}
