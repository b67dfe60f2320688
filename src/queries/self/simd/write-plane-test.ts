import {
  again,
  type Code,
  type FunctionCode,
  f32x4,
  i8x16,
  i16x8,
  i32,
  i32x4,
  type Local,
  loop,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { AXES, sumOf, ZERO } from "../../pairs/simd/vectors.ts";
import * as Memory from "./memory-layout.ts";
import { addTo, advance, advanceIf, triangleAt, turned, writePair, YZX, ZXY } from "./words.ts";

// Which candidates are certainly no pairs, because one triangle has all its corners strictly on one side of the other's
// plane, those not counted that are common. Then both have nothing but these in common, be it none, one or two.
//
// A lane is a corner: three distances from a plane are computed at once, and which corners are common is a comparison of
// vertex numbers. So candidates need not be sorted by common corners first. What is found out becomes two masks of four
// times four bits, a bit for each corner; the fourth of each four belongs to no corner.

const NO_CORNERS = 0b1000_1000_1000_1000;
const FIRST_OF_FOUR = 0b0001_0001_0001_0001;

/**
 * Where the corners of j and i begin in the masks: those certainly on the positive, and on the negative side of the
 * other's plane, common ones on both; and in a second mask, behind the first, the common ones.
 */
export const POSITIVE_J = 0;
export const NEGATIVE_J = 4;
export const POSITIVE_I = 8;
export const NEGATIVE_I = 12;
export const COMMON_J = 16;
export const COMMON_I = 24;
const SECOND_MASK = 16;
const COMMON_OF_I = 0b111 << (COMMON_I - SECOND_MASK);

/**
 * Tests so many bytes of CANDIDATES, but for those with `fewestExcluded` common corners or more. What is left goes to
 * STRANGERS and NEIGHBOURS; returns the bytes of the strangers.
 */
export function writePlaneTest(): FunctionCode {
  return writeFunction("testPlanes", 3, ([bytes, triangles, fewestExcluded], local) => {
    const integer = () => local("i32");
    const lanes = () => local("v128");
    const [at, strangers, neighbours, tests] = [integer(), integer(), integer(), integer()];
    const [slotI, slotJ, i, j] = [integer(), integer(), integer(), integer()];
    const [common, sides, apart, commonOfI] = [integer(), integer(), integer(), integer()];
    const [counts, isLeft, isStranger] = [integer(), integer(), integer()];
    const [verticesI, verticesJ, same, next, last] = [lanes(), lanes(), lanes(), lanes(), lanes()];
    const [span, minusSpan, sideI, sideJ] = [lanes(), lanes(), lanes(), lanes()];

    const sizeOf = (triangle: Local) => v128.load32Splat(triangle.get, Memory.SIZE);
    /** Four times four lanes of ones or zeros as 16 bits. */
    const masksOf = (a: Code, b: Code, c: Code, d: Code): Code =>
      i8x16.signs(i8x16.narrow(i16x8.narrow(a, b), i16x8.narrow(c, d)));

    const isCommonI = [same, next, last].map(({ get }) => get).reduce(v128.or);
    const isCommonJ = v128.or(same.get, v128.or(turned(next, ZXY), turned(last, YZX)));
    const setCommon: Code = [
      verticesI.set(v128.load(i.get, Memory.VERTICES)),
      verticesJ.set(v128.load(j.get, Memory.VERTICES)),
      // Each corner of i with the same of j, with the next, and with the one after that.
      same.set(i32x4.eq(verticesI.get, verticesJ.get)),
      next.set(i32x4.eq(verticesI.get, turned(verticesJ, YZX))),
      last.set(i32x4.eq(verticesI.get, turned(verticesJ, ZXY))),
      common.set(masksOf(isCommonJ, isCommonJ, isCommonI, isCommonI)),
    ];
    /** The distances of a triangle's corners from a plane, in units of what rounding can do to them. */
    const setSide = (side: Local, plane: Local, of: Local): Code =>
      side.set(
        sumOf(
          AXES.map((axis) => {
            const begin = axis * Memory.AXIS_BYTES;
            const way = f32x4.sub(v128.load(of.get, begin), v128.load32Splat(plane.get, begin));
            return f32x4.mul(v128.load32Splat(plane.get, begin + Memory.NORMAL), way);
          }),
        ),
      );
    const setSides: Code = [
      span.set(f32x4.add(sizeOf(i), sizeOf(j))),
      minusSpan.set(f32x4.neg(span.get)),
      setSide(sideJ, i, j),
      setSide(sideI, j, i),
      sides.set(
        masksOf(
          f32x4.gt(sideJ.get, span.get),
          f32x4.lt(sideJ.get, minusSpan.get),
          f32x4.gt(sideI.get, span.get),
          f32x4.lt(sideI.get, minusSpan.get),
        ),
      ),
      sides.set(i32.or(sides.get, i32.or(common.get, i32.const(NO_CORNERS)))),
    ];
    /** Not zero if one of the four times four bits are all ones. */
    const setApart: Code = [
      apart.set(i32.and(sides.get, i32.shr(sides.get, i32.const(1)))),
      apart.set(i32.and(i32.and(apart.get, i32.shr(apart.get, i32.const(2))), i32.const(FIRST_OF_FOUR))),
    ];

    return [
      loop(
        slotI.set(i32.load(at.get, Memory.CANDIDATES)),
        slotJ.set(i32.load(at.get, Memory.CANDIDATES + 4)),
        i.set(triangleAt(triangles, slotI.get)),
        j.set(triangleAt(triangles, slotJ.get)),
        setCommon,
        setSides,
        setApart,
        commonOfI.set(i32.and(common.get, i32.const(COMMON_OF_I))),
        counts.set(i32.lt(i32.popcnt(commonOfI.get), fewestExcluded.get)),
        tests.set(i32.add(tests.get, counts.get)),
        // With three common corners none is left to be on a side.
        isLeft.set(
          i32.and(counts.get, i32.or(i32.eqz(apart.get), i32.eq(commonOfI.get, i32.const(COMMON_OF_I)))),
        ),
        isStranger.set(i32.and(isLeft.get, i32.eqz(commonOfI.get))),
        writePair(strangers, slotI.get, slotJ.get, Memory.STRANGERS),
        writePair(neighbours, slotI.get, slotJ.get, Memory.NEIGHBOURS),
        i32.store(
          neighbours.get,
          i32.or(sides.get, i32.shl(common.get, i32.const(SECOND_MASK))),
          Memory.NEIGHBOURS + 8,
        ),
        advanceIf(isStranger.get, strangers),
        neighbours.set(
          i32.add(
            neighbours.get,
            i32.mul(i32.xor(isLeft.get, isStranger.get), i32.const(Memory.NEIGHBOUR_ENTRY)),
          ),
        ),
        advance(at, Memory.PAIR_BYTES),
        when(i32.lt(at.get, bytes.get), again(1)),
      ),
      // Four strangers will be read at a time, so slots must follow that exist.
      [0, 16].map((offset) => v128.store(strangers.get, i32x4.splat(ZERO), Memory.STRANGERS + offset)),
      i32.store(ZERO, neighbours.get, Memory.NEIGHBOUR_BYTES),
      addTo(Memory.TRIANGLE_TESTS, tests),
      strangers.get,
    ];
  });
}
