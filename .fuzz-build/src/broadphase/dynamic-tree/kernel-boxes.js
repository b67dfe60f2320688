import { f32x4, i32x4, v128 } from "../../numerics/wasm/assembler.js";
// Boxes in the kernels of the dynamic tree: eight lanes of f32, as in tree-memory.ts. What is asked of all axes is
// answered by bits 0 to 2; bit 3 is of the lanes of integers and means nothing.
export const BOX_BYTES = 32;
export const XYZ = 7;
/** Ones in the lanes of numbers. */
export const NUMBERS = v128.const([
	-1,
	-1,
	-1,
	0
]);
/** Whether the box with these ends is within the one at `outer`. */
export const isWithin = (min, max, outer) => i32x4.signs(v128.and(f32x4.le(v128.load(outer), min), f32x4.le(max, v128.load(outer, 16))));
/** Whether boxes share a point. */
export const doMeet = (minA, maxA, minB, maxB) => i32x4.signs(v128.and(f32x4.le(minA, maxB), f32x4.le(minB, maxA)));
