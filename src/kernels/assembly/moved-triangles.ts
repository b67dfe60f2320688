// Triangles of b in a's space, two at a time, as pair-triangles.ts tests them; its bounds explain what is rounded where. A leaf of b is in
// several leaf pairs, mostly one soon after the other, so the last ones moved are kept: of 16 places, 70 % of the leaf pairs of a torus find
// theirs, and one place 33 %.
import { C, M } from "../../geometry/relative-pose-layout";
import {
  CORNERS_BYTES, MOVED, MOVED_BYTES, MOVED_PLACES, MOVED_SLOTS, RELATIVE_POSE, TRIANGLE_SLACK, VERTEX_BYTES,
} from "../pair-memory-map";
import { lengthWithSlack, ROUNDING } from "./intervals";
import { clear64 } from "./pair-descent";
import {
  add, cross, firstOfB, firstOfBoth, lastOfA, lastOfB, lastOfBoth, maskOfSigns, mixHigh, mixLow, mul, numberAt, poseRow, splat, sub,
} from "./vectors";

// A place, in bytes. Each is x, y and z, but for the last two: corner 0, f64; the edges from it; the normal, reversed; then the sum of the
// lengths of the edges, and `planeBound`.
export const EDGE1: i32 = 48;
export const EDGE2: i32 = 96;
export const NORMAL: i32 = 144;
export const LENGTHS: i32 = 192;
export const PLANE_BOUND: i32 = 208;
export const Y: i32 = 16;
export const Z: i32 = 32;

/** Empties all places. A place notes the complement of its first slot, so that 0 means empty. */
@inline export function forgetMoved(): void { clear64(MOVED_SLOTS); }

/** The place of the triangles in two slots, which may be one. Leaves share no slots, so the first slot stands for both. */
@inline export function movedTriangles(slot: i32, next: i32, corners: i32, positions: i32): i32 {
  const place = (slot >> 1) & (MOVED_PLACES - 1), at = MOVED + place * MOVED_BYTES;
  if (load<i32>(place << 2, MOVED_SLOTS) != ~slot) {
    store<i32>(place << 2, ~slot, MOVED_SLOTS);
    moveTriangles(slot, next, corners, positions, at);
  }
  return at;
}

function moveTriangles(slot: i32, next: i32, corners: i32, positions: i32, to: i32): void {
  let one = corner(slot, 0, corners, positions), two = corner(next, 0, corners, positions);
  const low = mixLow(one, two), high = mixHigh(one, two);
  const doubleX = firstDoubles(low), doubleY = lastDoubles(low), doubleZ = firstDoubles(high);
  v128.store(to, toA64(0, doubleX, doubleY, doubleZ));
  v128.store(to, toA64(1, doubleX, doubleY, doubleZ), Y);
  v128.store(to, toA64(2, doubleX, doubleY, doubleZ), Z);

  // Edge 1 of both triangles, then edge 2 of both.
  one = corner(slot, 1, corners, positions), two = corner(next, 1, corners, positions);
  const edge1XY = sub(mixLow(one, two), low), edge1Z = sub(mixHigh(one, two), high);
  one = corner(slot, 2, corners, positions), two = corner(next, 2, corners, positions);
  const edge2XY = sub(mixLow(one, two), low), edge2Z = sub(mixHigh(one, two), high);
  const x = firstOfBoth(edge1XY, edge2XY), y = lastOfBoth(edge1XY, edge2XY), z = firstOfBoth(edge1Z, edge2Z);
  const edgesX = poseRow(M, 0, x, y, z), edgesY = poseRow(M, 1, x, y, z), edgesZ = poseRow(M, 2, x, y, z);
  const b1x = firstOfB(edgesX), b1y = firstOfB(edgesY), b1z = firstOfB(edgesZ);
  const b2x = lastOfB(edgesX), b2y = lastOfB(edgesY), b2z = lastOfB(edgesZ);
  putPoint(to + EDGE1, b1x, b1y, b1z);
  putPoint(to + EDGE2, b2x, b2y, b2z);
  putPoint(to + NORMAL, cross(b2y, b1z, b2z, b1y), cross(b2z, b1x, b2x, b1z), cross(b2x, b1y, b2y, b1x));
  const lengths = lengthOf(edgesX, edgesY, edgesZ, maskOfSigns(low)), length1 = firstOfB(lengths), length2 = lastOfB(lengths);
  v128.store(to, add(length1, length2), LENGTHS);
  v128.store(to, planeBound(length1, length2), PLANE_BOUND);
}

@inline function putPoint(to: i32, x: v128, y: v128, z: v128): void {
  v128.store(to, x);
  v128.store(to, y, Y);
  v128.store(to, z, Z);
}

/** Corner k of the triangle in a slot: x y z and one more number. */
@inline export function corner(slot: i32, k: i32, corners: i32, positions: i32): v128 {
  return v128.load(positions + load<i32>(corners + slot * CORNERS_BYTES + 4 * k) * VERTEX_BYTES);
}

// The first or the last two numbers, in f64.
@inline export function firstDoubles(mix: v128): v128 { return f64x2.promote_low_f32x4(mix); }
@inline export function lastDoubles(mix: v128): v128 { return f64x2.promote_low_f32x4(lastOfA(mix)); }

/** A coordinate in a's space of two points in b's, f64. */
@inline function toA64(axis: i32, x: v128, y: v128, z: v128): v128 {
  const moved = f64x2.add(f64x2.mul(pose64(M + 3 * axis), x), f64x2.mul(pose64(M + 3 * axis + 1), y));
  return f64x2.add(f64x2.add(moved, f64x2.mul(pose64(M + 3 * axis + 2), z)), pose64(C + axis));
}

/** A number of the relative pose in f64. */
@inline function pose64(index: i32): v128 { return v128.load_splat<f64>(RELATIVE_POSE + (index << 3)); }

@inline export function slack(): v128 { return numberAt(TRIANGLE_SLACK); }
@inline export function lengthOf(x: v128, y: v128, z: v128, mask: v128): v128 { return lengthWithSlack(x, y, z, slack(), mask); }

/** The error bound of a distance from a plane with edges of these lengths, divided by the span of the two triangles. */
@inline export function planeBound(length1: v128, length2: v128): v128 {
  return add(mul(add(slack(), slack()), add(length1, length2)), mul(splat(8 * ROUNDING), mul(length1, length2)));
}
