import { orient2d } from "../../numerics/orient.ts";
import { orientPoints } from "./hull-surface.ts";

/** Up to four points that span what all points span: a point, a line, a plane or everything. Decided exactly. */
export interface FirstSimplex {
  /** 0: all points coincide; 1: all are collinear; 2: all are coplanar; 3: otherwise. */
  dimension: 0 | 1 | 2 | 3;
  /** dimension + 1 point numbers; the first two are extreme points of the set. */
  corners: [number, number, number, number];
}

/**
 * A wide simplex is a good start, so each corner is the point farthest, in f64, from the span of the earlier ones. An exact
 * sign decides whether it lies outside that span at all.
 */
export function findFirstSimplex(points: Float64Array, count: number): FirstSimplex {
  const [a, b] = lexicographicEnds(points, count);
  if (samePoint(points, a, b)) return { dimension: 0, corners: [a, a, a, a] };
  let c = farthestFromLine(points, count, a, b);
  if (areCollinear(points, a, b, c)) c = findPoint(count, (p) => !areCollinear(points, a, b, p));
  if (c < 0) return { dimension: 1, corners: [a, b, b, b] };
  let d = farthestFromPlane(points, count, a, b, c);
  if (orientPoints(points, a, b, c, d) === 0)
    d = findPoint(count, (p) => orientPoints(points, a, b, c, p) !== 0);
  if (d < 0) return { dimension: 2, corners: [a, b, c, c] };
  return { dimension: 3, corners: [a, b, c, d] };
}

/** Exact: collinear points do not turn in any of the three projections. */
function areCollinear(points: Float64Array, a: number, b: number, c: number): boolean {
  return (
    turn(points, a, b, c, 0, 1) === 0 &&
    turn(points, a, b, c, 1, 2) === 0 &&
    turn(points, a, b, c, 2, 0) === 0
  );
}

/** The exact turn of three points seen along one axis, in coordinates u and v. */
export function turn(p: Float64Array, a: number, b: number, c: number, u: number, v: number): number {
  const [i, j, k] = [3 * a, 3 * b, 3 * c];
  return orient2d(p[i + u], p[i + v], p[j + u], p[j + v], p[k + u], p[k + v]);
}

/** The first and last point by x, then y, then z: always corners of the hull, never points inside one of its faces. */
function lexicographicEnds(points: Float64Array, count: number): [number, number] {
  let first = 0;
  let last = 0;
  for (let p = 1; p < count; p++) {
    if (comesBefore(points, p, first)) first = p;
    if (comesBefore(points, last, p)) last = p;
  }
  return [first, last];
}

function comesBefore(points: Float64Array, p: number, q: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const difference = points[3 * p + axis] - points[3 * q + axis];
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function samePoint(points: Float64Array, p: number, q: number): boolean {
  return (
    points[3 * p] === points[3 * q] &&
    points[3 * p + 1] === points[3 * q + 1] &&
    points[3 * p + 2] === points[3 * q + 2]
  );
}

function farthestFromLine(points: Float64Array, count: number, a: number, b: number): number {
  const [ax, ay, az] = [points[3 * a], points[3 * a + 1], points[3 * a + 2]];
  const ux = points[3 * b] - ax;
  const uy = points[3 * b + 1] - ay;
  const uz = points[3 * b + 2] - az;
  let farthest = a;
  let most = -1;
  for (let p = 0; p < count; p++) {
    const x = points[3 * p] - ax;
    const y = points[3 * p + 1] - ay;
    const z = points[3 * p + 2] - az;
    const area = Math.abs(uy * z - uz * y) + Math.abs(uz * x - ux * z) + Math.abs(ux * y - uy * x);
    if (area > most) {
      most = area;
      farthest = p;
    }
  }
  return farthest;
}

function farthestFromPlane(points: Float64Array, count: number, a: number, b: number, c: number): number {
  const [ax, ay, az] = [points[3 * a], points[3 * a + 1], points[3 * a + 2]];
  const [ux, uy, uz] = [points[3 * b] - ax, points[3 * b + 1] - ay, points[3 * b + 2] - az];
  const [vx, vy, vz] = [points[3 * c] - ax, points[3 * c + 1] - ay, points[3 * c + 2] - az];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  let farthest = a;
  let most = -1;
  for (let p = 0; p < count; p++) {
    const height = Math.abs(
      nx * (points[3 * p] - ax) + ny * (points[3 * p + 1] - ay) + nz * (points[3 * p + 2] - az),
    );
    if (height > most) {
      most = height;
      farthest = p;
    }
  }
  return farthest;
}

function findPoint(count: number, fits: (point: number) => boolean): number {
  for (let p = 0; p < count; p++) if (fits(p)) return p;
  return -1;
}
