import { f32x4, i32 } from "../../../numerics/wasm/assembler.js";
import { ZERO } from "../../pairs/simd/vectors.js";
// Words that the kernels for one tree against itself share.
const PAIR_SHIFT = 3;
const TRIANGLE_SHIFT = 6;
/** Turns three lanes, x y z or three corners, by one and by two. */
export const YZX = [
	1,
	2,
	0,
	3
];
export const ZXY = [
	2,
	0,
	1,
	3
];
export const turned = (from, order) => f32x4.shuffle(from.get, from.get, order);
/**
* The sum of the first three lanes, in all four. It is added up once: three additions, each in the order of its own lane, would
* round to three different numbers, and what must be one number (a component of a plane's normal, a length) would
* be another for each corner.
*/
export const sumOfLanes = (of) => f32x4.splat(f32x4.lane(f32x4.add(of.get, f32x4.add(turned(of, YZX), turned(of, ZXY))), 0));
export const triangleAt = (triangles, slot) => i32.add(triangles.get, i32.shl(slot, i32.const(TRIANGLE_SHIFT)));
export const advance = (cursor, by) => cursor.set(i32.add(cursor.get, i32.const(by)));
/** Moves the end of a list by a pair, if `is` is 1. */
export const advanceIf = (is, end) => end.set(i32.add(end.get, i32.shl(is, i32.const(PAIR_SHIFT))));
export const writePair = (end, p, q, list) => [i32.store(end.get, p, list), i32.store(end.get, q, list + 4)];
export const addTo = (counter, count) => i32.store(ZERO, i32.add(i32.load(ZERO, counter), count.get), counter);
