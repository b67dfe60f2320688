// Boxes of the dynamic tree's kernels, two vectors each. Comparisons of all axes have their results in bits 0 to 2; bit 3 belongs to the
// integers and means nothing.
import { F32_BOX_BYTES, F32_BOX_MAX } from "../broadphase-memory-map";

const XYZ = 0b111;

/** Whether two boxes share a point; false for NaN. */
@inline export function doMeet(minA: v128, maxA: v128, minB: v128, maxB: v128): bool {
  return isTrueOnAll(v128.and(f32x4.le(minA, maxB), f32x4.le(minB, maxA)));
}

/** Whether a box is within the one at `outer`; false for NaN. */
@inline export function isWithin(min: v128, max: v128, outer: usize): bool {
  return isTrueOnAll(v128.and(f32x4.le(v128.load(outer), min), f32x4.le(max, v128.load(outer, F32_BOX_MAX))));
}

@inline function isTrueOnAll(lanes: v128): bool {
  return (i32x4.bitmask(lanes) & XYZ) == XYZ;
}

/** The numbers of one vector with the integer of another. */
@inline export function keepInteger(numbers: v128, other: v128): v128 {
  return v128.bitselect(numbers, other, i32x4(-1, -1, -1, 0));
}

// The bounds of the union of a node's two children.
@inline export function unionMin(node: usize): v128 {
  return f32x4.pmin(v128.load(node), v128.load(node, F32_BOX_BYTES));
}

@inline export function unionMax(node: usize): v128 {
  return f32x4.pmax(v128.load(node, F32_BOX_MAX), v128.load(node, F32_BOX_BYTES + F32_BOX_MAX));
}
