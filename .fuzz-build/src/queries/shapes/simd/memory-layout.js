import { POSE, QUEUE, SURVIVORS } from "../../pairs/simd/memory-layout.js";
// What the kernel of rays keeps in the memory of the pair kernels, in the places of their pose, queue and survivors: no two
// queries are under way at once. Lengths are those of the tree's space, as f32; descend-ray.ts fills it and derives the slack.
// An axis of a ray among boxes: what is subtracted from the bound that it meets first, and from the one it meets last, one by its
// direction, and where in a wide node these bounds are.
export const BOX_AXIS = POSE;
export const AXIS_BYTES = 20;
export const FIRST = 0;
export const LAST = 4;
export const PACE = 8;
export const FIRST_ROW = 12;
export const LAST_ROW = 16;
/** A ray's view of a point (x, y, z): three rows of x, y, z and a constant. Two across the ray, and one along it. */
export const VIEW = POSE + 60;
export const ROW_BYTES = 16;
/** Hits farther along are not wanted. */
export const LIMIT = POSE + 108;
export const SLACK = POSE + 112;
/** A hit at least so far along is not behind the ray's origin. */
export const AHEAD = POSE + 116;
/** Triangles do not count with which all volumes are positive, if this is ALL_CORNERS; or negative. */
export const DROP_POSITIVE = POSE + 120;
export const DROP_NEGATIVE = POSE + 124;
export const ALL_CORNERS = 7;
/** Not zero: only the first hit is wanted. */
export const FIRST_ONLY = POSE + 128;
/** Where the stack ends, in bytes. */
export const TOP = POSE + 132;
export const BOX_TESTS = POSE + 136;
export const TRIANGLE_TESTS = POSE + 140;
/** Where the ray enters the children of a node, 4 × f32. */
export const ENTERS = POSE + 144;
/** Nodes that wait: link, where the ray enters it. */
export const STACK = QUEUE;
export const ENTRY_BYTES = 8;
export const ENTRY_ENTER = 4;
export const STACK_ROOM = 7680;
/** Triangles that the ray may hit: slot, and how far along at least. */
export const FOUND = SURVIVORS;
export const FOUND_BYTES = 8;
export const FOUND_LOWER = 4;
/**
* After a leaf with which so many bytes are full they are handed out: a hit that f32 is not sure of lowers the limit only
* then. Leaves of LARGEST_LEAF triangles have room.
*/
export const FULL = 32;
// wide node, 32 × 32 bits, two cache lines, four lanes a row:
//   minX │ minY │ minZ │ maxX │ maxY │ maxZ │ links │ number of children, and room
// link ≥ 0: bytes from the first wide node. link < 0: a leaf, the complement of its first slot · 16 + its triangles − 1.
export const WIDTH = 4;
export const WIDE_BYTES = 128;
export const WIDE_ROW_BYTES = 16;
export const CHILDREN = 96;
export const CHILD_COUNT = 112;
export const LEAF_SHIFT = 4;
