// Twins: `findSupport`, `farthest` and `walk` in geometry/convex/convex-pair.ts; two corners at a time.
import {
  CORNER_A, CORNER_B, COUNT_A, COUNT_B, LINEAR_A, LINEAR_B, NEIGHBOURS_A, NEIGHBOURS_B, POINTS_A, POINTS_B, SHIFT, STARTS_A, STARTS_B,
  SUPPORT,
} from "../convex-memory-map";

/** Shapes with fewer corners are searched completely, as in geometry/convex/convex-pair.ts. */
export const WALK_FROM: i32 = 64;

export function findSupport(x: f64, y: f64, z: f64, all: bool): void {
  const a = farthest(
    dotColumn(LINEAR_A, x, y, z), dotColumn(LINEAR_A + 24, x, y, z), dotColumn(LINEAR_A + 48, x, y, z),
    load<i32>(CORNER_A), load<i32>(COUNT_A), load<i32>(POINTS_A), load<i32>(NEIGHBOURS_A), load<i32>(STARTS_A), all,
  );
  const b = farthest(
    -dotColumn(LINEAR_B, x, y, z), -dotColumn(LINEAR_B + 24, x, y, z), -dotColumn(LINEAR_B + 48, x, y, z),
    load<i32>(CORNER_B), load<i32>(COUNT_B), load<i32>(POINTS_B), load<i32>(NEIGHBOURS_B), load<i32>(STARTS_B), all,
  );
  store<i32>(CORNER_A, a);
  store<i32>(CORNER_B, b);
  setSupport(load<i32>(POINTS_A) + 24 * a, load<i32>(POINTS_B) + 24 * b, SUPPORT);
}

@inline function dotColumn(m: i32, x: f64, y: f64, z: f64): f64 {
  return load<f64>(m) * x + load<f64>(m, 8) * y + load<f64>(m, 16) * z;
}

/** The difference of two corners: (Ma·p − Mb·q) − shift. */
export function setSupport(p: i32, q: i32, out: i32): void {
  for (let row = 0; row < 24; row += 8)
    store<f64>(out + row, rowTimes(LINEAR_A + row, p) - rowTimes(LINEAR_B + row, q) - load<f64>(SHIFT + row));
}

@inline function rowTimes(m: i32, p: i32): f64 {
  return load<f64>(m) * load<f64>(p) + load<f64>(m, 24) * load<f64>(p, 8) + load<f64>(m, 48) * load<f64>(p, 16);
}

@inline function heightOf(p: i32, x: f64, y: f64, z: f64): f64 {
  return x * load<f64>(p) + y * load<f64>(p, 8) + z * load<f64>(p, 16);
}

function farthest(x: f64, y: f64, z: f64, start: i32, count: i32, points: i32, neighbours: i32, starts: i32, all: bool): i32 {
  if (!all && count >= WALK_FROM) return walk(x, y, z, start, points, neighbours, starts);
  let best = start;
  let most = heightOf(points + 24 * start, x, y, z);
  const even = count & ~1;
  const xs = f64x2.splat(x), ys = f64x2.splat(y), zs = f64x2.splat(z);
  let mosts = f64x2.splat(most);
  let bests = i64x2.splat(start);
  let numbers = i64x2(0, 1);
  const two = i64x2.splat(2);
  for (let p = 0, at = points; p < even; p += 2, at += 48) {
    const first = v128.load(at), second = v128.load(at, 16), third = v128.load(at, 32); // x y │ z x' │ y' z'
    const heights = f64x2.add(
      f64x2.add(
        f64x2.mul(xs, v128.shuffle<f64>(first, second, 0, 3)),
        f64x2.mul(ys, v128.shuffle<f64>(first, third, 1, 2)),
      ),
      f64x2.mul(zs, v128.shuffle<f64>(second, third, 0, 3)),
    );
    const higher = f64x2.gt(heights, mosts);
    mosts = v128.bitselect(heights, mosts, higher);
    bests = v128.bitselect(numbers, bests, higher);
    numbers = i64x2.add(numbers, two);
  }
  // Each lane has its first highest corner, or the start; among equal ones the first wins, as in the scalar loop.
  const mostOfEven = f64x2.extract_lane(mosts, 0), mostOfOdd = f64x2.extract_lane(mosts, 1);
  const bestOfEven = <i32>i64x2.extract_lane(bests, 0), bestOfOdd = <i32>i64x2.extract_lane(bests, 1);
  if (mostOfEven > most) {
    most = mostOfEven;
    best = bestOfEven;
    if (mostOfOdd > most || (mostOfOdd == most && bestOfOdd < bestOfEven)) {
      most = mostOfOdd;
      best = bestOfOdd;
    }
  } else if (mostOfOdd > most) {
    most = mostOfOdd;
    best = bestOfOdd;
  }
  if (even < count && heightOf(points + 24 * even, x, y, z) > most) best = even;
  return best;
}

function walk(x: f64, y: f64, z: f64, start: i32, points: i32, neighbours: i32, starts: i32): i32 {
  let best = start;
  let most = heightOf(points + 24 * start, x, y, z);
  for (let last = -1; last != best; ) {
    last = best;
    const end = load<i32>(starts + (last << 2), 4);
    for (let i = load<i32>(starts + (last << 2)); i < end; i++) {
      const p = load<i32>(neighbours + (i << 2));
      const height = heightOf(points + 24 * p, x, y, z);
      if (height > most) {
        most = height;
        best = p;
      }
    }
  }
  return best;
}
