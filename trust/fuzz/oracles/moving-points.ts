import { inPlainUnits, toIntegers } from "./integers.ts";
import { add, multiply, type Polynomial, subtract, trim } from "./polynomials.ts";
import { ONE, type Root, TIME_ERROR, ZERO } from "./real-roots.ts";
import { createPointSigns, type Signs } from "./signs.ts";

// Points that move in straight lines from time 0 to time 1. Every sign of them is the sign of a polynomial of the time.

export interface MovingPoints {
  /** Three numbers a point; all in one unit, which no sign depends on. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** The largest magnitude of a point's coordinates. */
  readonly reaches: Float64Array;
  /** Whether all coordinates are whole and below 2^15. */
  readonly isLattice: boolean;
  /** The coordinates of a point as polynomials of the time. */
  at(point: number): readonly Polynomial[];
  /** The signs at time 0 and at time 1. */
  readonly signsAtStart: Signs;
  readonly signsAtEnd: Signs;
}

export function movingPoints(starts: ArrayLike<number>, ends: ArrayLike<number>): MovingPoints {
  const [first, last] = inPlainUnits(Float64Array.from(starts), Float64Array.from(ends));
  const count = first.length / 3;
  const reaches = new Float64Array(count);
  for (let i = 0; i < 3 * count; i++) {
    const p = Math.floor(i / 3);
    reaches[p] = Math.max(reaches[p], Math.abs(first[i]), Math.abs(last[i]));
  }
  let known: Polynomial[][] | null = null;
  return {
    starts: first,
    ends: last,
    reaches,
    isLattice: [first, last].every((list) =>
      list.every((x) => Number.isInteger(x) && Math.abs(x) <= 2 ** 15),
    ),
    at(point) {
      known ??= polynomialsOf(first, last);
      return known[point];
    },
    signsAtStart: signsOf(first),
    signsAtEnd: signsOf(last),
  };
}

function signsOf(coordinates: Float64Array): Signs {
  const signs = createPointSigns(coordinates.length / 3);
  signs.coordinates.set(coordinates);
  return signs;
}

function polynomialsOf(starts: Float64Array, ends: Float64Array): Polynomial[][] {
  const all = [...starts, ...ends];
  const whole: bigint[] = [];
  toIntegers(all, all.length, whole);
  return Array.from({ length: starts.length / 3 }, (_, i) =>
    [0, 1, 2].map((k) => {
      const [from, to] = [whole[3 * i + k], whole[starts.length + 3 * i + k]];
      return trim([from, to - from]);
    }),
  );
}

export function turnPolynomial(
  points: MovingPoints,
  p: number,
  q: number,
  r: number,
  axis: number,
): Polynomial {
  const [u, v] = [axis === 0 ? 1 : 0, axis === 2 ? 1 : 2];
  const [a, b, c] = [points.at(p), points.at(q), points.at(r)];
  return subtract(
    multiply(subtract(b[u], a[u]), subtract(c[v], a[v])),
    multiply(subtract(b[v], a[v]), subtract(c[u], a[u])),
  );
}

export function comparePolynomial(points: MovingPoints, p: number, q: number, axis: number): Polynomial {
  return subtract(points.at(p)[axis], points.at(q)[axis]);
}

function orientPolynomial(points: MovingPoints, p: number, q: number, r: number, s: number): Polynomial {
  const origin = points.at(p);
  const from = (i: number) =>
    points.at(i).map((x, k) => subtract(x, origin[k])) as [Polynomial, Polynomial, Polynomial];
  const [a, b, c] = [from(q), from(r), from(s)];
  const minor = (i: number, j: number) => subtract(multiply(b[i], c[j]), multiply(b[j], c[i]));
  return add(add(multiply(a[0], minor(1, 2)), multiply(a[1], minor(2, 0))), multiply(a[2], minor(0, 1)));
}

/** The nine differences from a point at the start, then at the end. */
const differences = new Float64Array(18);
/** Coefficients of the Bernstein basis: the first, three times the second and the third, the last. */
const bernstein = new Float64Array(4);

/**
 * The volume that four points span, as a polynomial of the time; null if it is not zero at any time from 0 to 1.
 *
 * Plain numbers first. A coefficient is the sum of at most three determinants of differences, each of six products of three. With D for
 * the largest difference, a product is off by less than (1 + ε)^12 − 1 < 13ε of D³ after all operations, ε = 2^-53, and 18 products by
 * less than 18 · 13 ε D³ < 2^-45 D³. Below 2^-200 underflow could add to that: nothing is certain then. On a small lattice all is exact: a
 * determinant has 51 bits (see `isSmallLattice`), three of them 53.
 */
export function volumePolynomial(
  points: MovingPoints,
  p: number,
  q: number,
  r: number,
  s: number,
): Polynomial | null {
  const { starts, ends, isLattice } = points;
  let most = 0;
  for (let i = 0; i < 3; i++) {
    const other = i === 0 ? q : i === 1 ? r : s;
    for (let k = 0; k < 3; k++) {
      const from = starts[3 * other + k] - starts[3 * p + k];
      const to = ends[3 * other + k] - ends[3 * p + k];
      differences[3 * i + k] = from;
      differences[9 + 3 * i + k] = to;
      most = Math.max(most, Math.abs(from), Math.abs(to));
    }
  }
  bernstein[0] = determinant(0, 0, 0);
  bernstein[1] = determinant(9, 0, 0) + determinant(0, 9, 0) + determinant(0, 0, 9);
  bernstein[2] = determinant(0, 9, 9) + determinant(9, 0, 9) + determinant(9, 9, 0);
  bernstein[3] = determinant(9, 9, 9);
  const error = isLattice ? 0 : most > 2 ** -200 ? 2 ** -45 * most ** 3 : Infinity;
  if (bernstein.every((x) => x > error) || bernstein.every((x) => x < -error)) return null;
  if (!isLattice) return orientPolynomial(points, p, q, r, s);
  const [a, b, c, d] = Array.from(bernstein, BigInt) as [bigint, bigint, bigint, bigint];
  return trim([a, b - 3n * a, c - 2n * b + 3n * a, d - c + b - a]);
}

/** Of three rows of differences, each at the start (0) or at the end (9). */
function determinant(i: number, j: number, k: number): number {
  const d = differences;
  const [a, b, c] = [i, 3 + j, 6 + k];
  return (
    d[a] * (d[b + 1] * d[c + 2] - d[b + 2] * d[c + 1]) +
    d[a + 1] * (d[b + 2] * d[c] - d[b] * d[c + 2]) +
    d[a + 2] * (d[b] * d[c + 1] - d[b + 1] * d[c])
  );
}

/**
 * The signs at a time. `coplanar` are four points that span no volume then.
 *
 * Plain numbers first. With M for the reach of the points, the time is off by less than 2^-48 and so a coordinate by less than
 * 2M · 2^-48 + 8εM < 2^-46 M, a difference by less than 2^-44 M, the two products of a turn by less than 2^-40 M² together, the six
 * products of a volume by less than 2^-37 M³.
 */
export function signsAt(
  points: MovingPoints,
  time: Root,
  coplanar: readonly [number, number, number, number] | null,
): Signs {
  if (time === ZERO) return points.signsAtStart;
  if (time === ONE) return points.signsAtEnd;
  const { starts, ends, reaches } = points;
  const t = time.approximately;
  const at = (point: number, k: number) => {
    const from = starts[3 * point + k];
    return from + t * (ends[3 * point + k] - from);
  };
  return {
    orient(p, q, r, s) {
      if (coplanar !== null && [p, q, r, s].every((i) => coplanar.includes(i))) return 0;
      const reach = Math.max(reaches[p], reaches[q], reaches[r], reaches[s]);
      if (reach > 2 ** -200) {
        const [x, y, z] = [at(p, 0), at(p, 1), at(p, 2)];
        const [ax, ay, az] = [at(q, 0) - x, at(q, 1) - y, at(q, 2) - z];
        const [bx, by, bz] = [at(r, 0) - x, at(r, 1) - y, at(r, 2) - z];
        const [cx, cy, cz] = [at(s, 0) - x, at(s, 1) - y, at(s, 2) - z];
        const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
        if (Math.abs(det) > ORIENT_ERROR * reach ** 3) return det > 0 ? 1 : -1;
      }
      return time.signOf(orientPolynomial(points, p, q, r, s));
    },
    turn(p, q, r, axis) {
      const reach = Math.max(reaches[p], reaches[q], reaches[r]);
      if (reach > 2 ** -200) {
        const [u, v] = [axis === 0 ? 1 : 0, axis === 2 ? 1 : 2];
        const [x, y] = [at(p, u), at(p, v)];
        const det = (at(q, u) - x) * (at(r, v) - y) - (at(q, v) - y) * (at(r, u) - x);
        if (Math.abs(det) > TURN_ERROR * reach ** 2) return det > 0 ? 1 : -1;
      }
      return time.signOf(turnPolynomial(points, p, q, r, axis));
    },
    compare(p, q, axis) {
      const difference = at(p, axis) - at(q, axis);
      const reach = Math.max(reaches[p], reaches[q]);
      if (reach > 2 ** -200 && Math.abs(difference) > COMPARE_ERROR * reach) return difference > 0 ? 1 : -1;
      return time.signOf(comparePolynomial(points, p, q, axis));
    },
  };
}

const COMPARE_ERROR = 16 * TIME_ERROR;
const TURN_ERROR = 2 ** 8 * TIME_ERROR;
const ORIENT_ERROR = 2 ** 11 * TIME_ERROR;
