// Twin: checkMoves in broadphase/box-store.ts. A walk that only reads, without a branch.
import { NEGATIVE_ZERO, NOT_A_BOX } from "../broadphase-memory-map";

/** Whether some f64 rectangles are not closed and bounded, or have −0: 0, NOT_A_BOX, NEGATIVE_ZERO or both. */
export function checkBoxes2D(boxes: usize, count: i32): i32 {
  let wrong = i32x4.splat(0);
  let zeros = i32x4.splat(0);
  for (; count > 0; count--, boxes += 32) {
    const min = v128.load(boxes);
    const max = v128.load(boxes, 16);
    wrong = v128.or(wrong, isWrong(min, max));
    zeros = v128.or(zeros, v128.or(isNegativeZero(min), isNegativeZero(max)));
  }
  return verdict(wrong, zeros);
}

/** Checks f64 boxes in 3D, like `checkBoxes2D` in 2D: minX minY │ minZ maxX │ maxY maxZ. */
export function checkBoxes3D(boxes: usize, count: i32): i32 {
  let wrong = i32x4.splat(0);
  let zeros = i32x4.splat(0);
  for (; count > 0; count--, boxes += 48) {
    const p = v128.load(boxes);
    const q = v128.load(boxes, 16);
    const r = v128.load(boxes, 32);
    wrong = v128.or(wrong, isWrong(p, v128.shuffle<f64>(q, r, 1, 2)));
    wrong = v128.or(wrong, isWrong(v128.shuffle<f64>(q, q, 0, 0), v128.shuffle<f64>(r, r, 1, 1)));
    zeros = v128.or(zeros, v128.or(v128.or(isNegativeZero(p), isNegativeZero(q)), isNegativeZero(r)));
  }
  return verdict(wrong, zeros);
}

/** Extents that are not at least 0: from numbers in the wrong order, from NaN, and from boxes at infinity. */
@inline function isWrong(min: v128, max: v128): v128 {
  return v128.not(f64x2.ge(f64x2.sub(max, min), f64x2.splat(0)));
}

@inline function isNegativeZero(numbers: v128): v128 {
  return i64x2.eq(numbers, i64x2.splat(i64.MIN_VALUE));
}

@inline function verdict(wrong: v128, zeros: v128): i32 {
  return i32(v128.any_true(wrong)) * NOT_A_BOX | i32(v128.any_true(zeros)) * NEGATIVE_ZERO;
}
