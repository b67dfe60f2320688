// Helpers that the self-collision kernels share.
import { PAIR_SHIFT, TRIANGLE_SHIFT } from "../self-memory-map";
import { add, splat } from "./vectors";

@inline export function writePair(at: i32, list: i32, p: i32, q: i32): void {
  store<i32>(at + list, p);
  store<i32>(at + list, q, 4);
}

/** The end of a list after one more pair if `isKept` is 1, otherwise unchanged. */
@inline export function advanceIf(isKept: i32, end: i32): i32 { return end + (isKept << PAIR_SHIFT); }

@inline export function addTo(counter: usize, count: i32): void { store<i32>(counter, load<i32>(counter) + count); }

@inline export function triangleAt(triangles: i32, slot: i32): i32 { return triangles + (slot << TRIANGLE_SHIFT); }

/** A number of the memory map, in all lanes. */
@inline export function numberAt(address: usize): v128 { return v128.load_splat<f32>(address); }

// Three lanes, x y z or three corners, rotated by one and by two.
@inline export function yzx(a: v128): v128 { return v128.shuffle<f32>(a, a, 1, 2, 0, 3); }
@inline export function zxy(a: v128): v128 { return v128.shuffle<f32>(a, a, 2, 0, 1, 3); }

/**
 * The sum of the first three lanes, in all four. It is computed once: three sums, each in the order of its own lane, would round
 * differently, and what must be one number (a component of a plane's normal, a length) would differ from corner to corner.
 */
@inline export function sumOfLanes(a: v128): v128 { return splat(f32x4.extract_lane(add(a, add(yzx(a), zxy(a))), 0)); }
