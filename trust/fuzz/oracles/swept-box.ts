import { type Constraint, leastZ } from "./linear-program.ts";
import type { Triangle } from "./squared-distance.ts";
import { cross, dot, type Fraction, fraction, isLess, minus, type Vector } from "./vectors.ts";

const AXES: readonly Vector[] = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
];

/**
 * The first time in 0 … 1 at which a closed box that moves by `motion` meets a closed triangle, or null. A box that stands still: the
 * motion is zero.
 *
 * Box and triangle are apart at a time exactly if they are on one of 13 axes: the box's three, the triangle's normal, and each edge
 * across each of the box's axes. For a flat box take a thicker one, which is apart, too, if it is thin enough: the axis that parts it
 * parts the flat one. A triangle that is a segment or a point needs fewer of the 13. On each axis they meet during an interval of time;
 * the first time that is common to all is the answer.
 */
export function sweptBoxTime(low: Vector, high: Vector, motion: Vector, triangle: Triangle): Fraction | null {
  let enter: Fraction = [0n, 1n];
  let exit: Fraction = [1n, 1n];
  for (const axis of axesOf(triangle)) {
    const corners = [dot(axis, triangle[0]), dot(axis, triangle[1]), dot(axis, triangle[2])];
    let [least, most] = [corners[0], corners[0]];
    for (const x of corners) {
      if (x < least) least = x;
      if (x > most) most = x;
    }
    let [boxLeast, boxMost] = [0n, 0n];
    for (let k = 0; k < 3; k++) {
      boxLeast += axis[k] * (axis[k] > 0n ? low[k] : high[k]);
      boxMost += axis[k] * (axis[k] > 0n ? high[k] : low[k]);
    }
    // They meet while from ≤ speed · time ≤ until.
    const speed = dot(axis, motion);
    const [from, until] = [least - boxMost, most - boxLeast];
    if (speed === 0n) {
      if (from > 0n || until < 0n) return null;
      continue;
    }
    const [begin, end] = [
      fraction(speed > 0n ? from : until, speed),
      fraction(speed > 0n ? until : from, speed),
    ];
    if (isLess(enter, begin)) enter = begin;
    if (isLess(end, exit)) exit = end;
    if (isLess(exit, enter)) return null;
  }
  return enter;
}

function* axesOf([a, b, c]: Triangle): Generator<Vector> {
  yield* AXES;
  const edges = [minus(b, a), minus(c, b), minus(a, c)];
  yield cross(edges[0], edges[1]);
  for (const edge of edges) for (const axis of AXES) yield cross(edge, axis);
}

/**
 * The slow twin of `sweptBoxTime` in tests, by a linear program. A point of the triangle is a + u·(b − a) + v·(c − a); with u, v
 * and the time for unknowns all conditions are linear.
 */
export function sweptBoxTimeByProgram(
  low: Vector,
  high: Vector,
  motion: Vector,
  [a, b, c]: Triangle,
): Fraction | null {
  const e = minus(b, a);
  const f = minus(c, a);
  const isMoving = motion.some((x) => x !== 0n);
  const constraints: Constraint[] = [
    [-1n, 0n, 0n, 0n],
    [0n, -1n, 0n, 0n],
    [1n, 1n, 0n, 1n],
    [0n, 0n, -1n, 0n],
    [0n, 0n, 1n, isMoving ? 1n : 0n],
  ];
  for (let k = 0; k < 3; k++) {
    constraints.push([e[k], f[k], -motion[k], high[k] - a[k]]);
    constraints.push([-e[k], -f[k], motion[k], a[k] - low[k]]);
  }
  return leastZ(constraints);
}
