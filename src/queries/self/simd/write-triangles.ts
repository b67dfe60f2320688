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
import { AXES, MIXED_HIGH, MIXED_LOW, numberAt, splat, sumOf } from "../../pairs/simd/vectors.ts";
import * as Memory from "./memory-layout.ts";
import { advance, sumOfLanes, turned, YZX, ZXY } from "./words.ts";

// The triangles as the kernels test them, in f32 and in model space: corners, plane, vertex numbers.
//
// How exact they are. Let η be how far a corner here can be, on every axis, from where that of the world triangle is in
// model space; CORNER_SLACK is 6η, NORMAL_SLACK 8η. Let r = 2^-24 be the rounding of an f32, and U and V the lengths of the
// edges from corner 0 in the L1 norm, each plus 6η. A difference of corners is wrong by 2η, and r times itself; therefore a
// component of the normal by 2η·(U + V) + 4r·U·V, less than half of
//   E = 8η·(U + V) + 16r·U·V + UNDERFLOW,
// and the product of the normal and the way, D long, from corner 0 to another triangle's corner by at most
//   D·(2η·(U + V) + 9r·U·V) + 3η·U·V.
// The normal is stored in units of E, which is the same number for all three components (`sumOfLanes`). Then the product is wrong by less than S = the sum of both triangles' sizes, a size
// being U + V + GAP: D ≤ S, because their boxes are no farther apart than both GAPs, and U·V ≤ (U + V)·S / 4.

const ROUNDING = 2 ** -20; // 16r

/** Writes the triangles of so many slots, and to `doubtful` the slots of those that may have no area; returns their bytes. */
export function writeTriangles(): FunctionCode {
  return writeFunction("makeTriangles", 5, ([triangles, count, corners, positions, doubtful], local) => {
    const lanes = () => local("v128");
    const [slot, found] = [local("i32"), local("i32")];
    const vertices = AXES.map(() => local("i32"));
    const [p0, p1, p2] = [lanes(), lanes(), lanes()];
    const [u, v, normal, error, lengthU, lengthV] = [lanes(), lanes(), lanes(), lanes(), lanes(), lanes()];
    const [first, second, third, fourth] = [lanes(), lanes(), lanes(), lanes()];

    const setLength = (length: Local, edge: Local): Code => [
      length.set(f32x4.abs(edge.get)),
      length.set(f32x4.add(sumOfLanes(length), numberAt(Memory.CORNER_SLACK))),
    ];
    const positionOf = (vertex: Local) =>
      v128.load(i32.add(positions.get, i32.mul(vertex.get, i32.const(Memory.VERTEX_BYTES))));
    const storeAxis = (axis: number, begin: Local, end: Local, order: readonly number[]): Code =>
      v128.store(triangles.get, f32x4.shuffle(begin.get, end.get, order), axis * Memory.AXIS_BYTES);
    const isDoubtful = i32.eqz(
      i32.and(i32x4.signs(f32x4.gt(f32x4.abs(normal.get), splat(1))), i32.const(0b111)),
    );
    return [
      loop(
        vertices.map((vertex, k) => [
          vertex.set(i32.load(corners.get, 4 * k)),
          i32.store(triangles.get, vertex.get, Memory.VERTICES + 4 * k),
        ]),
        [p0, p1, p2].map((point, k) => point.set(positionOf(vertices[k]))),
        u.set(f32x4.sub(p1.get, p0.get)),
        v.set(f32x4.sub(p2.get, p0.get)),
        setLength(lengthU, u),
        setLength(lengthV, v),
        error.set(
          sumOf([
            f32x4.mul(numberAt(Memory.NORMAL_SLACK), f32x4.add(lengthU.get, lengthV.get)),
            f32x4.mul(splat(ROUNDING), f32x4.mul(lengthU.get, lengthV.get)),
            numberAt(Memory.UNDERFLOW),
          ]),
        ),
        normal.set(
          f32x4.div(
            f32x4.sub(f32x4.mul(turned(u, YZX), turned(v, ZXY)), f32x4.mul(turned(u, ZXY), turned(v, YZX))),
            error.get,
          ),
        ),
        first.set(f32x4.shuffle(p0.get, p1.get, MIXED_LOW)), // x0 x1 y0 y1
        second.set(f32x4.shuffle(p2.get, normal.get, MIXED_LOW)),
        third.set(f32x4.shuffle(p0.get, p1.get, MIXED_HIGH)), // z0 z1
        fourth.set(f32x4.shuffle(p2.get, normal.get, MIXED_HIGH)),
        storeAxis(0, first, second, [0, 1, 4, 5]),
        storeAxis(1, first, second, [2, 3, 6, 7]),
        storeAxis(2, third, fourth, [0, 1, 4, 5]),
        f32.store(
          triangles.get,
          f32x4.lane(sumOf([lengthU.get, lengthV.get, numberAt(Memory.GAP)]), 0),
          Memory.SIZE,
        ),
        i32.store(i32.add(doubtful.get, found.get), slot.get),
        found.set(i32.add(found.get, i32.shl(isDoubtful, i32.const(2)))),
        advance(corners, Memory.CORNERS_BYTES),
        advance(triangles, Memory.TRIANGLE_BYTES),
        advance(slot, 1),
        when(i32.lt(slot.get, count.get), again(1)),
      ),
      found.get,
    ];
  });
}
