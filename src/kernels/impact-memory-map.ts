// The memory of the kernels for straight motion, in bytes: one query at a time. TypeScript and AssemblyScript both import this file, so it
// holds only plain constants, like memory-map.ts. queries/impact/impact-model.ts lays out what follows the header:
//
//   header │ boxes of a at time 0, at time 1 │ corners, points of a │ those of b │ flat stars │ stack │ heap
//
// For a mesh against itself, b has the addresses of a.

// f64
/** Contacts that are not earlier than this do not matter; written before every call. */
export const UPPER = 0;
/** Pairs of nodes taken so far, and the largest number allowed. */
export const STEPS = 8;
export const MOST_STEPS = 16;

// i32. 1 or 0
export const IS_SELF = 32;
/** All contacts are listed, so pairs need not be ordered by time. */
export const IS_LIST = 36;
/** Meshes are only translated: their boxes are those of their trees, at POSE and TRANSLATION. */
export const IS_TRANSLATED = 40;

export const STACK_BYTES = 44;
export const HEAP_COUNT = 48;
/** The number of pairs that fit into the heap. */
export const HEAP_ROOM = 52;
export const BOX_TESTS = 56;
export const TRIANGLE_TESTS = 60;

// The current leaves. FIRST and SECOND are the slots of the next test; between leaves FIRST is at least FIRST_END.
export const FIRST = 64;
export const FIRST_END = 68;
export const SECOND = 72;
export const SECOND_BEGIN = 76;
export const SECOND_END = 80;
export const IS_ONE_LEAF = 84;

// What `descend` stopped for: two slots, the corners they share as packed by `sharedCorners`, and whether their boxes meet at time 0.
export const SLOT_A = 88;
export const SLOT_B = 92;
export const SHARED = 96;
export const MEET_AT_START = 100;

// Addresses.
export const START_A = 104;
export const END_A = 108;
export const START_B = 112;
export const END_B = 116;
export const CORNERS_A = 120;
export const CORNERS_B = 124;
export const POINTS_A = 128;
export const POINTS_B = 132;
/** One byte per vertex: 1 if the triangles around it are proven apart. */
export const IS_FLAT = 136;
export const STACK = 140;
export const HEAP = 144;

/** The pose of b relative to a at time 0: numbers of geometry/relative-pose-layout.ts. */
export const POSE = 192;
// For each axis, at time 0 and at time 1, f64: twice the offset c. Then twice the larger margins of a and of b.
export const TRANSLATION = 704;
export const MARGIN_A = 752;
export const MARGIN_B = 760;

export const IMPACT_MODEL = 768;

// What `descend` returns.
export const ENDED = 0;
/** Two triangles are not proven apart: see SLOT_A. */
export const UNSETTLED = 1;
/** The heap needs more room. */
export const HEAP_FULL = 2;

// point: x at time 0, x at time 1 │ y, y │ z, z        6 × f64
export const POINT_BYTES = 48;
export const POINT_Y = 16;
export const POINT_Z = 32;
export const CORNERS_BYTES = 12; // three vertex numbers

/** Two nodes. */
export const STACK_ENTRY = 8;
// heap entry: time, f64 │ two nodes
export const HEAP_ENTRY = 16;
export const HEAP_NODE_A = 8;
export const HEAP_NODE_B = 12;
/** A step adds at most three pairs. */
export const MOST_ADDED = 3;
