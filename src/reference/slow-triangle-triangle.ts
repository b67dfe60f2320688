import type { Vector } from "../geometry/vector.ts";
import { exactOrient2d, exactOrient3d } from "../numerics/orient-bigint.ts";

// The slow twin of the triangle test: another method and other arithmetic, so that a mistake would have to be made twice.
// Two closed triangles meet if and only if an edge of one meets the other; every sign is that of an integer.

/** Whether the closed triangles at a[i…i+8] and b[j…j+8] share a point. */
export function trianglesMeetByIntegers(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  if (boxesApart(a, i, b, j)) return false;
  const p = corners(a, i);
  const q = corners(b, j);
  return edgeMeets(p, q) || edgeMeets(q, p);
}

function corners(a: Float64Array, i: number): Vector[] {
  return [0, 3, 6].map((k) => [a[i + k], a[i + k + 1], a[i + k + 2]]);
}

function boxesApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [p, q, r] = [a[i + k], a[i + k + 3], a[i + k + 6]];
    const [s, t, u] = [b[j + k], b[j + k + 3], b[j + k + 6]];
    if (Math.max(p, q, r) < Math.min(s, t, u) || Math.max(s, t, u) < Math.min(p, q, r)) return true;
  }
  return false;
}

function edgeMeets(p: Vector[], q: Vector[]): boolean {
  return [0, 1, 2].some((e) => segmentMeetsTriangle(p[e], p[(e + 1) % 3], q));
}

/** Whether the closed segment s t and the triangle share a point. */
export function segmentMeetsTriangle(s: Vector, t: Vector, [p, q, r]: Vector[]): boolean {
  const start = orient3(p, q, r, s);
  const end = orient3(p, q, r, t);
  if (start * end > 0) return false;
  if (start === 0 && end === 0) return flatSegmentMeetsTriangle(s, t, p, q, r);
  const signs = [orient3(s, t, p, q), orient3(s, t, q, r), orient3(s, t, r, p)];
  return signs.every((x) => x >= 0) || signs.every((x) => x <= 0);
}

/** The segment lies in the triangle's plane, or the triangle is degenerate and has no plane. */
function flatSegmentMeetsTriangle(s: Vector, t: Vector, p: Vector, q: Vector, r: Vector): boolean {
  if (segmentsMeet(s, t, p, q) || segmentsMeet(s, t, q, r) || segmentsMeet(s, t, r, p)) return true;
  return pointInside(s, p, q, r);
}

/** Whether a point of the triangle's plane is strictly inside it, seen in a projection that does not flatten the triangle. */
function pointInside(s: Vector, p: Vector, q: Vector, r: Vector): boolean {
  for (const [x, y] of PROJECTIONS) {
    const area = orient2(p, q, r, x, y);
    if (area === 0) continue;
    return [orient2(p, q, s, x, y), orient2(q, r, s, x, y), orient2(r, p, s, x, y)].every(
      (turn) => turn === area,
    );
  }
  return false;
}

/** Whether two segments share a point: they are coplanar, and their projections meet in every coordinate plane. */
function segmentsMeet(s: Vector, t: Vector, p: Vector, q: Vector): boolean {
  if (orient3(s, t, p, q) !== 0) return false;
  return PROJECTIONS.every(([x, y]) => {
    if (orient2(s, t, p, x, y) * orient2(s, t, q, x, y) > 0) return false;
    if (orient2(p, q, s, x, y) * orient2(p, q, t, x, y) > 0) return false;
    return [x, y].every(
      (k) => Math.max(s[k], t[k]) >= Math.min(p[k], q[k]) && Math.max(p[k], q[k]) >= Math.min(s[k], t[k]),
    );
  });
}

const PROJECTIONS = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

function orient3(a: Vector, b: Vector, c: Vector, d: Vector): number {
  return exactOrient3d(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]);
}

function orient2(a: Vector, b: Vector, c: Vector, x: number, y: number): number {
  return exactOrient2d(a[x], a[y], b[x], b[y], c[x], c[y]);
}
