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
  select,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { AABB_COUNT, AABB_LINK } from "../../../trees/layout.ts";
import * as Memory from "./memory-layout.ts";
import {
  AXES,
  advanceIf,
  cross,
  dot,
  FOUR_LANES,
  LANES_OF_A,
  LANES_OF_B,
  MIXED_HIGH,
  MIXED_LOW,
  poseRow,
  poseValue,
  productOf,
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

const LINK = 4 * AABB_LINK;
const COUNT = 4 * AABB_COUNT;
const CORNERS_BYTES = 12; // three vertex numbers
const VERTEX_BYTES = 12;

/** Two triangles of one side: `slot` and `next`, the same when only one is left. */
interface Triangles {
  readonly slot: Local;
  readonly next: Local;
  readonly end: Local;
  readonly lanes: readonly number[];
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
    const triangles = (lanesOf: readonly number[]): Triangles => ({
      slot: integer(),
      next: integer(),
      end: integer(),
      lanes: lanesOf,
      corner: vector(),
      edge1: vector(),
      edge2: vector(),
      normal: vector(),
      length1: lanes(),
      length2: lanes(),
    });
    const a = triangles(LANES_OF_A);
    const b = triangles(LANES_OF_B);
    const beginA = integer();
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
    const one = lanes();
    const two = lanes();
    const three = lanes();
    const origin = vector();
    const [b1, b2] = [vector(), vector()];
    const unmoved = vector();

    const slack = poseValue(Memory.CORNER_SLACK);
    const underflow = poseValue(Memory.UNDERFLOW);
    const intervals = writeIntervalTest(local, slack, underflow, span);
    const lengthOf = (edge: Local[]) => sumOf([...values(edge).map(f32x4.abs), slack]);
    const leastOf = (list: Code[]) => list.reduce(f32x4.min);
    const greatestOf = (list: Code[]) => list.reduce(f32x4.max);

    const readLeaf = ({ slot, end }: Triangles, offset: number): Code => [
      end.set(i32.load(at.get, Memory.LEAF_PAIRS + offset)), // its node, for now
      slot.set(i32.xor(i32.load(end.get, LINK), i32.const(-1))),
      end.set(i32.add(slot.get, i32.load(end.get, COUNT))),
    ];
    const setNext = ({ slot, next, end }: Triangles): Code => [
      next.set(i32.add(slot.get, i32.const(1))),
      next.set(select(i32.lt(next.get, end.get), next.get, slot.get)),
    ];
    const skipTwo = ({ slot }: Triangles): Code => slot.set(i32.add(slot.get, i32.const(2)));

    /** Corner k of the two triangles, each in its own lanes. */
    const readCorner = (of: Triangles, k: number, corners: Local, positions: Local, to: Local[]): Code => {
      const vertexOf = (slot: Local) =>
        i32.load(i32.add(corners.get, i32.mul(slot.get, i32.const(CORNERS_BYTES))), 4 * k);
      const position = (slot: Local) =>
        v128.load(i32.add(positions.get, i32.mul(vertexOf(slot), i32.const(VERTEX_BYTES))));
      const spread = (from: Local, offset: number) =>
        f32x4.shuffle(
          from.get,
          from.get,
          of.lanes.map((lane) => lane + offset),
        );
      return [
        one.set(position(of.slot)),
        two.set(position(of.next)),
        three.set(f32x4.shuffle(one.get, two.get, MIXED_LOW)), // x and y of both
        two.set(f32x4.shuffle(one.get, two.get, MIXED_HIGH)), // z of both
        to[0]!.set(spread(three, 0)),
        to[1]!.set(spread(three, 2)),
        to[2]!.set(spread(two, 0)),
      ];
    };
    const moveToA = (point: Local[]): Code => [
      AXES.map((axis) => unmoved[axis]!.set(point[axis]!.get)),
      AXES.map((axis) =>
        point[axis]!.set(
          f32x4.add(poseRow(Memory.M, axis, values(unmoved)), poseValue(Memory.OFFSET + axis)),
        ),
      ),
    ];
    const readTriangles = (of: Triangles, corners: Local, positions: Local, moves: boolean): Code => [
      [of.corner, of.edge1, of.edge2].map((to, k) => [
        readCorner(of, k, corners, positions, to),
        moves ? moveToA(to) : [],
      ]),
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
      const rounded = f32x4.mul(f32x4.splat(f32.const(ROUNDING)), productOf(lengths));
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

    const testFour: Code = [
      // Only the lanes of different pairs count.
      alive.set(
        i32.and(
          select(i32.eq(a.slot.get, a.next.get), i32.const(0b0101), i32.const(0b1111)),
          select(i32.eq(b.slot.get, b.next.get), i32.const(0b0011), i32.const(0b1111)),
        ),
      ),
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
          origin[axis]!.set(f32x4.splat(f32.const(0))),
          b1[axis]!.set(f32x4.add(between[axis]!.get, b.edge1[axis]!.get)),
          b2[axis]!.set(f32x4.add(between[axis]!.get, b.edge2[axis]!.get)),
        ]),
        intervals.compare([origin, a.edge1, a.edge2], sidesA, [between, b1, b2], sidesB),
        dropWhere(v128.and(certain.get, intervals.apart)),
        certain.set(v128.and(certain.get, intervals.meet)),
        uncertain.set(i32.xor(i32x4.signs(certain.get), i32.const(0b1111))),
        FOUR_LANES.map((lane) => [
          i32.store(
            out.get,
            i32.or(
              (LANES_OF_A[lane] === 0 ? a.slot : a.next).get,
              i32.shl(i32.shr(uncertain.get, i32.const(lane)), i32.const(31)),
            ),
            Memory.SURVIVORS,
          ),
          i32.store(out.get, (LANES_OF_B[lane] === 0 ? b.slot : b.next).get, Memory.SURVIVORS + 4),
          advanceIf(lane, alive, out),
        ]),
      ),
    ];

    return [
      loop(
        readLeaf(a, 0),
        readLeaf(b, 4),
        beginA.set(a.slot.get),
        loop(
          setNext(b),
          readTriangles(b, cornersB!, positionsB!, true),
          a.slot.set(beginA.get),
          loop(
            setNext(a),
            readTriangles(a, cornersA!, positionsA!, false),
            testFour,
            skipTwo(a),
            when(i32.lt(a.slot.get, a.end.get), again(1)),
          ),
          skipTwo(b),
          when(i32.lt(b.slot.get, b.end.get), again(1)),
        ),
        at.set(i32.add(at.get, i32.const(Memory.PAIR_BYTES))),
        when(i32.lt(at.get, bytes!.get), again(1)),
      ),
      i32.store(ZERO, i32.add(i32.load(ZERO, Memory.TRIANGLE_TESTS), tests.get), Memory.TRIANGLE_TESTS),
      out.get,
    ];
  });
}
