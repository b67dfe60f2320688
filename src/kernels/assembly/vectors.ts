// Vector operations that the pair kernels share. Four pairs are processed at once, of two things of a and two of b: lane k is the pair a1
// b1, a2 b1, a1 b2 or a2 b2. A point is three vectors, one per axis, with four lanes.
import { POSE } from "../pair-memory-map";

@inline export function splat(value: f32): v128 { return f32x4.splat(value); }
@inline export function add(a: v128, b: v128): v128 { return f32x4.add(a, b); }
@inline export function sub(a: v128, b: v128): v128 { return f32x4.sub(a, b); }
@inline export function mul(a: v128, b: v128): v128 { return f32x4.mul(a, b); }
@inline export function abs(a: v128): v128 { return f32x4.abs(a); }
/** All bits but the signs. `abs` is three instructions in V8, which makes this mask each time; `and` with a mask that is kept is one. */
@inline export function maskOfSigns(any: v128): v128 { return i32x4.shr_u(i32x4.eq(any, any), 1); }
@inline export function neg(a: v128): v128 { return f32x4.neg(a); }
@inline export function gt(a: v128, b: v128): v128 { return f32x4.gt(a, b); }
@inline export function lt(a: v128, b: v128): v128 { return f32x4.lt(a, b); }
/** The lesser and the greater, as one processor instruction; not for NaN. */
@inline export function least(a: v128, b: v128, c: v128): v128 { return f32x4.pmin(f32x4.pmin(a, b), c); }
@inline export function greatest(a: v128, b: v128, c: v128): v128 { return f32x4.pmax(f32x4.pmax(a, b), c); }

/** Bit k is the sign of lane k. */
@inline export function signs(a: v128): i32 { return i32x4.bitmask(a); }
/** 1 where the mask has the lane's bit, else 0. */
@inline export function bitOf(mask: i32, lane: i32): i32 { return (mask >>> lane) & 1; }
/** Removes the lanes with ones from the bits of `alive`. */
@inline export function dropWhere(lanes: v128, alive: i32): i32 { return alive & (signs(lanes) ^ 0b1111); }
@inline export function choose(mask: v128, yes: v128, no: v128): v128 { return v128.bitselect(yes, no, mask); }

@inline export function lane0(a: v128): f32 { return f32x4.extract_lane(a, 0); }
@inline export function lane1(a: v128): f32 { return f32x4.extract_lane(a, 1); }
@inline export function lane2(a: v128): f32 { return f32x4.extract_lane(a, 2); }
@inline export function lane3(a: v128): f32 { return f32x4.extract_lane(a, 3); }

@inline export function sum(a: v128, b: v128, c: v128): v128 { return add(add(a, b), c); }
@inline export function product(a: v128, b: v128, c: v128): v128 { return mul(mul(a, b), c); }

@inline export function dot(ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128): v128 {
  return sum(mul(ux, vx), mul(uy, vy), mul(uz, vz));
}

/** A component of u × v: uy·vz − uz·vy. */
@inline export function cross(uy: v128, vz: v128, uz: v128, vy: v128): v128 { return sub(mul(uy, vz), mul(uz, vy)); }

/** The number at an address, in all lanes. */
@inline export function numberAt(address: i32): v128 { return v128.load_splat<f32>(address); }

/** A number of the pose, in all lanes. */
@inline export function pose(index: i32): v128 { return numberAt(POSE + (index << 2)); }

/** A row of a matrix of the pose times a vector. */
@inline export function poseRow(matrix: i32, row: i32, x: v128, y: v128, z: v128): v128 {
  return dot(pose(matrix + 3 * row), pose(matrix + 3 * row + 1), pose(matrix + 3 * row + 2), x, y, z);
}

// Numbers of two things, each of which fills the lanes of a or of b. First the numbers 0 and 1 of both, alternating, or 2 and 3; then the
// first two of such a mix, or the last two.
@inline export function mixLow(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 0, 4, 1, 5); }
@inline export function mixHigh(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 2, 6, 3, 7); }
@inline export function firstOfA(mix: v128): v128 { return v128.shuffle<f32>(mix, mix, 0, 1, 0, 1); }
@inline export function lastOfA(mix: v128): v128 { return v128.shuffle<f32>(mix, mix, 2, 3, 2, 3); }
@inline export function firstOfB(mix: v128): v128 { return v128.shuffle<f32>(mix, mix, 0, 0, 1, 1); }
@inline export function lastOfB(mix: v128): v128 { return v128.shuffle<f32>(mix, mix, 2, 2, 3, 3); }

/** The first two numbers of both, the last two of both, and the last two of one before the first two of the other. */
@inline export function firstOfBoth(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 0, 1, 4, 5); }
@inline export function lastOfBoth(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 2, 3, 6, 7); }
@inline export function middleOf(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 2, 3, 4, 5); }
