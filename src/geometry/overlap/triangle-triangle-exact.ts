import { MeshError } from "../../errors.ts";
import { exactDecisionCount, orient3d } from "../../numerics/orient.ts";
import { NO_PLANE, projectionOf, turn } from "./turn.ts";

// The exact stage of the triangle test: the steps of triangle-triangle.ts with exact signs, so that touching, coplanar and
// degenerate triangles are decided too.

let exactTests = 0;

/** How many triangle tests needed exact arithmetic since the module was loaded. Queries report the difference. */
export function exactTestCount(): number {
  return exactTests;
}

/** Whether the closed triangle at a[i…i+8] meets the one at b[j…j+8], by exact signs throughout. */
export function trianglesMeetExactly(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  checkFinite(a, i);
  checkFinite(b, j);
  const before = exactDecisionCount();
  const meet = decide(a, i, b, j);
  if (exactDecisionCount() !== before) exactTests++;
  return meet;
}

/**
 * Whether the triangles have a corner at equal coordinates, which proves that they meet. Neighbours of one surface do, and so do most
 * triangles of a copy: the exact signs of their coplanar faces would take twenty times as long.
 */
export function shareCorner(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = i; k < i + 9; k += 3)
    for (let l = j; l < j + 9; l += 3)
      if (a[k] === b[l] && a[k + 1] === b[l + 1] && a[k + 2] === b[l + 2]) {
        checkFinite(a, i);
        checkFinite(b, j);
        return true;
      }
  return false;
}

/** NaN fails every filter, so vertices that became NaN after their mesh was checked always reach this check. */
export function checkFinite(a: Float64Array, i: number): void {
  for (let k = i; k < i + 9; k++)
    if (!Number.isFinite(a[k]))
      throw new MeshError(
        `a triangle's corner has the coordinate ${a[k]}: vertices were changed without a refit`,
      );
}

function decide(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const sidesB = sidesOf(a, i, b, j);
  if (sidesB === ALL_ABOVE || sidesB === ALL_BELOW) return false;
  const sidesA = sidesOf(b, j, a, i);
  if (sidesA === ALL_ABOVE || sidesA === ALL_BELOW) return false;

  // All signs zero: b lies in the plane of a, or a is degenerate and has no plane; likewise with a and b swapped.
  const flatB = sidesB === ALL_IN_PLANE;
  const flatA = sidesA === ALL_IN_PLANE;
  if (flatA && flatB) return flatTrianglesMeet(a, i, b, j);
  if (flatB) return anyEdgeMeets(a, i, b, j); // a is a segment or a point
  if (flatA) return anyEdgeMeets(b, j, a, i); // b is a segment or a point

  const turnA = loneCorner(signAt(sidesA, 0), signAt(sidesA, 1), signAt(sidesA, 2));
  const turnB = loneCorner(signAt(sidesB, 0), signAt(sidesB, 1), signAt(sidesB, 2));
  const i0 = i + 3 * turnA;
  const j0 = j + 3 * turnB;
  // The sides of the lone corners determine the order of the other two, as in the filter stage.
  const mirrorB = loneSide(sidesA, turnA) < 0;
  const mirrorA = loneSide(sidesB, turnB) < 0;
  const i1 = i + 3 * ((turnA + (mirrorA ? 2 : 1)) % 3);
  const i2 = i + 3 * ((turnA + (mirrorA ? 1 : 2)) % 3);
  const j1 = j + 3 * ((turnB + (mirrorB ? 2 : 1)) % 3);
  const j2 = j + 3 * ((turnB + (mirrorB ? 1 : 2)) % 3);
  return edgeSide(a, i0, i1, b, j0, j1) <= 0 && edgeSide(a, i0, i2, b, j2, j0) <= 0;
}

// The sides of three corners in one small integer, two bits each: 0 below the plane, 1 in it, 2 above. A loop fills it, with one call of
// `orient3d`, because V8 compiles every call that it inlines: with a call for each corner, this file took a twelfth of all compiling.
const ALL_BELOW = 0;
const ALL_IN_PLANE = 1 | (1 << 2) | (1 << 4);
const ALL_ABOVE = 2 | (2 << 2) | (2 << 4);

/** The sides of the plane of the triangle p[i] on which the corners of the triangle q[k] lie. */
function sidesOf(p: Float64Array, i: number, q: Float64Array, k: number): number {
  let sides = 0;
  for (let corner = 0; corner < 3; corner++) {
    const toCorner = side(p, i, i + 3, i + 6, q, k + 3 * corner);
    if (toCorner >= 0) sides |= (toCorner > 0 ? 2 : 1) << (2 * corner);
  }
  return sides;
}

/** The side of one corner: 1, 0 or −1. */
function signAt(sides: number, corner: number): number {
  return ((sides >> (2 * corner)) & 3) - 1;
}

/** The corner whose other two corners are on the opposite side of the plane, or in it: 0, 1 or 2. */
function loneCorner(s0: number, s1: number, s2: number): number {
  if (isAlone(s0, s1, s2)) return 0;
  if (isAlone(s1, s2, s0)) return 1;
  if (isAlone(s2, s0, s1)) return 2;
  // Remaining case: one corner in the plane, the other two strictly on one side.
  return s0 === 0 ? 0 : s1 === 0 ? 1 : 2;
}

function isAlone(s: number, t: number, u: number): boolean {
  return (s > 0 && t <= 0 && u <= 0) || (s < 0 && t >= 0 && u >= 0);
}

/** The side of the lone corner; if it lies in the plane, the opposite of the other two's side. */
function loneSide(sides: number, lone: number): number {
  const own = signAt(sides, lone);
  if (own !== 0) return own;
  return 0 - signAt(sides, lone === 0 ? 1 : 0);
}

/** The side of the plane p[i], p[j], p[l] on which q[k] lies. */
function side(p: Float64Array, i: number, j: number, l: number, q: Float64Array, k: number): number {
  return orientation(p, i, j, p, l, q, k);
}

/** The orientation of p[i], p[j], q[k], q[l]: the side on which the first two points' line passes the line of the others. */
function edgeSide(p: Float64Array, i: number, j: number, q: Float64Array, k: number, l: number): number {
  return orientation(p, i, j, q, k, q, l);
}

// biome-ignore format: a point reads in a row
function orientation(
  p: Float64Array, i: number, j: number, q: Float64Array, k: number, r: Float64Array, l: number,
): number {
  return orient3d(
    p[i], p[i + 1], p[i + 2],
    p[j], p[j + 1], p[j + 2],
    q[k], q[k + 1], q[k + 2],
    r[l], r[l + 1], r[l + 2],
  );
}

/** Two coplanar triangles, or any two degenerate ones. */
function flatTrianglesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const plane = projectionOf(a, i);
  if (plane !== NO_PLANE) return meetInPlane(a, i, b, j, plane);
  const other = projectionOf(b, j);
  if (other !== NO_PLANE) return meetInPlane(b, j, a, i, other);
  for (let e = 0; e < 3; e++)
    for (let f = 0; f < 3; f++)
      if (segmentsMeet(a, edgeStart(i, e), edgeEnd(i, e), b, edgeStart(j, f), edgeEnd(j, f))) return true;
  return false;
}

/** The degenerate triangle a is the union of its edges; each is tested against the proper triangle b. */
function anyEdgeMeets(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let e = 0; e < 3; e++) if (segmentMeetsTriangle(a, edgeStart(i, e), edgeEnd(i, e), b, j)) return true;
  return false;
}

function edgeStart(i: number, edge: number): number {
  return i + 3 * edge;
}

function edgeEnd(i: number, edge: number): number {
  return edge === 2 ? i : i + 3 * edge + 3;
}

function segmentMeetsTriangle(p: Float64Array, i: number, k: number, b: Float64Array, j: number): boolean {
  const start = side(b, j, j + 3, j + 6, p, i);
  const end = side(b, j, j + 3, j + 6, p, k);
  if ((start > 0 && end > 0) || (start < 0 && end < 0)) return false;
  if (start === 0 && end === 0) {
    for (let axis = 0; axis < 3; axis++) {
      segment[axis] = p[i + axis];
      segment[3 + axis] = p[k + axis];
      segment[6 + axis] = p[k + axis];
    }
    return meetInPlane(b, j, segment, 0, projectionOf(b, j));
  }
  const s0 = edgeSide(p, i, k, b, j, j + 3);
  const s1 = edgeSide(p, i, k, b, j + 3, j + 6);
  const s2 = edgeSide(p, i, k, b, j + 6, j);
  return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

/** Scratch: the segment as a triangle with two equal corners. */
const segment = new Float64Array(9);

/**
 * A proper triangle a and any triangle b, coplanar, seen in a projection of their plane. They are apart if and only if the
 * line of an edge of one has the other triangle strictly outside.
 */
function meetInPlane(a: Float64Array, i: number, b: Float64Array, j: number, plane: number): boolean {
  const insideA = turn(a, i, i + 3, a, i + 6, plane);
  const insideB = turn(b, j, j + 3, b, j + 6, plane);
  for (let e = 0; e < 3; e++) {
    if (liesOutside(a, edgeStart(i, e), edgeEnd(i, e), insideA, b, j, plane)) return false;
    if (liesOutside(b, edgeStart(j, e), edgeEnd(j, e), insideB, a, i, plane)) return false;
  }
  return true;
}

/** Whether the whole triangle q lies strictly beyond the line p[i] p[k]; if `inside` is zero, on either side of it. */
function liesOutside(
  p: Float64Array,
  i: number,
  k: number,
  inside: number,
  q: Float64Array,
  j: number,
  plane: number,
): boolean {
  const s0 = turn(p, i, k, q, j, plane);
  if (s0 === 0 || (inside > 0 && s0 > 0) || (inside < 0 && s0 < 0)) return false;
  const s1 = turn(p, i, k, q, j + 3, plane);
  const s2 = turn(p, i, k, q, j + 6, plane);
  return s0 > 0 ? s1 > 0 && s2 > 0 : s1 < 0 && s2 < 0;
}

/**
 * Two segments in space, either of which may be a point. Coplanar sets meet if and only if their projections meet in all
 * three coordinate planes: a common point is visible in each, and at least one of them is one-to-one.
 */
function segmentsMeet(p: Float64Array, i: number, k: number, q: Float64Array, j: number, l: number): boolean {
  if (edgeSide(p, i, k, q, j, l) !== 0) return false;
  for (let plane = 0; plane < 3; plane++) {
    const s0 = turn(p, i, k, q, j, plane);
    const s1 = turn(p, i, k, q, l, plane);
    if ((s0 > 0 && s1 > 0) || (s0 < 0 && s1 < 0)) return false;
    const t0 = turn(q, j, l, p, i, plane);
    const t1 = turn(q, j, l, p, k, plane);
    if ((t0 > 0 && t1 > 0) || (t0 < 0 && t1 < 0)) return false;
    // All on one line, or a point on it: compare intervals.
    if (!intervalsMeet(p[i + plane], p[k + plane], q[j + plane], q[l + plane])) return false;
  }
  return true;
}

function intervalsMeet(p: number, q: number, r: number, s: number): boolean {
  return Math.max(p, q) >= Math.min(r, s) && Math.max(r, s) >= Math.min(p, q);
}
