// The triangles as the self-collision kernels test them, in f32 and in model space: corners, plane, vertex numbers.
//
// Error bounds. Let η be the largest error of a corner, on every axis, relative to the world triangle in model space; CORNER_SLACK is 6η,
// NORMAL_SLACK 8η. Let r = 2^-24 be the rounding of an f32, and U and V the lengths of the edges from corner 0 in the L1 norm, each plus
// 6η. The error of a difference of corners is 2η, and r times itself; so that of a component of the normal is 2η·(U + V) + 4r·U·V, less
// than half of
//   E = 8η·(U + V) + 16r·U·V + UNDERFLOW,
// and that of the product of the normal and the vector, D long, from corner 0 to another triangle's corner at most
//   D·(2η·(U + V) + 9r·U·V) + 3η·U·V.
// The normal is stored in units of E, which is one number for all three components (`sumOfLanes`). Then the error of the product is less
// than S, the sum of both triangles' sizes, a size being U + V + GAP: D ≤ S, because their boxes are no farther apart than both GAPs, and
// U·V ≤ (U + V)·S / 4.
import {
  CORNER_SLACK, CORNERS_BYTES, GAP, NORMAL_SLACK, SIZE, TRIANGLE_BYTES, UNDERFLOW, VERTEX_BYTES, VERTICES, Y, Z,
} from "../self-memory-map";
import { numberAt, sumOfLanes, yzx, zxy } from "./self-lists";
import { abs, add, gt, mixHigh, mixLow, mul, signs, splat, sub, sum } from "./vectors";

const ROUNDING: f32 = 1.0 / 1048576.0; // 16r

/**
 * Writes the triangle in each slot, and to `maybeDegenerate` the slots of triangles that may have no area; returns the bytes of those
 * slots.
 */
export function makeTriangles(triangles: i32, count: i32, corners: i32, positions: i32, maybeDegenerate: i32): i32 {
  let found = 0;
  for (let slot = 0; slot < count; slot++, corners += CORNERS_BYTES, triangles += TRIANGLE_BYTES) {
    const vertex0 = load<i32>(corners), vertex1 = load<i32>(corners, 4), vertex2 = load<i32>(corners, 8);
    store<i32>(triangles, vertex0, VERTICES);
    store<i32>(triangles, vertex1, VERTICES + 4);
    store<i32>(triangles, vertex2, VERTICES + 8);
    const p0 = v128.load(positions + vertex0 * VERTEX_BYTES);
    const p1 = v128.load(positions + vertex1 * VERTEX_BYTES);
    const p2 = v128.load(positions + vertex2 * VERTEX_BYTES);
    const u = sub(p1, p0), v = sub(p2, p0);
    const lengthU = lengthOf(u), lengthV = lengthOf(v);
    const error = sum(
      mul(numberAt(NORMAL_SLACK), add(lengthU, lengthV)),
      mul(splat(ROUNDING), mul(lengthU, lengthV)),
      numberAt(UNDERFLOW),
    );
    const normal = f32x4.div(sub(mul(yzx(u), zxy(v)), mul(zxy(u), yzx(v))), error);
    const xy01 = mixLow(p0, p1), xy2n = mixLow(p2, normal); // x0 x1 y0 y1, and x2 normalX y2 normalY
    const z01 = mixHigh(p0, p1), z2n = mixHigh(p2, normal);
    v128.store(triangles, v128.shuffle<f32>(xy01, xy2n, 0, 1, 4, 5));
    v128.store(triangles, v128.shuffle<f32>(xy01, xy2n, 2, 3, 6, 7), Y);
    v128.store(triangles, v128.shuffle<f32>(z01, z2n, 0, 1, 4, 5), Z);
    store<f32>(triangles, f32x4.extract_lane(sum(lengthU, lengthV, numberAt(GAP)), 0), SIZE);
    store<i32>(maybeDegenerate + found, slot);
    found += i32((signs(gt(abs(normal), splat(1))) & 0b111) == 0) << 2;
  }
  return found;
}

/** A length in the L1 norm, plus 6η. */
@inline function lengthOf(edge: v128): v128 { return add(sumOfLanes(abs(edge)), numberAt(CORNER_SLACK)); }
