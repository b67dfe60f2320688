// What the descents of nodes of four children share: by a ray (ray-descent.ts) and by a moving box (swept-box-descent.ts).
import { CORNERS_BYTES, VERTEX_BYTES } from "../pair-memory-map";
import {
  AXIS_BYTES, BOX_AXIS, BOX_TESTS, CHILDREN, ENTRIES, ENTRY_BYTES, ENTRY_ENTER, LOWEST, RAY_END, SLACK, STACK, TOP, TRIANGLE_TESTS, WIDTH,
} from "../ray-memory-map";
import { lane0, mul, sub } from "./vectors";

@inline export function axisValue(axis: i32, value: i32): v128 { return v128.load_splat<f32>(BOX_AXIS + axis * AXIS_BYTES + value); }
@inline export function axisRow(axis: i32, row: i32): i32 { return load<i32>(BOX_AXIS + axis * AXIS_BYTES + row); }
@inline export function slack(): v128 { return v128.load_splat<f32>(SLACK); }

/** When a ray or box passes four bounds. */
@inline export function passAt(row: i32, minus: v128, inverse: v128): v128 { return mul(sub(v128.load(row), minus), inverse); }

/** Missing children have the number −1. */
@inline export function childCount(node: i32): i32 { return WIDTH - popcnt(i32x4.bitmask(v128.load(node, LOWEST))); }

/**
 * The nearest of the children that are met (bit k: child k), as four times its number; the others go to the stack, from `top` on. The first
 * child that is met comes next, unless another one is nearer.
 */
@inline export function nearestChild(node: i32, met: i32, enters: v128, top: i32): i32 {
  let nearest = ctz(met) << 2;
  met &= met - 1;
  if (met != 0) {
    v128.store(ENTRIES, enters);
    let enter = load<f32>(nearest, ENTRIES);
    do {
      const other = ctz(met) << 2;
      met &= met - 1;
      const otherEnter = load<f32>(other, ENTRIES);
      const isNearer = otherEnter < enter;
      store<i32>(top, load<i32>(node + select(nearest, other, isNearer), CHILDREN), STACK);
      store<f32>(top, select(enter, otherEnter, isNearer), STACK + ENTRY_ENTER);
      top += ENTRY_BYTES;
      nearest = select(other, nearest, isNearer);
      enter = select(otherEnter, enter, isNearer);
    } while (met != 0);
  }
  return nearest;
}

/** A corner's x, y and z. */
@inline export function corner(slot: i32, k: i32, corners: i32, positions: i32): v128 {
  return v128.load(positions + load<i32>(corners + slot * CORNERS_BYTES + 4 * k) * VERTEX_BYTES);
}

// Each corner's successor, and the corner after that.
@inline export function next(a: v128): v128 { return v128.shuffle<f32>(a, a, 1, 2, 0, 0); }
@inline export function nextButOne(a: v128): v128 { return v128.shuffle<f32>(a, a, 2, 0, 1, 1); }

@inline export function saveState(top: i32, boxTests: i32, triangleTests: i32, end: v128): void {
  store<i32>(TOP, top);
  store<i32>(BOX_TESTS, load<i32>(BOX_TESTS) + boxTests);
  store<i32>(TRIANGLE_TESTS, load<i32>(TRIANGLE_TESTS) + triangleTests);
  store<f32>(RAY_END, lane0(end));
}
