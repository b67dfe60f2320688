import { toIntegers } from "./integers.ts";
import {
  add,
  multiply,
  type Polynomial,
  type Root,
  rootsInUnit,
  subtract,
  trim,
  ZERO,
} from "./real-roots.ts";
import type { Signs } from "./signs.ts";
import { pointIsOnTriangle, segmentsMeet, trianglesMeet } from "./triangle-triangle.ts";

// When moving features first touch. Points move in straight lines from time 0 to time 1; every sign that says whether two features touch is
// the sign of a polynomial of the time. So contacts begin at time 0 or at a root, and at a root all signs are known exactly.

/** Points that move: six numbers each, where they are at time 0 and at time 1; as polynomials of the time. */
export type MovingPoints = readonly (readonly Polynomial[])[];

/** `starts` and `ends`: three numbers a point. All in one unit. */
export function movingPoints(starts: ArrayLike<number>, ends: ArrayLike<number>): MovingPoints {
  const all = [...Array.from(starts), ...Array.from(ends)];
  const whole: bigint[] = [];
  toIntegers(all, all.length, whole);
  return Array.from({ length: starts.length / 3 }, (_, i) =>
    [0, 1, 2].map((k) => {
      const [from, to] = [whole[3 * i + k], whole[starts.length + 3 * i + k]];
      return trim([from, to - from]);
    }),
  );
}

function turnOf(points: MovingPoints, p: number, q: number, r: number, axis: number): Polynomial {
  const [u, v] = [axis === 0 ? 1 : 0, axis === 2 ? 1 : 2];
  const [a, b, c] = [points[p], points[q], points[r]];
  return subtract(
    multiply(subtract(b[u], a[u]), subtract(c[v], a[v])),
    multiply(subtract(b[v], a[v]), subtract(c[u], a[u])),
  );
}

function orientOf(points: MovingPoints, p: number, q: number, r: number, s: number): Polynomial {
  const from = (i: number) =>
    points[i].map((x, k) => subtract(x, points[p][k])) as [Polynomial, Polynomial, Polynomial];
  const [a, b, c] = [from(q), from(r), from(s)];
  const minor = (i: number, j: number) => subtract(multiply(b[i], c[j]), multiply(b[j], c[i]));
  return add(add(multiply(a[0], minor(1, 2)), multiply(a[1], minor(2, 0))), multiply(a[2], minor(0, 1)));
}

function signsAt(points: MovingPoints, time: Root): Signs {
  return {
    orient: (p, q, r, s) => time.signOf(orientOf(points, p, q, r, s)),
    turn: (p, q, r, axis) => time.signOf(turnOf(points, p, q, r, axis)),
    compare: (p, q, axis) => time.signOf(subtract(points[p][axis], points[q][axis])),
  };
}

/** The times at which contact of four points' features may begin, in no order. */
function candidateTimes(points: MovingPoints, four: readonly [number, number, number, number]): Root[] {
  const volume = orientOf(points, ...four);
  if (volume.length > 0) return rootsInUnit(volume);
  // Always in one plane: contact begins where three points come on one line, or two coordinates become equal.
  const polynomials: Polynomial[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (let i = 0; i < 4; i++) {
      const [p, q, r] = four.filter((_, k) => k !== i) as [number, number, number];
      polynomials.push(turnOf(points, p, q, r, axis));
      for (let j = i + 1; j < 4; j++)
        polynomials.push(subtract(points[four[i]][axis], points[four[j]][axis]));
    }
  return [ZERO, ...polynomials.filter((p) => p.length > 0).flatMap(rootsInUnit)];
}

/** Whether the boxes around the ways of two sets of points are apart. */
function staysApart(points: MovingPoints, some: readonly number[], others: readonly number[]): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const ends = (list: readonly number[]) =>
      list.flatMap((i) => {
        const [from = 0n, step = 0n] = points[i][axis];
        return [from, from + step];
      });
    const [p, q] = [ends(some), ends(others)];
    if (p.every((x) => q.every((y) => x < y)) || p.every((x) => q.every((y) => x > y))) return true;
  }
  return false;
}

/** The times at which a vertex and a face touch, of which the first contact is the earliest. */
export function vertexFaceTimes(points: MovingPoints, v: number, a: number, b: number, c: number): Root[] {
  if (staysApart(points, [v], [a, b, c])) return [];
  return candidateTimes(points, [v, a, b, c]).filter((time) =>
    pointIsOnTriangle(signsAt(points, time), v, a, b, c),
  );
}

/** The same for two edges. */
export function edgeEdgeTimes(points: MovingPoints, p: number, q: number, r: number, s: number): Root[] {
  if (staysApart(points, [p, q], [r, s])) return [];
  return candidateTimes(points, [p, q, r, s]).filter((time) =>
    segmentsMeet(signsAt(points, time), p, q, r, s),
  );
}

/** Times of contact of the triangles of points 0 to 2 and 3 to 5, the earliest one among them. */
export function triangleTimes(points: MovingPoints): Root[] {
  if (staysApart(points, [0, 1, 2], [3, 4, 5])) return [];
  if (trianglesMeet(signsAt(points, ZERO), 0, 3)) return [ZERO];
  const times: Root[] = [];
  for (let i = 0; i < 3; i++) {
    times.push(...vertexFaceTimes(points, i, 3, 4, 5), ...vertexFaceTimes(points, 3 + i, 0, 1, 2));
    for (let j = 0; j < 3; j++)
      times.push(...edgeEdgeTimes(points, i, (i + 1) % 3, 3 + j, 3 + ((j + 1) % 3)));
  }
  return times;
}

/** −1, 0 or 1: the time is before, at or after a number. */
export function compareTime(time: Root, value: number): number {
  const whole: bigint[] = [];
  toIntegers([value, 1], 2, whole);
  return time.signOf([-whole[0], whole[1]]);
}
