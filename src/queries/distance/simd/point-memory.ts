import { DISTANCE, LARGEST_LEAF, QUEUE, SURVIVORS } from "../../pairs/simd/memory-layout.ts";

// What the kernel of `closestPoint` keeps in the memory of the pair kernels, in the places of other queries, which begin
// anew each time. Lengths are those of the model's space, as f32.

/** Beyond this distance a triangle is of no interest. */
export const BEST = DISTANCE;
/** What any distance or gap computed by the kernel may be wrong by; descend-point.ts derives it. */
export const SLACK = DISTANCE + 12;
/** Where the stack ends, in bytes. */
export const TOP = DISTANCE + 20;
/** The bytes of triangles kept. */
export const KEPT = DISTANCE + 24;
export const BOX_TESTS = DISTANCE + 28;
export const TRIANGLE_TESTS = DISTANCE + 32;
/** The point, 3 × f32, then 0. */
export const POINT = DISTANCE + 64;

/** Nodes that wait: the node's address, the square of a lower bound. */
export const STACK = QUEUE;
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
