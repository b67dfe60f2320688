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
import { AXES, numberAt, splat, sumOf, values, ZERO } from "../../pairs/simd/vectors.ts";
import * as Memory from "./memory-layout.ts";
import { advance, advanceIf, sumOfLanes, triangleAt, writePair } from "./words.ts";
import { COMMON_I, COMMON_J, NEGATIVE_I, NEGATIVE_J, POSITIVE_I, POSITIVE_J } from "./write-plane-test.ts";

// Neighbours with one common corner that the planes do not tell apart. They are decided
// - if all other corners are certainly on a side of the other's plane: as `meetBeyondCorner` does it, by the sides that the
//   next corner of each is on;
// - or, in flat parts of a mesh, if a plane through the common corner certainly parts them: the one across the way from the
//   middle of j's angle to that of i's. Then they have only this corner in common. Any normal will do, so that its own rounding
//   does not matter, but it must be the same one for all four corners: w has the same bits in every lane.
//
// The bound. With η and r as in write-triangles.ts, let w be the normal, three f32 numbers that are exact by definition, and d the
// exact way from the common corner to another one. A computed component of the way is (d + e)·(1 + δ) with |e| ≤ 2η, because both
// corners are wrong by η, and |δ| ≤ r. Its product with w rounds once more, and each of three products passes at most two additions.
// So the computed sum is Σ w·(d + e)·(1 + δ') with |δ'| ≤ (1 + r)^4 − 1 < 4.1r, and it is wrong by at most
//   2η·|w|₁ + 4.1r·Σ|w·(d + e)| ≤ 2η·|w|₁ + 5r·Σ|computed product|.
// The last step divides by (1 − r)^2. Granted are 6η and 8r, each more than 1.5 times as much: the sums of the bound itself
// lose at most 5r of it. A product that underflows loses 2^-150, UNDERFLOW is more than 2^-110. The bound holds in each lane,
// whatever w is: for w = 0 the sum is 0 and certain of nothing.

const THREE_BITS = i32.const(0b111);
const FOUR_BITS = i32.const(0b1111);
const FOURTH_BIT = i32.const(0b1000);
const ROUNDING = 2 ** -21; // 8r

/**
 * Takes so many bytes of NEIGHBOURS: those that meet beyond their corner are added to HITS, which begin with so many bytes of others,
 * those that are not decided to UNDECIDED. Returns the bytes of all hits.
 */
export function writeNeighbourTest(): FunctionCode {
  return writeFunction("testNeighbours", 3, ([bytes, triangles, hits], local) => {
    const integer = () => local("i32");
    const lanes = () => local("v128");
    const [at, undecided, i, j, masks] = [integer(), integer(), integer(), integer(), integer()];
    const [commonI, commonJ, isCertain, isOne, isParted] = [
      integer(),
      integer(),
      integer(),
      integer(),
      integer(),
    ];
    const [isHit, nextI, nextJ] = [integer(), integer(), integer()];
    const [waysI, waysJ, normal] = [AXES.map(lanes), AXES.map(lanes), AXES.map(lanes)];
    const [difference, product, sum, bound] = [lanes(), lanes(), lanes(), lanes()];

    const slotAt = (offset: number) => i32.load(at.get, Memory.NEIGHBOURS + offset);
    const bitsAt = (shift: number) => i32.and(i32.shr(masks.get, i32.const(shift)), THREE_BITS);
    /** 1 if exactly one of three bits is set; at least one is. */
    const isOneBit = (bits: Local) => i32.eqz(i32.and(bits.get, i32.sub(bits.get, i32.const(1))));
    const areCertain = (positive: number, negative: number) =>
      i32.eq(i32.or(bitsAt(positive), bitsAt(negative)), THREE_BITS);
    /** The bit that comes after the common corner's, round and round. */
    const nextBit = (bits: Code, common: Local, to: Local): Code => [
      to.set(bits),
      to.set(i32.or(to.get, i32.shl(to.get, i32.const(3)))),
      to.set(i32.shr(to.get, i32.add(i32.shr(common.get, i32.const(1)), i32.const(1)))),
    ];

    /** Ways from the common corner to all corners, and on this axis the normal, in each of three lanes. */
    const setAxis = (axis: number): Code => {
      const begin = axis * Memory.AXIS_BYTES;
      const corner = v128.load32Splat(
        i32.add(i.get, i32.shl(i32.shr(commonI.get, i32.const(1)), i32.const(2))),
        begin,
      );
      return [
        difference.set(corner),
        waysI[axis].set(f32x4.sub(v128.load(i.get, begin), difference.get)),
        waysJ[axis].set(f32x4.sub(v128.load(j.get, begin), difference.get)),
        difference.set(f32x4.sub(waysI[axis].get, waysJ[axis].get)),
        normal[axis].set(sumOfLanes(difference)),
      ];
    };
    /** The products of the ways and the normal, and how wrong they can be. */
    const setSums = (ways: Local[]): Code => [
      sum.set(splat(0)),
      bound.set(sum.get),
      AXES.map((axis) => [
        product.set(f32x4.mul(ways[axis].get, normal[axis].get)),
        sum.set(f32x4.add(sum.get, product.get)),
        bound.set(f32x4.add(bound.get, f32x4.abs(product.get))),
      ]),
      bound.set(
        sumOf([
          f32x4.mul(splat(ROUNDING), bound.get),
          f32x4.mul(numberAt(Memory.CORNER_SLACK), sumOf(values(normal).map(f32x4.abs))),
          numberAt(Memory.UNDERFLOW),
        ]),
      ),
    ];
    /** 1 if the comparison holds for all corners but the common one. */
    const holds = (comparison: Code, common: Local) =>
      i32.eq(i32.or(i32.or(i32x4.signs(comparison), common.get), FOURTH_BIT), FOUR_BITS);

    return [
      undecided.set(i32.load(ZERO, Memory.UNDECIDED_BYTES)),
      loop(
        i.set(triangleAt(triangles, slotAt(0))),
        j.set(triangleAt(triangles, slotAt(4))),
        masks.set(i32.load(at.get, Memory.NEIGHBOURS + 8)),
        commonI.set(bitsAt(COMMON_I)),
        commonJ.set(bitsAt(COMMON_J)),
        isOne.set(i32.and(isOneBit(commonI), isOneBit(commonJ))),
        isCertain.set(
          i32.and(isOne.get, i32.and(areCertain(POSITIVE_I, NEGATIVE_I), areCertain(POSITIVE_J, NEGATIVE_J))),
        ),
        nextBit(bitsAt(POSITIVE_I), commonI, nextI),
        nextBit(bitsAt(POSITIVE_J), commonJ, nextJ),
        isHit.set(i32.and(isCertain.get, i32.xor(nextI.get, nextJ.get))),
        AXES.map(setAxis),
        setSums(waysI),
        isParted.set(i32.and(isOne.get, holds(f32x4.gt(sum.get, bound.get), commonI))),
        setSums(waysJ),
        isParted.set(i32.and(isParted.get, holds(f32x4.lt(sum.get, f32x4.neg(bound.get)), commonJ))),
        writePair(hits, slotAt(0), slotAt(4), Memory.HITS),
        writePair(undecided, slotAt(0), slotAt(4), Memory.UNDECIDED),
        advanceIf(isHit.get, hits),
        advanceIf(i32.eqz(i32.or(isCertain.get, isParted.get)), undecided),
        advance(at, Memory.NEIGHBOUR_ENTRY),
        when(i32.lt(at.get, bytes.get), again(1)),
      ),
      i32.store(ZERO, undecided.get, Memory.UNDECIDED_BYTES),
      hits.get,
    ];
  });
}
