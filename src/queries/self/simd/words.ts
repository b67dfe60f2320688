import { type Code, f32x4, i32, type Local } from "../../../numerics/wasm/assembler.ts";
import { ZERO } from "../../pairs/simd/vectors.ts";
import type * as Memory from "./memory-layout.ts";

// Words that the kernels for one tree against itself share.

const PAIR_SHIFT = 3; // 8 bytes a pair
const TRIANGLE_SHIFT = 6; // 64 bytes a triangle

/** Turns three lanes, x y z or three corners, by one and by two. */
export const YZX = [1, 2, 0, 3] as const;
export const ZXY = [2, 0, 1, 3] as const;
export const turned = (from: Local, order: readonly number[]): Code =>
  f32x4.shuffle(from.get, from.get, order);
/**
 * The sum of the first three lanes, in all four. It is added up once: three additions, each in the order of its own lane, would
 * round to three different numbers, and what must be one number (a component of a plane's normal, a length) would
 * be another for each corner.
 */
export const sumOfLanes = (of: Local): Code =>
  f32x4.splat(f32x4.lane(f32x4.add(of.get, f32x4.add(turned(of, YZX), turned(of, ZXY))), 0));

export const triangleAt = (triangles: Local, slot: Code): Code =>
  i32.add(triangles.get, i32.shl(slot, i32.const(TRIANGLE_SHIFT)));

export const advance = (cursor: Local, by: number): Code => cursor.set(i32.add(cursor.get, i32.const(by)));
/** Moves the end of a list by a pair, if `is` is 1. */
export const advanceIf = (is: Code, end: Local): Code =>
  end.set(i32.add(end.get, i32.shl(is, i32.const(PAIR_SHIFT))));
export const writePair = (end: Local, p: Code, q: Code, list: number): Code => [
  i32.store(end.get, p, list),
  i32.store(end.get, q, list + 4),
];
export const addTo = (counter: typeof Memory.BOX_TESTS | typeof Memory.TRIANGLE_TESTS, count: Local): Code =>
  i32.store(ZERO, i32.add(i32.load(ZERO, counter), count.get), counter);
