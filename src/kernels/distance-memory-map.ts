// The part of the pair kernels' memory that `distance`, `isWithin` and `closestPoint` use, in bytes. TypeScript and AssemblyScript both
// import this file, so it holds only plain constants and sums of them, like memory-map.ts.
//
//   pose │ … │ queue │ survivors │ state │ sides │ corners and faces │ supports of a │ supports of b │ copies of trees …
//
// The pose is that of pair queries. Lengths are in a's space, as f32.

/** Equals DISTANCE in pair-memory-map.ts. */
export const STATE = 589824;
/** Pairs, or triangles, farther apart than this are not the answer, f32. */
export const BEST = STATE;
/** The square of twice BEST, because all numbers of boxes are doubled. */
export const LIMIT = STATE + 4;
/** The gap between two supports must exceed this; Infinity while there is no direction. */
export const ROOT = STATE + 8;
/** The error bound of all distances and gaps computed by the kernels; descend-by-kernel.ts and descend-to-point-by-kernel.ts derive it. */
export const SLACK = STATE + 12;
/** The number of the direction that supports are kept for. */
export const GENERATION = STATE + 16;
/** The end of the stack, in bytes. */
export const TOP = STATE + 20;
/** The bytes of pairs, or of triangles, kept. */
export const KEPT = STATE + 24;
export const BOX_TESTS = STATE + 28;
export const TRIANGLE_TESTS = STATE + 32;
/** From the point of a to the point of b, 3 × f32, for the last triangle pair that lowered BEST. */
export const FOUND_DIRECTION = STATE + 36;
/** FOUND_DIRECTION as a unit vector, when the descent started or continued. SIDE_DIRECTION may still hold an earlier one. */
export const UNIT_DIRECTION = STATE + 48;

// A side: the unit direction of a's space, as measured in the side's own coordinates (3 × f32, then 0); the offset to add to a support; the
// addresses of nodes, corners, vertices and supports.
export const SIDE_A = STATE + 64;
export const SIDE_B = STATE + 128;
export const SIDE_DIRECTION = 0;
export const SIDE_OFFSET = 16;
export const SIDE_NODES = 20;
export const SIDE_CORNERS = 24;
export const SIDE_POSITIONS = 28;
export const SIDE_SUPPORTS = 32;

// Two triangles against two: a number is a vector of four lanes, a point three such vectors. For each side three corners, each with the
// edge to the next, then the face:
//   corner: point (3) edge (3) its square (1) the inverse of that (1)
//   face:   corner 0 (3) the edges u and v from there (3, 3) u·v (1) v·v (1) determinant (1)
export const X = 0;
export const Y = 16;
export const Z = 32;
export const EDGE = 48;
export const EDGE_SQUARE = 96;
export const EDGE_INVERSE = 112;
export const CORNER_BYTES = 128;
export const CORNERS_A = STATE + 256;
export const CORNERS_B = CORNERS_A + 384;
export const CORNERS_END = CORNERS_B + 384;
export const FACE_U = 48;
export const FACE_V = 96;
export const FACE_UV = 144;
export const FACE_VV = 160;
export const FACE_DET = 176;
export const FACE_BYTES = 192;
export const FACE_A = CORNERS_END;
export const FACE_B = FACE_A + FACE_BYTES;

/** Pending node pairs: node of a, node of b, the square of twice a lower bound. Shares memory with the queue of pair queries. */
export const STACK = 4096;
export const ENTRY_BYTES = 16;
export const ENTRY_SQUARE = 8;
/** The queue has 61,440 bytes. */
export const STACK_ROOM = 3840;

/** Triangle pairs that may be the nearest: slot of a, slot of b, a lower bound. Shares memory with the survivors. */
export const PAIRS = 65536;
export const PAIR_BYTES = 16;
export const PAIR_LOWER = 8;
/** With this many bytes of pairs there may be no room for another two leaves: STATE − PAIRS − PAIR_BYTES · LARGEST_LEAF². */
export const FULL = 520192;

/** Known supports: generation, node, support. A node has the place of its number & LAST_SUPPORT. */
export const SUPPORTS_A = STATE + 65536;
export const SUPPORTS_B = STATE + 131072;
export const SUPPORTS_END = STATE + 196608; // COPIES in pair-memory-map.ts
export const SUPPORT_BYTES = 16;
export const SUPPORT_NODE = 4;
export const SUPPORT_VALUE = 8;
export const LAST_SUPPORT = 4095;

// ── Closest points ──────────────────────────────────────────────────────────────────────────────────────────────────
//
// State, stack and triangles share memory with those of distance queries, which reset all of it when they start.

/** The point, 3 × f32, then 0. */
export const POINT = SIDE_A;

/** Pending nodes: the node's address, the square of a lower bound. In STACK. */
export const NODE_ENTRY_BYTES = 8;
export const NODE_ENTRY_SQUARE = 4;
export const NODE_STACK_ROOM = 7680;

/** Triangles that may be the nearest: slot, a lower bound. Shares memory with PAIRS. */
export const TRIANGLES = PAIRS;
export const TRIANGLE_BYTES = 8;
export const TRIANGLE_LOWER = 4;
/** With this many bytes of triangles there may be no room for another two leaves: STATE − PAIRS − 2 · TRIANGLE_BYTES · LARGEST_LEAF. */
export const TRIANGLES_FULL = 524032;

// ── Rounding ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** 1 + 2^-18: covers the rounding of quotients, roots and squares, and how much a's pose may stretch (SIMILAR in descend-by-kernel.ts). */
export const GROW = 1.0000038146972656;
/** The nearest pair comes next: by its bound and, with this weight, by the centres, which order boxes that overlap. */
export const CENTRE_SHARE = 0.1;
