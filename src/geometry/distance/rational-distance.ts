import { cross, dot, type IntegerVector, minus, vectorAt } from "../../numerics/integer-vectors.ts";
import { toIntegers, unitExponent } from "../../numerics/integers.ts";
import { ratioToNumber, rootOfRatio } from "../../numerics/ratio.ts";

// The distance of two triangles in integers and their quotients: slow, and the nearest f64 to the true value. For triangles
// so near, so thin or so parallel that fewer digits cannot decide. All fifteen candidates are compared, because their f64
// distances say nothing here.

/** A squared distance n / d between the points p / pd and q / qd; all denominators are positive. */
interface Candidate {
  n: bigint;
  d: bigint;
  p: IntegerVector;
  pd: bigint;
  q: IntegerVector;
  qd: bigint;
}

/**
 * Writes seven numbers to `out`: the distance, the nearest point of the first triangle, the nearest point of the second.
 * The corners are pair[0…8] and pair[9…17].
 */
export function rationalDistance(pair: Float64Array, out: Float64Array): void {
  const unit = unitExponent(pair);
  const integers = toIntegers(pair);
  const a = [0, 1, 2].map((corner) => vectorAt(integers, corner));
  const b = [3, 4, 5].map((corner) => vectorAt(integers, corner));
  let best: Candidate | null = null;
  const offer = (candidate: Candidate | null) => {
    if (candidate !== null && (best === null || candidate.n * best.d < best.n * candidate.d))
      best = candidate;
  };
  for (let e = 0; e < 3; e++)
    for (let f = 0; f < 3; f++) edges(a[e], a[(e + 1) % 3], b[f], b[(f + 1) % 3]).forEach(offer);
  for (let corner = 0; corner < 3; corner++) {
    offer(cornerOnFace(a[corner], b));
    offer(exchanged(cornerOnFace(b[corner], a)));
  }
  const { n, d, p, pd, q, qd } = best as unknown as Candidate;
  out[0] = rootOfRatio(n, d, unit);
  for (let axis = 0; axis < 3; axis++) {
    out[1 + axis] = ratioToNumber(p[axis], pd, unit);
    out[4 + axis] = ratioToNumber(q[axis], qd, unit);
  }
}

/** The point p and the face of a triangle, if p projects into it; null for triangles without area. */
function cornerOnFace(p: IntegerVector, [a, b, c]: IntegerVector[]): Candidate | null {
  const u = minus(b, a);
  const v = minus(c, a);
  const w = minus(p, a);
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const det = uu * vv - uv * uv;
  const s = vv * uw - uv * vw;
  const t = uu * vw - uv * uw;
  if (det === 0n || s < 0n || t < 0n || s + t > det) return null;
  const height = dot(cross(u, v), w);
  // a + (s·u + t·v) / det
  const q = combine(det, a, s, u, t, v);
  return { n: height * height, d: det, p, pd: 1n, q, qd: det };
}

/** The candidates of segments p0 p1 and q0 q1: their interior points, or else each end with the other segment. */
function edges(p0: IntegerVector, p1: IntegerVector, q0: IntegerVector, q1: IntegerVector): Candidate[] {
  const u = minus(p1, p0);
  const v = minus(q1, q0);
  const w = minus(q0, p0);
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const det = uu * vv - uv * uv;
  const s = uw * vv - uv * vw;
  const t = uv * uw - uu * vw;
  if (det > 0n && s >= 0n && s <= det && t >= 0n && t <= det) {
    const height = dot(cross(u, v), w);
    const p = combine(det, p0, s, u, 0n, u);
    const q = combine(det, q0, t, v, 0n, v);
    return [{ n: height * height, d: det, p, pd: det, q, qd: det }];
  }
  return [
    endOnSegment(p0, q0, v),
    endOnSegment(p1, q0, v),
    exchanged(endOnSegment(q0, p0, u))!,
    exchanged(endOnSegment(q1, p0, u))!,
  ];
}

/** The point p and the segment from q to q + v. */
function endOnSegment(p: IntegerVector, q: IntegerVector, v: IntegerVector): Candidate {
  const w = minus(p, q);
  const vv = dot(v, v);
  const vw = dot(v, w);
  if (vw <= 0n) return { n: dot(w, w), d: 1n, p, pd: 1n, q, qd: 1n };
  if (vw >= vv) {
    const end = combine(1n, q, 1n, v, 0n, v);
    const separation = minus(p, end);
    return { n: dot(separation, separation), d: 1n, p, pd: 1n, q: end, qd: 1n };
  }
  return { n: dot(w, w) * vv - vw * vw, d: vv, p, pd: 1n, q: combine(vv, q, vw, v, 0n, v), qd: vv };
}

function exchanged(candidate: Candidate | null): Candidate | null {
  if (candidate === null) return null;
  const { n, d, p, pd, q, qd } = candidate;
  return { n, d, p: q, pd: qd, q: p, qd: pd };
}

function combine(
  k: bigint,
  p: IntegerVector,
  s: bigint,
  u: IntegerVector,
  t: bigint,
  v: IntegerVector,
): IntegerVector {
  return [k * p[0] + s * u[0] + t * v[0], k * p[1] + s * u[1] + t * v[1], k * p[2] + s * u[2] + t * v[2]];
}
