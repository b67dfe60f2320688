// Twin: isCutOff in broadphase/cull/box-side.ts, which also decides what is uncertain here.
import {
  JUDGED_BOUNDS, JUDGED_BOXES, JUDGED_KEPT, JUDGED_LOWEST, JUDGED_PLANES, JUDGED_ROWS, PLANE_BYTES, PLANE_OFFSET, PLANE_ROWS, ROW_BYTES,
  UNCERTAIN,
} from "../broadphase-memory-map";

const BOX_BYTES: usize = 48;

/** Numbers of planes are within 2^100, so the products with a box within 2^900, and their sums, are finite. */
const MOST: f64 = 8.452712498170644e270; // 2^900

/**
 * Lists those of the first `count` f64 boxes, numbered from `first` on, that no plane certainly cuts off, with UNCERTAIN where rounding leaves it
 * open whether one does. Returns the end of the list; 0 if an entry is not a box. Errors of all planes are below `perReach` times the largest
 * coordinate of a box plus `leastBound`.
 */
export function judgeBoxes(count: i32, first: i32, planesEnd: usize, perReach: f64, leastBound: f64): usize {
  const rowEnd = <usize>((count + 1) >> 1) << 4;
  if (!writeRows(count, perReach, leastBound)) return 0;
  for (let plane: usize = JUDGED_PLANES; plane < planesEnd; plane += PLANE_BYTES) measureFrom(plane, rowEnd);
  return listKept(count, first);
}

/** Writes minX … maxZ of all boxes as rows, two boxes a vector, with their error bounds; the last of an odd number twice. False if one is not a box. */
function writeRows(count: i32, perReach: f64, leastBound: f64): bool {
  let wrong = i32x4.splat(0);
  let box: usize = JUDGED_BOXES;
  for (let at: usize = 0; count > 0; count -= 2, box += 2 * BOX_BYTES, at += 16) {
    const other = box + select<usize>(BOX_BYTES, 0, count > 1);
    const p = v128.load(box), q = v128.load(box, 16), r = v128.load(box, 32); // minX minY │ minZ maxX │ maxY maxZ
    const s = v128.load(other), t = v128.load(other, 16), u = v128.load(other, 32);
    const minX = v128.shuffle<f64>(p, s, 0, 2), minY = v128.shuffle<f64>(p, s, 1, 3), minZ = v128.shuffle<f64>(q, t, 0, 2);
    const maxX = v128.shuffle<f64>(q, t, 1, 3), maxY = v128.shuffle<f64>(r, u, 0, 2), maxZ = v128.shuffle<f64>(r, u, 1, 3);
    wrong = v128.or(wrong, v128.or(isNegative(minX, maxX), v128.or(isNegative(minY, maxY), isNegative(minZ, maxZ))));
    const magnitude = f64x2.pmax(larger(minX, maxX), f64x2.pmax(larger(minY, maxY), larger(minZ, maxZ)));
    // Beyond that limit sums may be infinite, and an infinite bound leaves the box uncertain.
    const reach = v128.bitselect(magnitude, f64x2.splat(Infinity), f64x2.lt(magnitude, f64x2.splat(MOST)));
    v128.store(at, minX, JUDGED_ROWS);
    v128.store(at, minY, JUDGED_ROWS + ROW_BYTES);
    v128.store(at, minZ, JUDGED_ROWS + 2 * ROW_BYTES);
    v128.store(at, maxX, JUDGED_ROWS + 3 * ROW_BYTES);
    v128.store(at, maxY, JUDGED_ROWS + 4 * ROW_BYTES);
    v128.store(at, maxZ, JUDGED_ROWS + 5 * ROW_BYTES);
    v128.store(at, f64x2.add(f64x2.mul(reach, f64x2.splat(perReach)), f64x2.splat(leastBound)), JUDGED_BOUNDS);
    v128.store(at, f64x2.splat(Infinity), JUDGED_LOWEST);
  }
  return !v128.any_true(wrong);
}

/** Measures the corner of each box that is farthest along a plane's normal, and keeps the lowest measure of all planes. */
function measureFrom(plane: usize, rowEnd: usize): void {
  const normalX = v128.load64_splat(plane), normalY = v128.load64_splat(plane, 8), normalZ = v128.load64_splat(plane, 16);
  const offset = v128.load64_splat(plane, PLANE_OFFSET);
  const x = load<usize>(plane, PLANE_ROWS), y = load<usize>(plane, PLANE_ROWS + 4), z = load<usize>(plane, PLANE_ROWS + 8);
  for (let at: usize = 0; at < rowEnd; at += 16) {
    const sum = f64x2.add(
      f64x2.add(f64x2.mul(v128.load(x + at), normalX), f64x2.mul(v128.load(y + at), normalY)),
      f64x2.add(f64x2.mul(v128.load(z + at), normalZ), offset),
    );
    // A sum is NaN only if the box reaches beyond MOST; its bound is infinite then.
    v128.store(at, f64x2.pmin(v128.load(at, JUDGED_LOWEST), sum), JUDGED_LOWEST);
  }
}

function listKept(count: i32, first: i32): usize {
  let to: usize = JUDGED_KEPT;
  let at: usize = 0;
  for (let k = 0; k < count; k++, at += 8) {
    const lowest = load<f64>(at, JUDGED_LOWEST);
    const bound = load<f64>(at, JUDGED_BOUNDS);
    store<u32>(to, (first + k) | select<u32>(0, UNCERTAIN, lowest > bound)); // false for NaN
    to += 4 * i32(!(lowest < -bound));
  }
  return to;
}

@inline function larger(min: v128, max: v128): v128 { return f64x2.pmax(f64x2.abs(min), f64x2.abs(max)); }

/** Whether the extent is not at least 0; it is NaN for a box at infinity. */
@inline function isNegative(min: v128, max: v128): v128 {
  return v128.not(f64x2.ge(f64x2.sub(max, min), f64x2.splat(0)));
}
