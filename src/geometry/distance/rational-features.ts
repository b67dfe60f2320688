import { cross, dot, type IntegerVector, minus } from "../../numerics/integer-vectors.ts";

// The nearest points of two features in integers: of a point and a triangle, or of two segments. Nothing is rounded. Features may be
// degenerate: a triangle without area is the segment or point that it is.

/** Two nearest points, each as weights of its feature's corners, and the square of their distance, n / d. */
export interface NearestPoints {
  readonly n: bigint;
  /** Positive, as the other denominators. */
  readonly d: bigint;
  /** Numerators of the weights of a's corners, which add up to `underA`. */
  readonly weightsA: readonly bigint[];
  readonly underA: bigint;
  readonly weightsB: readonly bigint[];
  readonly underB: bigint;
}

/** The point p and the closed triangle. */
export function nearestOnTriangle(p: IntegerVector, triangle: readonly IntegerVector[]): NearestPoints {
  const onFace = nearestOnFace(p, triangle);
  if (onFace !== null) return onFace;
  return least(
    [0, 1, 2].map((from) => {
      const to = (from + 1) % 3;
      const onEdge = nearestOnSegment(p, triangle[from], triangle[to]);
      const weightsB = [0n, 0n, 0n];
      weightsB[from] = onEdge.weightsB[0];
      weightsB[to] = onEdge.weightsB[1];
      return { ...onEdge, weightsB };
    }),
  );
}

/** The point p and the face of a triangle; null where its projection lies outside, or there is no area: then an edge is as near. */
export function nearestOnFace(p: IntegerVector, [a, b, c]: readonly IntegerVector[]): NearestPoints | null {
  const u = minus(b, a);
  const v = minus(c, a);
  const w = minus(p, a);
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const det = uu * vv - uv * uv;
  const s = vv * uw - uv * vw;
  const t = uu * vw - uv * uw;
  if (det === 0n || s < 0n || t < 0n || s + t > det) return null;
  const height = dot(cross(u, v), w);
  return {
    n: height * height,
    d: det,
    weightsA: [1n],
    underA: 1n,
    weightsB: [det - s - t, s, t],
    underB: det,
  };
}

/** The closed segments p0 p1 and q0 q1: their inner points, or else an end of one. */
export function nearestOfSegments(
  p0: IntegerVector,
  p1: IntegerVector,
  q0: IntegerVector,
  q1: IntegerVector,
): NearestPoints {
  const u = minus(p1, p0);
  const v = minus(q1, q0);
  const w = minus(q0, p0);
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const det = uu * vv - uv * uv;
  const s = uw * vv - uv * vw;
  const t = uv * uw - uu * vw;
  if (det > 0n && s >= 0n && s <= det && t >= 0n && t <= det) {
    const height = dot(cross(u, v), w);
    return {
      n: height * height,
      d: det,
      weightsA: [det - s, s],
      underA: det,
      weightsB: [det - t, t],
      underB: det,
    };
  }
  return least([
    { ...nearestOnSegment(p0, q0, q1), weightsA: [1n, 0n] },
    { ...nearestOnSegment(p1, q0, q1), weightsA: [0n, 1n] },
    exchanged({ ...nearestOnSegment(q0, p0, p1), weightsA: [1n, 0n] }),
    exchanged({ ...nearestOnSegment(q1, p0, p1), weightsA: [0n, 1n] }),
  ]);
}

export function exchanged({ n, d, weightsA, underA, weightsB, underB }: NearestPoints): NearestPoints {
  return { n, d, weightsA: weightsB, underA: underB, weightsB: weightsA, underB: underA };
}

/** The corners with their weights, times `under`. */
export function weighted(corners: readonly IntegerVector[], weights: readonly bigint[]): IntegerVector {
  const sum: [bigint, bigint, bigint] = [0n, 0n, 0n];
  for (let k = 0; k < weights.length; k++)
    for (let axis = 0; axis < 3; axis++) sum[axis] += weights[k] * corners[k][axis];
  return sum;
}

/** The point p and the closed segment q0 q1. */
function nearestOnSegment(p: IntegerVector, q0: IntegerVector, q1: IntegerVector): NearestPoints {
  const v = minus(q1, q0);
  const w = minus(p, q0);
  const vv = dot(v, v);
  const vw = dot(v, w);
  const point = { weightsA: [1n], underA: 1n };
  if (vw <= 0n) return { n: dot(w, w), d: 1n, ...point, weightsB: [1n, 0n], underB: 1n };
  if (vw >= vv) {
    const way = minus(p, q1);
    return { n: dot(way, way), d: 1n, ...point, weightsB: [0n, 1n], underB: 1n };
  }
  return { n: dot(w, w) * vv - vw * vw, d: vv, ...point, weightsB: [vv - vw, vw], underB: vv };
}

/** The first of the nearest. */
function least(candidates: readonly NearestPoints[]): NearestPoints {
  return candidates.reduce((best, candidate) =>
    candidate.n * best.d < best.n * candidate.d ? candidate : best,
  );
}
