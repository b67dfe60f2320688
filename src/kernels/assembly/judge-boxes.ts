// Twin: isCutOff in broadphase/cull/box-side.ts, which also decides what is uncertain here.
import {
  CUT_OFF, JUDGED_ENDS, NOT_A_BOX, PLANE_BOUND, PLANE_BYTES, PLANE_FARTHEST, PLANE_OFFSET, UNCERTAIN,
} from "../broadphase-memory-map";

const BOX_BYTES: usize = 48;

/** Numbers of planes are within 2^100, so the products with a box within 2^900, and their sums, are finite. */
const MOST: f64 = 8.452712498170644e270; // 2^900

/**
 * Writes a byte for each of `count` f64 boxes: CUT_OFF if a plane certainly cuts the box off, with or without UNCERTAIN; UNCERTAIN alone if
 * rounding leaves that open for a plane; else 0. Returns NOT_A_BOX if one of them is not a box, else 0. Two boxes at a time, a lane
 * each; the last of an odd number is judged twice.
 */
export function judgeBoxes(boxes: usize, count: i32, planes: usize, planesEnd: usize, verdicts: usize): i32 {
  let wrong = i32x4.splat(0);
  for (; count > 0; count -= 2, boxes += 2 * BOX_BYTES, verdicts += 2) {
    const other = boxes + select<usize>(BOX_BYTES, 0, count > 1);
    const p = v128.load(boxes), q = v128.load(boxes, 16), r = v128.load(boxes, 32); // minX minY │ minZ maxX │ maxY maxZ
    const s = v128.load(other), t = v128.load(other, 16), u = v128.load(other, 32);
    const minX = v128.shuffle<f64>(p, s, 0, 2), minY = v128.shuffle<f64>(p, s, 1, 3), minZ = v128.shuffle<f64>(q, t, 0, 2);
    const maxX = v128.shuffle<f64>(q, t, 1, 3), maxY = v128.shuffle<f64>(r, u, 0, 2), maxZ = v128.shuffle<f64>(r, u, 1, 3);
    wrong = v128.or(wrong, v128.or(isNegative(minX, maxX), v128.or(isNegative(minY, maxY), isNegative(minZ, maxZ))));
    const magnitude = f64x2.pmax(larger(minX, maxX), f64x2.pmax(larger(minY, maxY), larger(minZ, maxZ)));
    // Beyond that limit sums may be infinite, and an infinite bound leaves the box uncertain.
    const reach = v128.bitselect(magnitude, f64x2.splat(Infinity), f64x2.lt(magnitude, f64x2.splat(MOST)));
    v128.store(JUDGED_ENDS, minX);
    v128.store(JUDGED_ENDS, minY, 16);
    v128.store(JUDGED_ENDS, minZ, 32);
    v128.store(JUDGED_ENDS, maxX, 48);
    v128.store(JUDGED_ENDS, maxY, 64);
    v128.store(JUDGED_ENDS, maxZ, 80);
    let isCut = i32x4.splat(0);
    let isClear = i32x4.splat(-1);
    for (let plane = planes; plane < planesEnd; plane += PLANE_BYTES) {
      const x = v128.load(load<usize>(plane, PLANE_FARTHEST));
      const y = v128.load(load<usize>(plane, PLANE_FARTHEST + 4));
      const z = v128.load(load<usize>(plane, PLANE_FARTHEST + 8));
      const sum = f64x2.add(
        f64x2.add(f64x2.mul(x, v128.load(plane)), f64x2.mul(y, v128.load(plane, 16))),
        f64x2.add(f64x2.mul(z, v128.load(plane, 32)), v128.load(plane, PLANE_OFFSET)),
      );
      const bound = f64x2.add(f64x2.mul(reach, v128.load(plane, PLANE_BOUND)), v128.load(plane, PLANE_BOUND + 16));
      isCut = v128.or(isCut, f64x2.lt(sum, f64x2.neg(bound)));
      isClear = v128.and(isClear, f64x2.gt(sum, bound)); // false for NaN
    }
    const cut = i64x2.bitmask(isCut);
    const uncertain = i64x2.bitmask(isClear) ^ 0b11;
    store<u8>(verdicts, (cut & 1) * CUT_OFF | (uncertain & 1) * UNCERTAIN);
    if (count > 1) store<u8>(verdicts, (cut >>> 1) * CUT_OFF | (uncertain >>> 1) * UNCERTAIN, 1);
  }
  return i32(v128.any_true(wrong)) * NOT_A_BOX;
}

@inline function larger(min: v128, max: v128): v128 { return f64x2.pmax(f64x2.abs(min), f64x2.abs(max)); }

/** Whether the extent is not at least 0; it is NaN for a box at infinity. */
@inline function isNegative(min: v128, max: v128): v128 {
  return v128.not(f64x2.ge(f64x2.sub(max, min), f64x2.splat(0)));
}
