import { cross, dot, type Fraction, leastOf, minus, type Vector } from "./vectors.ts";

// Squares of distances as fractions. Triangles may be degenerate.

export type Triangle = readonly [Vector, Vector, Vector];

const ZERO: Fraction = [0n, 1n];

function pointToSegment(x: Vector, p: Vector, q: Vector): Fraction {
  const e = minus(q, p);
  const w = minus(x, p);
  const ee = dot(e, e);
  const along = dot(w, e);
  if (ee === 0n || along <= 0n) return [dot(w, w), 1n];
  if (along >= ee) {
    const v = minus(x, q);
    return [dot(v, v), 1n];
  }
  // |w|² − (w·e)² / e·e
  return [dot(w, w) * ee - along * along, ee];
}

export function pointToTriangle(x: Vector, [p, q, r]: Triangle): Fraction {
  const n = cross(minus(q, p), minus(r, p));
  const nn = dot(n, n);
  if (nn > 0n && isAbove(x, p, q, n) && isAbove(x, q, r, n) && isAbove(x, r, p, n))
    return [dot(minus(x, p), n) ** 2n, nn];
  return leastOf(leastOf(pointToSegment(x, p, q), pointToSegment(x, q, r)), pointToSegment(x, r, p));
}

/** Whether x lies on the inner side of the plane through the edge p q that contains n. */
function isAbove(x: Vector, p: Vector, q: Vector, n: Vector): boolean {
  return dot(cross(minus(q, p), minus(x, p)), n) >= 0n;
}

/** Of two segments whose nearest points are inside both; null where an end is as near. */
function betweenInner(p: Vector, q: Vector, r: Vector, s: Vector): Fraction | null {
  const d = minus(q, p);
  const e = minus(s, r);
  const n = cross(d, e);
  const nn = dot(n, n);
  if (nn === 0n) return null;
  const w = minus(r, p);
  const onD = dot(cross(w, e), n);
  const onE = dot(cross(w, d), n);
  if (onD < 0n || onD > nn || onE < 0n || onE > nn) return null;
  return [dot(w, n) ** 2n, nn];
}

export function segmentToSegment(p: Vector, q: Vector, r: Vector, s: Vector): Fraction {
  const inner = betweenInner(p, q, r, s);
  if (inner !== null) return inner;
  return leastOf(
    leastOf(pointToSegment(p, r, s), pointToSegment(q, r, s)),
    leastOf(pointToSegment(r, p, q), pointToSegment(s, p, q)),
  );
}

/** Whether the segment passes through the triangle's plane inside it, or touches it there; segments in the plane are left to edges. */
function crosses(p: Vector, q: Vector, [a, b, c]: Triangle): boolean {
  const n = cross(minus(b, a), minus(c, a));
  const sideP = dot(minus(p, a), n);
  const sideQ = dot(minus(q, a), n);
  if ((sideP > 0n && sideQ > 0n) || (sideP < 0n && sideQ < 0n) || (sideP === 0n && sideQ === 0n))
    return false;
  const d = minus(q, p);
  const turns = [
    dot(cross(minus(a, p), minus(b, p)), d),
    dot(cross(minus(b, p), minus(c, p)), d),
    dot(cross(minus(c, p), minus(a, p)), d),
  ];
  return turns.every((turn) => turn >= 0n) || turns.every((turn) => turn <= 0n);
}

export function segmentToTriangle(p: Vector, q: Vector, t: Triangle): Fraction {
  if (crosses(p, q, t)) return ZERO;
  let least = leastOf(pointToTriangle(p, t), pointToTriangle(q, t));
  for (let k = 0; k < 3; k++) least = leastOf(least, segmentToSegment(p, q, t[k], t[(k + 1) % 3]));
  return least;
}

/** If they are apart, the nearest points are a corner and a triangle's point, or points of two edges. */
export function triangleToTriangle(s: Triangle, t: Triangle): Fraction {
  for (let k = 0; k < 3; k++)
    if (crosses(s[k], s[(k + 1) % 3], t) || crosses(t[k], t[(k + 1) % 3], s)) return ZERO;
  let least = pointToTriangle(s[0], t);
  for (let k = 0; k < 3; k++) {
    least = leastOf(least, pointToTriangle(s[k], t));
    least = leastOf(least, pointToTriangle(t[k], s));
    for (let l = 0; l < 3; l++) {
      const inner = betweenInner(s[k], s[(k + 1) % 3], t[l], t[(l + 1) % 3]);
      if (inner !== null) least = leastOf(least, inner);
    }
  }
  return least;
}

/** A square of a distance that no points of the two boxes are below. */
function boxGap(s: readonly Vector[], t: readonly Vector[]): bigint {
  let sum = 0n;
  for (let k = 0; k < 3; k++) {
    const gap = bigMax(least(t, k) - most(s, k), least(s, k) - most(t, k));
    if (gap > 0n) sum += gap * gap;
  }
  return sum;
}

const bigMax = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const least = (points: readonly Vector[], k: number): bigint =>
  points.map((p) => p[k]).reduce((a, b) => (a < b ? a : b));
const most = (points: readonly Vector[], k: number): bigint => points.map((p) => p[k]).reduce(bigMax);

export interface NearestPair {
  square: Fraction;
  a: number;
  b: number;
}

/** The least square of a distance between a triangle of a and one of b, and the first pair that has it. */
export function meshToMesh(a: readonly Triangle[], b: readonly Triangle[]): NearestPair {
  let best: NearestPair = { square: triangleToTriangle(a[0], b[0]), a: 0, b: 0 };
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < b.length; j++) {
      if (boxGap(a[i], b[j]) * best.square[1] > best.square[0]) continue;
      const square = triangleToTriangle(a[i], b[j]);
      if (square[0] * best.square[1] < best.square[0] * square[1]) best = { square, a: i, b: j };
    }
  return best;
}

export function pointToMesh(x: Vector, mesh: readonly Triangle[]): { square: Fraction; triangle: number } {
  let best = { square: pointToTriangle(x, mesh[0]), triangle: 0 };
  for (let t = 1; t < mesh.length; t++) {
    if (boxGap([x], mesh[t]) * best.square[1] > best.square[0]) continue;
    const square = pointToTriangle(x, mesh[t]);
    if (square[0] * best.square[1] < best.square[0] * square[1]) best = { square, triangle: t };
  }
  return best;
}

/** Vectors, three a triangle, as triangles. */
export function trianglesOf(vectors: readonly Vector[]): Triangle[] {
  return Array.from({ length: vectors.length / 3 }, (_, t) => [
    vectors[3 * t],
    vectors[3 * t + 1],
    vectors[3 * t + 2],
  ]);
}
