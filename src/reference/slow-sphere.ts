import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { cross, dot, type IntegerVector, minus, vectorAt } from "../numerics/integer-vectors.ts";
import { toIntegers, unitExponent } from "../numerics/integers.ts";
import { rootOfRatio } from "../numerics/ratio.ts";
import { type PlacedOptions, placedPositions } from "./placed-mesh.ts";

// The slow twins of `overlapSphere` and `sweepSphere`: the foot of the centre on every triangle, in fractions.

/** The triangles within `radius` of `centre`. */
export function overlapSphereByBruteForce(
  mesh: TriangleMesh,
  centre: ArrayLike<number>,
  radius: number,
  options: PlacedOptions = {},
): Uint32Array {
  const world = placedPositions(mesh, options, "overlapSphereByBruteForce");
  const hits: number[] = [];
  const values = new Float64Array(13);
  values.set(Array.from(centre).slice(0, 3));
  values[12] = radius;
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let corner = 0; corner < 3; corner++)
      for (let axis = 0; axis < 3; axis++)
        values[3 + 3 * corner + axis] = world[3 * vertexOf(mesh, t, corner) + axis];
    const whole = toIntegers(values, 13);
    const [over, under] = squaredDistance(whole);
    if (over <= whole[12] * whole[12] * under) hits.push(t);
  }
  return Uint32Array.from(hits);
}

/**
 * The slow twin of `sweepSphere`: golden sections find when the moving sphere is nearest to each triangle, and bisection of
 * the time before finds the first touch. The earliest time, to about 1e-9, or null.
 */
export function sweepSphereByBruteForce(
  mesh: TriangleMesh,
  centre: ArrayLike<number>,
  radius: number,
  motion: ArrayLike<number>,
  options: PlacedOptions = {},
): number | null {
  const world = placedPositions(mesh, options, "sweepSphereByBruteForce");
  let first: number | null = null;
  const values = new Float64Array(12);
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let corner = 0; corner < 3; corner++)
      for (let axis = 0; axis < 3; axis++)
        values[3 + 3 * corner + axis] = world[3 * vertexOf(mesh, t, corner) + axis];
    // The distance of a point on a line to a convex set has a single minimum.
    const distanceAt = (time: number): number => {
      for (let k = 0; k < 3; k++) values[k] = centre[k] + time * motion[k];
      const [over, under] = squaredDistance(toIntegers(values, 12));
      return rootOfRatio(over, under, unitExponent(values, 12));
    };
    const nearest = lowestOf(distanceAt);
    if (distanceAt(nearest) > radius) continue;
    const time = firstWithin(distanceAt, radius, nearest);
    if (first === null || time < first) first = time;
  }
  return first;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

function lowestOf(value: (time: number) => number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (value(left) <= value(right)) high = right;
    else low = left;
  }
  return [0, 1, (low + high) / 2].reduce((best, time) => (value(time) < value(best) ? time : best));
}

function firstWithin(value: (time: number) => number, radius: number, within: number): number {
  if (value(0) <= radius) return 0;
  let [outside, inside] = [0, within];
  for (let step = 0; step < 60; step++) {
    const middle = (outside + inside) / 2;
    if (value(middle) <= radius) inside = middle;
    else outside = middle;
  }
  return inside;
}

type Fraction = readonly [bigint, bigint];

function squaredDistance(whole: bigint[]): Fraction {
  const x = vectorAt(whole, 0);
  const [p, q, r] = [vectorAt(whole, 1), vectorAt(whole, 2), vectorAt(whole, 3)];
  const n = cross(minus(q, p), minus(r, p));
  const nn = dot(n, n);
  // Barycentric coordinates of the foot in the plane, times n · n.
  const shares = [
    dot(cross(minus(r, q), minus(x, q)), n),
    dot(cross(minus(p, r), minus(x, r)), n),
    dot(cross(minus(q, p), minus(x, p)), n),
  ];
  if (nn > 0n && shares.every((share) => share >= 0n)) return [dot(minus(x, p), n) ** 2n, nn];
  return [toSegment(x, p, q), toSegment(x, q, r), toSegment(x, r, p)].reduce((a, b) =>
    a[0] * b[1] <= b[0] * a[1] ? a : b,
  );
}

/** |x − from − s · e|² with s = w·e / e·e clamped to 0 … 1, over a common denominator. */
function toSegment(x: IntegerVector, from: IntegerVector, to: IntegerVector): Fraction {
  const e = minus(to, from);
  const w = minus(x, from);
  const ee = dot(e, e);
  if (ee === 0n) return [dot(w, w), 1n];
  const along = dot(w, e);
  const s = along < 0n ? 0n : along > ee ? ee : along;
  const gap = w.map((value, k) => ee * value - s * e[k]) as unknown as IntegerVector;
  return [dot(gap, gap), ee * ee];
}
