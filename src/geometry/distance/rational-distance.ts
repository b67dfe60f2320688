import { type IntegerVector, vectorAt } from "../../numerics/integer-vectors.ts";
import { toIntegers, unitExponent } from "../../numerics/integers.ts";
import { ratioToNumber, rootOfRatio } from "../../numerics/ratio.ts";
import {
  exchanged,
  type NearestPoints,
  nearestOfSegments,
  nearestOnFace,
  weighted,
} from "./rational-features.ts";

// The distance of two triangles in integers and their quotients: slow, and the nearest f64 to the true value. For triangles
// so near, so thin or so parallel that fewer digits cannot decide. All fifteen candidates are compared, because their f64
// distances say nothing here.

/** Nearest points of features, and the corners that their weights are of. */
interface Candidate {
  readonly points: NearestPoints;
  readonly cornersA: readonly IntegerVector[];
  readonly cornersB: readonly IntegerVector[];
}

/**
 * Writes distance, nearest point of the first triangle and of the second, seven numbers, to `out`. The corners are
 * pair[0…8] and pair[9…17].
 */
export function rationalDistance(pair: Float64Array, out: Float64Array): void {
  const unit = unitExponent(pair);
  const integers = toIntegers(pair);
  const a = [0, 1, 2].map((corner) => vectorAt(integers, corner));
  const b = [3, 4, 5].map((corner) => vectorAt(integers, corner));
  let best: Candidate | null = null;
  const offer = (points: NearestPoints | null, cornersA: IntegerVector[], cornersB: IntegerVector[]) => {
    if (points !== null && (best === null || points.n * best.points.d < best.points.n * points.d))
      best = { points, cornersA, cornersB };
  };
  for (let e = 0; e < 3; e++)
    for (let f = 0; f < 3; f++) {
      const edgeA = [a[e], a[(e + 1) % 3]];
      const edgeB = [b[f], b[(f + 1) % 3]];
      offer(nearestOfSegments(edgeA[0], edgeA[1], edgeB[0], edgeB[1]), edgeA, edgeB);
    }
  for (let corner = 0; corner < 3; corner++) {
    offer(nearestOnFace(a[corner], b), [a[corner]], b);
    const onA = nearestOnFace(b[corner], a);
    offer(onA && exchanged(onA), a, [b[corner]]);
  }
  const { points, cornersA, cornersB } = best as unknown as Candidate;
  const p = weighted(cornersA, points.weightsA);
  const q = weighted(cornersB, points.weightsB);
  out[0] = rootOfRatio(points.n, points.d, unit);
  for (let axis = 0; axis < 3; axis++) {
    out[1 + axis] = ratioToNumber(p[axis], points.underA, unit);
    out[4 + axis] = ratioToNumber(q[axis], points.underB, unit);
  }
}
