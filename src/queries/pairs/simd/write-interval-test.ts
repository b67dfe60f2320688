import { type Code, f32x4, type Local, type ValueType, v128 } from "../../../numerics/wasm/assembler.ts";
import { AXES, cross, dot, productOf, splat, sumOf, values } from "./vectors.ts";

// The last part of the test of geometry/overlap/triangle-triangle.ts in f32, four pairs at once: each triangle crosses the
// other's plane; do the two intervals on the line in which the planes meet overlap?
//
// The bounds. Let η be a sixth of `slack`: corners are at most η away, on every axis, from where they should be;
// u = 2^-24 is the rounding of an f32. A sign is that of a determinant of three differences of corners. Let U, V, W be their
// lengths in the L1 norm, each plus 6η, and S no less than the distance of any two corners. Differences are taken by way of a
// corner 0, which loses at most 4u·S. So a determinant is wrong by at most
//   (6η + 4u·S)·(V·W + U·W + U·V) + 16u·U·V·W.

export const ROUNDING = 2 ** -19; // 32u

/** `slack` as above, in all lanes; `underflow` is what underflow can do to a determinant, `span` is S. */
export function writeIntervalTest(
  local: (type: ValueType) => Local,
  slack: Code,
  underflow: Code,
  span: Local,
) {
  const lanes = () => local("v128");
  const vector = () => AXES.map(lanes);
  const [positiveA, positiveB, one, two, three] = [lanes(), lanes(), lanes(), lanes(), lanes()];
  const [first, last, boundFirst, boundLast] = [lanes(), lanes(), lanes(), lanes()];
  const [u, v, w] = [vector(), vector(), vector()];
  const turnedA = AXES.map(vector);
  const turnedB = AXES.map(vector);
  const lengthOf = (edge: Local[]) => sumOf([...values(edge).map(f32x4.abs), slack]);

  /** Turns a triangle so that corner 0 is alone on its side of the other's plane; `positive` says which side. */
  const turn = (corners: Local[][], sides: Local[], positive: Local, turned: Local[][]): Code => {
    const isPositive = (k: number) => f32x4.gt(sides[k].get, splat(0));
    const [c0, c1, c2] = corners as [Local[], Local[], Local[]];
    const pick = (axis: number, ifTwo: Local[], ifOne: Local[], otherwise: Local[]) =>
      v128.choose(two.get, ifTwo[axis].get, v128.choose(one.get, ifOne[axis].get, otherwise[axis].get));
    return [
      positive.set(isPositive(0)),
      two.set(v128.not(v128.xor(positive.get, isPositive(1)))), // corner 2 is alone
      one.set(v128.not(v128.xor(positive.get, isPositive(2)))), // corner 1 is, unless 2 is
      positive.set(v128.xor(positive.get, v128.or(one.get, two.get))),
      AXES.map((axis) => [
        turned[0][axis].set(pick(axis, c2, c1, c0)),
        turned[1][axis].set(pick(axis, c0, c2, c1)),
        turned[2][axis].set(pick(axis, c1, c0, c2)),
      ]),
    ];
  };
  /** Turns it over, where the other's corner 0 is on the negative side. */
  const turnOver = (otherPositive: Local, turned: Local[][]): Code =>
    AXES.map((axis) => {
      const [c1, c2] = [turned[1][axis], turned[2][axis]];
      return [
        one.set(c1.get),
        c1.set(v128.choose(otherPositive.get, one.get, c2.get)),
        c2.set(v128.choose(otherPositive.get, c2.get, one.get)),
      ];
    });
  /** orient3d(p, q, r, s) and its error bound. */
  const orient = (p: Local[], q: Local[], r: Local[], s: Local[], det: Local, bound: Local): Code => {
    const difference = (point: Local[], to: Local[]) =>
      AXES.map((axis) => to[axis].set(f32x4.sub(point[axis].get, p[axis].get)));
    const products = f32x4.add(
      f32x4.mul(two.get, three.get),
      f32x4.mul(one.get, f32x4.add(two.get, three.get)),
    );
    const shift = f32x4.add(slack, f32x4.mul(splat(ROUNDING / 4), span.get));
    return [
      difference(q, u),
      difference(r, v),
      difference(s, w),
      det.set(
        dot(
          values(w),
          AXES.map((axis) => cross(u, v, axis)),
        ),
      ),
      one.set(lengthOf(u)),
      two.set(lengthOf(v)),
      three.set(lengthOf(w)),
      bound.set(
        sumOf([
          f32x4.mul(shift, products),
          productOf([splat(ROUNDING), one.get, two.get, three.get]),
          underflow,
        ]),
      ),
    ];
  };

  return {
    /**
     * Compares the intervals of a's and b's triangles: their corners relative to one of them, and the sides of the other's
     * plane that these are on. Of use only for lanes in which all sides are certain and each triangle has corners on both.
     */
    compare: (a: Local[][], sidesA: Local[], b: Local[][], sidesB: Local[]): Code => [
      turn(a, sidesA, positiveA, turnedA),
      turn(b, sidesB, positiveB, turnedB),
      turnOver(positiveA, turnedB),
      turnOver(positiveB, turnedA),
      // The interval of a must not end before that of b begins, nor begin after it ends.
      orient(turnedA[0], turnedA[1], turnedB[0], turnedB[1], first, boundFirst),
      orient(turnedA[0], turnedA[2], turnedB[2], turnedB[0], last, boundLast),
    ],
    /** Lanes that are certainly apart, and those that certainly meet. */
    apart: v128.or(f32x4.gt(first.get, boundFirst.get), f32x4.gt(last.get, boundLast.get)),
    meet: v128.and(
      f32x4.lt(first.get, f32x4.neg(boundFirst.get)),
      f32x4.lt(last.get, f32x4.neg(boundLast.get)),
    ),
  };
}
