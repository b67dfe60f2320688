// Twin: isCutOff in broadphase/cull/box-side.ts, which also decides what is doubtful here.
import { CUT_OFF, DOUBTFUL, NOT_A_BOX, PLANE_BOUND, PLANE_BYTES, PLANE_OFFSET } from "../broadphase-memory-map";

/** Numbers of planes are within 2^100, so the products of a box within 2^900 and their sums are finite. */
const MOST: f64 = 8.452712498170644e270; // 2^900

/**
 * Writes a byte for each of `count` f64 boxes: CUT_OFF if a plane certainly cuts the box off, DOUBTFUL if rounding leaves that open for
 * one of them, else 0. Returns NOT_A_BOX if one of them is not a box, else 0.
 */
export function judgeBoxes(boxes: usize, count: i32, planes: usize, planesEnd: usize, verdicts: usize): i32 {
  let wrong = i32x4.splat(0);
  for (; count > 0; count--, boxes += 48, verdicts++) {
    const p = v128.load(boxes), q = v128.load(boxes, 16), r = v128.load(boxes, 32); // minX minY │ minZ maxX │ maxY maxZ
    wrong = v128.or(wrong, isNegative(f64x2.sub(v128.shuffle<f64>(q, r, 1, 2), p)));
    wrong = v128.or(wrong, isNegative(f64x2.sub(v128.shuffle<f64>(r, r, 1, 1), v128.shuffle<f64>(q, q, 0, 0))));
    const pair = f64x2.pmax(f64x2.pmax(f64x2.abs(p), f64x2.abs(q)), f64x2.abs(r));
    const magnitude = f64x2.pmax(pair, swapped(pair)); // the largest one, in both lanes
    // Beyond it sums may be infinite, and an infinite bound leaves the box doubtful.
    const reach = v128.bitselect(magnitude, f64x2.splat(Infinity), f64x2.lt(magnitude, f64x2.splat(MOST)));
    let isCut = i32x4.splat(0);
    let isClear = i32x4.splat(-1);
    for (let plane = planes; plane < planesEnd; plane += PLANE_BYTES) {
      const products = f64x2.add(
        f64x2.add(f64x2.mul(p, v128.load(plane)), f64x2.mul(q, v128.load(plane, 16))),
        f64x2.mul(r, v128.load(plane, 32)),
      );
      const sum = f64x2.add(f64x2.add(products, swapped(products)), v128.load(plane, PLANE_OFFSET));
      const bound = f64x2.add(f64x2.mul(reach, v128.load(plane, PLANE_BOUND)), v128.load(plane, PLANE_BOUND + 16));
      isCut = v128.or(isCut, f64x2.lt(sum, f64x2.neg(bound)));
      isClear = v128.and(isClear, f64x2.gt(sum, bound)); // false for NaN
    }
    store<u8>(verdicts, i32(v128.any_true(isCut)) * CUT_OFF | i32(!v128.any_true(isClear)) * DOUBTFUL);
  }
  return i32(v128.any_true(wrong)) * NOT_A_BOX;
}

@inline function swapped(pair: v128): v128 { return v128.shuffle<f64>(pair, pair, 1, 0); }

/** Not 0 or more, or NaN: the extent of a box at infinity. */
@inline function isNegative(extents: v128): v128 { return v128.not(f64x2.ge(extents, f64x2.splat(0))); }
