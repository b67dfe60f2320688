import { type Code, f32, f32x4, i32, i32x4, type Local, v128 } from "../../../numerics/wasm/assembler.ts";
import { PAIR_BYTES, POSE } from "./memory-layout.ts";

// Words that the kernels share. Four pairs are treated at once, of two things of a and two of b: lane k is the pair
// a1 b1, a2 b1, a1 b2 or a2 b2. A vector is three variables, an axis each, with four lanes.

export const AXES = [0, 1, 2] as const;
export const FOUR_LANES = [0, 1, 2, 3] as const;
/** Which of the two is in each lane. */
export const LANES_OF_A = [0, 1, 0, 1] as const;
export const LANES_OF_B = [0, 0, 1, 1] as const;
/** Shuffles: the numbers 0 and 1 of both operands, in turn, and the numbers 2 and 3. */
export const MIXED_LOW = [0, 4, 1, 5] as const;
export const MIXED_HIGH = [2, 6, 3, 7] as const;

export const ZERO = i32.const(0);

export const splat = (value: number): Code => f32x4.splat(f32.const(value));
/** A number at an address that is known, in all lanes. */
export const numberAt = (address: number): Code => v128.load32Splat(ZERO, address);
/** A number of the pose, in all lanes. */
export const poseValue = (index: number): Code => numberAt(POSE + 4 * index);

/** A row of a matrix of the pose times a vector. */
export const poseRow = (matrix: number, row: number, v: readonly Code[]): Code =>
  dot(
    AXES.map((column) => poseValue(matrix + 3 * row + column)),
    v,
  );

export const values = (v: readonly Local[]): Code[] => v.map(({ get }) => get);
export const sumOf = (list: readonly Code[]): Code => list.reduce(f32x4.add);
export const productOf = (list: readonly Code[]): Code => list.reduce(f32x4.mul);

export const dot = (u: readonly Code[], v: readonly Code[]): Code =>
  sumOf(AXES.map((axis) => f32x4.mul(u[axis], v[axis])));

/** A component of u × v. */
export function cross(u: readonly Local[], v: readonly Local[], axis: number): Code {
  const [y, z] = [(axis + 1) % 3, (axis + 2) % 3];
  return f32x4.sub(f32x4.mul(u[y].get, v[z].get), f32x4.mul(u[z].get, v[y].get));
}

/** Takes the lanes with ones out of the bits of `alive`. */
export const dropWhere = (lanes: Code, alive: Local): Code =>
  alive.set(i32.and(alive.get, i32.xor(i32x4.signs(lanes), i32.const(0b1111))));

/** Moves the end of a list by a pair if the mask has the lane's bit. */
export const advanceIf = (lane: number, mask: Local, end: Local): Code =>
  end.set(
    i32.add(
      end.get,
      i32.mul(i32.and(i32.shr(mask.get, i32.const(lane)), i32.const(1)), i32.const(PAIR_BYTES)),
    ),
  );
