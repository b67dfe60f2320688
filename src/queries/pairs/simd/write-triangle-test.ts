import {
  again,
  type Code,
  type FunctionCode,
  f32,
  f32x4,
  i32,
  i32x4,
  type Local,
  loop,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { writeFourTriangles } from "./four-triangles.ts";
import * as Memory from "./memory-layout.ts";
import {
  AXES,
  advanceIf,
  cross,
  dot,
  FOUR_LANES,
  poseValue,
  productOf,
  sumOf,
  values,
  ZERO,
} from "./vectors.ts";

// The triangles of leaf pairs against each other, four pairs at once: the test of geometry/overlap/triangle-triangle.ts
// in f32 and in a's space, with an error bound on every sign. Pairs that are certainly apart are dropped, those that
// certainly meet are found, and the others are left to `trianglesMeet`.
//
// The bounds. Let η be a sixth of CORNER_SLACK: the corners as computed here are at most η away, on every axis, from
// where those of the world triangles are in a's space (f32-pose.ts); u = 2^-24 is the rounding of an f32. A sign is
// that of a determinant of three differences of corners. Let U, V, W be their lengths in the L1 norm, each plus 6η,
// and S the sum of all lengths, which is more than the distance of any two corners. Differences are taken by way of a
// corner 0, which loses at most 4u·S. So a determinant is wrong by at most
//   (6η + 4u·S)·(V·W + U·W + U·V) + 16u·U·V·W,
// and for a corner's distance from a plane with edges V and W, where U ≤ S, by at most
//   S·(12η·(V + W) + 32u·V·W).

const ROUNDING = 2 ** -19; // 32u

/** The triangles of one side in the four lanes. */
interface Triangles {
  readonly corner: Local[];
  readonly edge1: Local[];
  readonly edge2: Local[];
  readonly normal: Local[];
  readonly length1: Local;
  readonly length2: Local;
}

/** Tests the pairs in so many bytes of LEAF_PAIRS; returns the bytes written to SURVIVORS. */
export function writeTriangleTest(): FunctionCode {
  return writeFunction("testTriangles", 5, ([bytes, cornersA, positionsA, cornersB, positionsB], local) => {
    const integer = () => local("i32");
    const lanes = () => local("v128");
    const vector = () => AXES.map(lanes);
    const triangles = (): Triangles => ({
      corner: vector(),
      edge1: vector(),
      edge2: vector(),
      normal: vector(),
      length1: lanes(),
      length2: lanes(),
    });
    const four = writeFourTriangles(local, {
      cornersA: cornersA!.get,
      positionsA: positionsA!.get,
      cornersB: cornersB!.get,
      positionsB: positionsB!.get,
    });
    const a = triangles();
    const b = triangles();
    const at = integer();
    const out = integer();
    const tests = integer();
    const alive = integer();
    const uncertain = integer();
    const between = vector(); // from corner 0 of a to corner 0 of b
    const span = lanes();
    const sidesA = vector();
    const sidesB = vector();
    const boundA = lanes();
    const boundB = lanes();
    const certain = lanes();
    const positiveA = lanes();
    const positiveB = lanes();
    const first = lanes();
    const last = lanes();
    const one = lanes();
    const two = lanes();
    const three = lanes();
    const origin = vector();
    const [b1, b2] = [vector(), vector()];
    const [u, v, w] = [vector(), vector(), vector()];
    const turnedA = AXES.map(vector);
    const turnedB = AXES.map(vector);

    const slack = poseValue(Memory.CORNER_SLACK);
    const underflow = poseValue(Memory.UNDERFLOW);
    const splat = (value: number) => f32x4.splat(f32.const(value));
    const lengthOf = (edge: Local[]) => sumOf([...values(edge).map(f32x4.abs), slack]);
    const leastOf = (list: Code[]) => list.reduce(f32x4.min);
    const greatestOf = (list: Code[]) => list.reduce(f32x4.max);

    const readTriangles = (of: Triangles, readCorner: (k: number, to: Local[]) => Code): Code => [
      [of.corner, of.edge1, of.edge2].map((to, k) => readCorner(k, to)),
      [of.edge1, of.edge2].map((edge) =>
        AXES.map((axis) => edge[axis]!.set(f32x4.sub(edge[axis]!.get, of.corner[axis]!.get))),
      ),
      AXES.map((axis) => of.normal[axis]!.set(cross(of.edge1, of.edge2, axis))),
      of.length1.set(lengthOf(of.edge1)),
      of.length2.set(lengthOf(of.edge2)),
    ];

    const dropWhere = (apart: Code): Code =>
      alive.set(i32.and(alive.get, i32.xor(i32x4.signs(apart), i32.const(0b1111))));
    /** Sides of three corners, the first and the edges from it, of a plane; drops the lanes with all on one side. */
    const testPlane = (
      plane: Triangles,
      corners: Code[],
      edges: Local[][],
      sides: Local[],
      bound: Local,
    ): Code => {
      const [side0, side1, side2] = sides as [Local, Local, Local];
      const lengths = [plane.length1.get, plane.length2.get];
      const turned = f32x4.mul(f32x4.add(slack, slack), sumOf(lengths));
      const rounded = f32x4.mul(splat(ROUNDING), productOf(lengths));
      return [
        side0.set(dot(values(plane.normal), corners)),
        side1.set(f32x4.add(side0.get, dot(values(plane.normal), values(edges[0]!)))),
        side2.set(f32x4.add(side0.get, dot(values(plane.normal), values(edges[1]!)))),
        bound.set(f32x4.add(f32x4.mul(span.get, f32x4.add(turned, rounded)), underflow)),
        dropWhere(
          v128.or(
            f32x4.gt(leastOf(values(sides)), bound.get),
            f32x4.lt(greatestOf(values(sides)), f32x4.neg(bound.get)),
          ),
        ),
      ];
    };
    const areBeyond = (sides: Local[], bound: Local) =>
      f32x4.gt(leastOf(values(sides).map(f32x4.abs)), bound.get);

    /** Turns a triangle so that corner 0 is alone on its side of the other's plane; `positive` says which side. */
    const turn = (corners: Local[][], sides: Local[], positive: Local, turned: Local[][]): Code => {
      const isPositive = (k: number) => f32x4.gt(sides[k]!.get, splat(0));
      const [c0, c1, c2] = corners as [Local[], Local[], Local[]];
      const pick = (axis: number, ifTwo: Local[], ifOne: Local[], otherwise: Local[]) =>
        v128.choose(two.get, ifTwo[axis]!.get, v128.choose(one.get, ifOne[axis]!.get, otherwise[axis]!.get));
      return [
        positive.set(isPositive(0)),
        two.set(v128.not(v128.xor(positive.get, isPositive(1)))), // corner 2 is alone
        one.set(v128.not(v128.xor(positive.get, isPositive(2)))), // corner 1 is, unless 2 is
        positive.set(v128.xor(positive.get, v128.or(one.get, two.get))),
        AXES.map((axis) => [
          turned[0]![axis]!.set(pick(axis, c2, c1, c0)),
          turned[1]![axis]!.set(pick(axis, c0, c2, c1)),
          turned[2]![axis]!.set(pick(axis, c1, c0, c2)),
        ]),
      ];
    };
    /** Turns it over, where the other's corner 0 is on the negative side. */
    const turnOver = (otherPositive: Local, turned: Local[][]): Code =>
      AXES.map((axis) => {
        const [c1, c2] = [turned[1]![axis]!, turned[2]![axis]!];
        return [
          one.set(c1.get),
          c1.set(v128.choose(otherPositive.get, one.get, c2.get)),
          c2.set(v128.choose(otherPositive.get, c2.get, one.get)),
        ];
      });
    /** orient3d(p, q, r, s) and its error bound. */
    const orient = (p: Local[], q: Local[], r: Local[], s: Local[], det: Local, bound: Local): Code => {
      const difference = (point: Local[], to: Local[]) =>
        AXES.map((axis) => to[axis]!.set(f32x4.sub(point[axis]!.get, p[axis]!.get)));
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

    const testFour: Code = [
      alive.set(four.distinctLanes),
      tests.set(i32.add(tests.get, i32.popcnt(alive.get))),
      AXES.map((axis) => between[axis]!.set(f32x4.sub(b.corner[axis]!.get, a.corner[axis]!.get))),
      span.set(sumOf([lengthOf(between), a.length1.get, a.length2.get, b.length1.get, b.length2.get])),
      testPlane(a, values(between), [b.edge1, b.edge2], sidesB, boundB),
      testPlane(b, values(between).map(f32x4.neg), [a.edge1, a.edge2], sidesA, boundA),
      when(
        alive.get,
        certain.set(v128.and(areBeyond(sidesA, boundA), areBeyond(sidesB, boundB))),
        // All corners relative to corner 0 of a.
        AXES.map((axis) => [
          origin[axis]!.set(splat(0)),
          b1[axis]!.set(f32x4.add(between[axis]!.get, b.edge1[axis]!.get)),
          b2[axis]!.set(f32x4.add(between[axis]!.get, b.edge2[axis]!.get)),
        ]),
        turn([origin, a.edge1, a.edge2], sidesA, positiveA, turnedA),
        turn([between, b1, b2], sidesB, positiveB, turnedB),
        turnOver(positiveA, turnedB),
        turnOver(positiveB, turnedA),
        // The interval of a must not end before that of b begins, nor begin after it ends.
        orient(turnedA[0]!, turnedA[1]!, turnedB[0]!, turnedB[1]!, first, boundA),
        orient(turnedA[0]!, turnedA[2]!, turnedB[2]!, turnedB[0]!, last, boundB),
        dropWhere(
          v128.and(certain.get, v128.or(f32x4.gt(first.get, boundA.get), f32x4.gt(last.get, boundB.get))),
        ),
        certain.set(
          v128.and(
            certain.get,
            v128.and(f32x4.lt(first.get, f32x4.neg(boundA.get)), f32x4.lt(last.get, f32x4.neg(boundB.get))),
          ),
        ),
        uncertain.set(i32.xor(i32x4.signs(certain.get), i32.const(0b1111))),
        FOUR_LANES.map((lane) => [
          i32.store(
            out.get,
            i32.or(four.slotOfA(lane), i32.shl(i32.shr(uncertain.get, i32.const(lane)), i32.const(31))),
            Memory.SURVIVORS,
          ),
          i32.store(out.get, four.slotOfB(lane), Memory.SURVIVORS + 4),
          advanceIf(lane, alive, out),
        ]),
      ),
    ];

    return [
      loop(
        four.forEachFour(
          i32.load(at.get, Memory.LEAF_PAIRS),
          i32.load(at.get, Memory.LEAF_PAIRS + 4),
          readTriangles(b, four.readCornerB),
          readTriangles(a, four.readCornerA),
          testFour,
        ),
        at.set(i32.add(at.get, i32.const(Memory.PAIR_BYTES))),
        when(i32.lt(at.get, bytes!.get), again(1)),
      ),
      i32.store(ZERO, i32.add(i32.load(ZERO, Memory.TRIANGLE_TESTS), tests.get), Memory.TRIANGLE_TESTS),
      out.get,
    ];
  });
}
