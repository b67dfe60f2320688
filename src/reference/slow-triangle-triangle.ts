import type { Vector } from "../geometry/vector.ts";
import { toIntegers } from "../numerics/integers.ts";

// The slow twin of the triangle test: another method and other arithmetic, so that a mistake would have to be made twice.
// Two closed triangles meet if and only if an edge of one meets the other; every sign is that of an integer. Coordinates become
// integers once for a pair of triangles: converting them for each of its signs takes three times as long.

/** A point whose coordinates are multiples of one unit. */
type Point = readonly [bigint, bigint, bigint];

const coordinates = new Float64Array(18);

/** Whether the closed triangles at a[i…i+8] and b[j…j+8] share a point. */
export function trianglesMeetByIntegers(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  if (boxesApart(a, i, b, j)) return false;
  for (let k = 0; k < 9; k++) {
    coordinates[k] = a[i + k];
    coordinates[9 + k] = b[j + k];
  }
  const [p, q, r, s, t, u] = toPoints(coordinates, 6);
  const sidesOfA = sidesOf([p, q, r], [s, t, u]);
  if (sidesOfA.every((side) => side > 0) || sidesOfA.every((side) => side < 0)) return false;
  return (
    edgeMeets([p, q, r], sidesOfA, [s, t, u]) ||
    edgeMeets([s, t, u], sidesOf([s, t, u], [p, q, r]), [p, q, r])
  );
}

function toPoints(values: Float64Array, count: number): Point[] {
  const whole = toIntegers(values, 3 * count);
  const points: Point[] = [];
  for (let k = 0; k < whole.length; k += 3) points.push([whole[k], whole[k + 1], whole[k + 2]]);
  return points;
}

function boxesApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [p, q, r] = [a[i + k], a[i + k + 3], a[i + k + 6]];
    const [s, t, u] = [b[j + k], b[j + k + 3], b[j + k + 6]];
    if (Math.max(p, q, r) < Math.min(s, t, u) || Math.max(s, t, u) < Math.min(p, q, r)) return true;
  }
  return false;
}

/** The sides of the plane of q on which the corners of p are. */
function sidesOf(p: Point[], q: Point[]): number[] {
  const [x, y, z] = q[0];
  const [ux, uy, uz] = [q[1][0] - x, q[1][1] - y, q[1][2] - z];
  const [vx, vy, vz] = [q[2][0] - x, q[2][1] - y, q[2][2] - z];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return p.map((corner) => signOf((corner[0] - x) * nx + (corner[1] - y) * ny + (corner[2] - z) * nz));
}

/** Whether an edge of p, whose corners are on these sides of the plane of q, meets q. */
function edgeMeets(p: Point[], sides: number[], q: Point[]): boolean {
  return [0, 1, 2].some((e) => {
    const next = (e + 1) % 3;
    return edgeMeetsTriangle(p[e], p[next], sides[e], sides[next], q);
  });
}

/** Whether the closed segment s t and the triangle share a point. */
export function segmentMeetsTriangle(s: Vector, t: Vector, triangle: Vector[]): boolean {
  const [from, to, ...corners] = toPoints(Float64Array.of(...s, ...t, ...triangle.flat()), 5);
  const [start, end] = [from, to].map((point) => orient3(corners[0], corners[1], corners[2], point));
  return edgeMeetsTriangle(from, to, start, end, corners);
}

/** `start` and `end` are the sides of the triangle's plane on which s and t are. */
function edgeMeetsTriangle(s: Point, t: Point, start: number, end: number, [p, q, r]: Point[]): boolean {
  if (start * end > 0) return false;
  if (start === 0 && end === 0) return flatSegmentMeetsTriangle(s, t, p, q, r);
  const signs = [orient3(s, t, p, q), orient3(s, t, q, r), orient3(s, t, r, p)];
  return signs.every((x) => x >= 0) || signs.every((x) => x <= 0);
}

/** The segment lies in the triangle's plane, or the triangle is degenerate and has no plane. */
function flatSegmentMeetsTriangle(s: Point, t: Point, p: Point, q: Point, r: Point): boolean {
  if (segmentsMeet(s, t, p, q) || segmentsMeet(s, t, q, r) || segmentsMeet(s, t, r, p)) return true;
  return pointInside(s, p, q, r);
}

/** Whether a point of the triangle's plane is strictly inside it, seen in a projection that does not flatten the triangle. */
function pointInside(s: Point, p: Point, q: Point, r: Point): boolean {
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
function segmentsMeet(s: Point, t: Point, p: Point, q: Point): boolean {
  if (orient3(s, t, p, q) !== 0) return false;
  return PROJECTIONS.every(([x, y]) => {
    if (orient2(s, t, p, x, y) * orient2(s, t, q, x, y) > 0) return false;
    if (orient2(p, q, s, x, y) * orient2(p, q, t, x, y) > 0) return false;
    return [x, y].every((k) => {
      const [low, high] = s[k] < t[k] ? [s[k], t[k]] : [t[k], s[k]];
      return (p[k] <= high || q[k] <= high) && (p[k] >= low || q[k] >= low);
    });
  });
}

const PROJECTIONS = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

function orient3(a: Point, b: Point, c: Point, d: Point): number {
  const [x, y, z] = a;
  const [ux, uy, uz] = [b[0] - x, b[1] - y, b[2] - z];
  const [vx, vy, vz] = [c[0] - x, c[1] - y, c[2] - z];
  const [wx, wy, wz] = [d[0] - x, d[1] - y, d[2] - z];
  return signOf(wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx));
}

function orient2(a: Point, b: Point, c: Point, x: number, y: number): number {
  return signOf((a[x] - c[x]) * (b[y] - c[y]) - (a[y] - c[y]) * (b[x] - c[x]));
}

function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}
