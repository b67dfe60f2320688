import { exactDecisionCount, orient3d } from "../../numerics/orient.ts";
import { checkFinite } from "./triangle-triangle-exact.ts";
import { turn } from "./turn.ts";

// The exact stage of neighbour-triangles.ts: its questions answered by exact signs, so that touching, coplanar and folded
// neighbours are decided too. Corners are offsets into `a` and `b` of three numbers each.

let exactTests = 0;

/** How many tests of neighbours needed exact arithmetic since the module was loaded. Queries report the difference. */
export function exactNeighbourTestCount(): number {
  return exactTests;
}

/** Whether the triangle at a[i…i+8] is a segment or a point: it has no area along any axis. */
export function isDegenerateExactly(a: Float64Array, i: number): boolean {
  checkFinite(a, i);
  for (let plane = 0; plane < 3; plane++) if (turn(a, i, i + 3, a, i + 6, plane) !== 0) return false;
  return true;
}

/**
 * Two proper triangles with the common corner a[i0] = b[j0]. Seen from it they are two arcs on a sphere, each shorter
 * than half a circle, and they meet beyond it if and only if the arcs do.
 *
 * With s the sides of j1, j2 to the plane of a, t those of i1, i2 to the plane of b, and all points relative to the
 * common corner, nA × nB = i2·t1 − i1·t2 = j1·s2 − j2·s1 lies on both planes. It is on a's arc where t1 ≥ 0 ≥ t2, and
 * on b's where s1 ≤ 0 ≤ s2; its opposite is on them where both hold the other way round.
 */
export function meetBeyondCornerExactly(
  a: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  b: Float64Array,
  j0: number,
  j1: number,
  j2: number,
): boolean {
  const before = exactDecisionCount();
  const meet = arcsMeet(a, i0, i1, i2, b, j0, j1, j2);
  if (exactDecisionCount() !== before) exactTests++;
  return meet;
}

function arcsMeet(
  a: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  b: Float64Array,
  j0: number,
  j1: number,
  j2: number,
): boolean {
  const s1 = side(a, i0, i1, i2, b, j1);
  const s2 = side(a, i0, i1, i2, b, j2);
  if ((s1 > 0 && s2 > 0) || (s1 < 0 && s2 < 0)) return false;
  if (s1 === 0 && s2 === 0) return flatAnglesMeet(a, i0, i1, i2, b, j0, j1, j2);
  const t1 = side(b, j0, j1, j2, a, i1);
  const t2 = side(b, j0, j1, j2, a, i2);
  return (t1 >= 0 && t2 <= 0 && s1 <= 0 && s2 >= 0) || (t1 <= 0 && t2 >= 0 && s1 >= 0 && s2 <= 0);
}

/** Coplanar: two angles at one point meet if and only if a side of one lies in the other. */
function flatAnglesMeet(
  a: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  b: Float64Array,
  j0: number,
  j1: number,
  j2: number,
): boolean {
  const plane = projectionOf(a, i0, i1, i2);
  return (
    isInAngle(a, i0, i1, i2, b, j1, plane) ||
    isInAngle(a, i0, i1, i2, b, j2, plane) ||
    isInAngle(b, j0, j1, j2, a, i1, plane) ||
    isInAngle(b, j0, j1, j2, a, i2, plane)
  );
}

/** Whether the ray from p[i0] to q[k] lies between the rays to p[i1] and p[i2], or on one of them. */
function isInAngle(
  p: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  q: Float64Array,
  k: number,
  plane: number,
): boolean {
  const opening = turn(p, i0, i1, p, i2, plane);
  const first = turn(p, i0, i1, q, k, plane);
  const last = turn(p, i0, i2, q, k, plane);
  return opening > 0 ? first >= 0 && last <= 0 : first <= 0 && last >= 0;
}

/** Two proper triangles with the common edge a[i1] a[i2], whose third corners are a[i0] and b[j0]. */
export function meetBeyondEdgeExactly(
  a: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  b: Float64Array,
  j0: number,
): boolean {
  const before = exactDecisionCount();
  const meet = isFoldedFlat(a, i0, i1, i2, b, j0);
  if (exactDecisionCount() !== before) exactTests++;
  return meet;
}

function isFoldedFlat(
  a: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  b: Float64Array,
  j0: number,
): boolean {
  if (side(a, i0, i1, i2, b, j0) !== 0) return false;
  const plane = projectionOf(a, i0, i1, i2);
  return turn(a, i1, i2, a, i0, plane) > 0 === turn(a, i1, i2, b, j0, plane) > 0;
}

/** A coordinate plane, named by the axis it omits, in which a proper triangle has an area. */
function projectionOf(a: Float64Array, i0: number, i1: number, i2: number): number {
  return turn(a, i0, i1, a, i2, 0) !== 0 ? 0 : turn(a, i0, i1, a, i2, 1) !== 0 ? 1 : 2;
}

/** Point q[k] against the plane of p[i0], p[i1], p[i2]. */
// biome-ignore format: a point reads in a row
function side(p: Float64Array, i0: number, i1: number, i2: number, q: Float64Array, k: number): number {
  return orient3d(
    p[i0], p[i0 + 1], p[i0 + 2],
    p[i1], p[i1 + 1], p[i1 + 2],
    p[i2], p[i2 + 1], p[i2 + 2],
    q[k], q[k + 1], q[k + 2],
  );
}
