import {
  again,
  type Code,
  type FunctionCode,
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
  dropWhere,
  FOUR_LANES,
  poseValue,
  productOf,
  splat,
  sumOf,
  values,
  ZERO,
} from "./vectors.ts";
import { ROUNDING, writeIntervalTest } from "./write-interval-test.ts";

// The triangles of leaf pairs against each other, four pairs at once: the test of geometry/overlap/triangle-triangle.ts
// in f32 and in a's space, with an error bound on every sign. Pairs that are certainly apart are dropped, those that
// certainly meet are found, and the others are left to `trianglesMeet`.
//
// The bounds. Let η be a sixth of CORNER_SLACK: the corners as computed here are at most η away, on every axis, from
// where those of the world triangles are in a's space (f32-pose.ts). With V, W and S as in write-interval-test.ts, a
// corner's distance from a plane with edges V and W is wrong by at most
//   S·(12η·(V + W) + 32u·V·W),
// because it is such a determinant, U ≤ S, and S is more than any length.

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
    const origin = vector();
    const [b1, b2] = [vector(), vector()];

    const slack = poseValue(Memory.CORNER_SLACK);
    const underflow = poseValue(Memory.UNDERFLOW);
    const intervals = writeIntervalTest(local, slack, underflow, span);
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
          alive,
        ),
      ];
    };
    const areBeyond = (sides: Local[], bound: Local) =>
      f32x4.gt(leastOf(values(sides).map(f32x4.abs)), bound.get);

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
        intervals.compare([origin, a.edge1, a.edge2], sidesA, [between, b1, b2], sidesB),
        dropWhere(v128.and(certain.get, intervals.apart), alive),
        certain.set(v128.and(certain.get, intervals.meet)),
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
