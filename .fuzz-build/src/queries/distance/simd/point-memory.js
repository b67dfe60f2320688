import { DISTANCE, LARGEST_LEAF, SURVIVORS } from "../../pairs/simd/memory-layout.js";
import { SIDE_A } from "./memory-layout.js";
// What the kernel of `closestPoint` keeps in the memory of the pair kernels, in the places of other queries, which begin
// anew each time. Lengths are those of the model's space, as f32.
export { BEST, BOX_TESTS, KEPT, SLACK, STACK, TOP, TRIANGLE_TESTS } from "./memory-layout.js";
/** The point, 3 × f32, then 0. */
export const POINT = SIDE_A;
// Nodes that wait: the node's address, the square of a lower bound.
export const ENTRY_BYTES = 8;
export const ENTRY_SQUARE = 4;
/** The queue's room, 61,440 bytes. */
export const STACK_ROOM = 7680;
/** Triangles that may be the nearest: slot, a lower bound. */
export const TRIANGLES = SURVIVORS;
export const TRIANGLE_BYTES = 8;
export const TRIANGLE_LOWER = 4;
/** With this many bytes of triangles another two leaves may not have room. */
export const FULL = DISTANCE - SURVIVORS - 2 * TRIANGLE_BYTES * LARGEST_LEAF;
