// The memory of the self-collision kernels, in bytes. TypeScript and AssemblyScript both import this file, so it holds only plain
// constants, like memory-map.ts.
//
//   bounds, state │ block │ leaf pairs │ candidates │ non-neighbours │ neighbours │ hits │ undecided │ one model …
//
// queries/self/self-model.ts lays out the model: boxes of nodes and slots, triangles, the stack, and the data these are made from.

// f32: error bounds of corners, boxes and products. assembly/self-triangles.ts explains them.
export const CORNER_SLACK = 0;
export const NORMAL_SLACK = 4;
export const GAP = 8;
export const UNDERFLOW = 12;

/** Bytes of node pairs on the stack. */
export const WAITING = 16;
/** The next node to be tested against itself. */
export const NEXT_NODE = 20;
export const BOX_TESTS = 24;
export const TRIANGLE_TESTS = 28;
/** Bytes of LEAF_PAIRS whose triangles have been tested. */
export const LEAF_PAIRS_DONE = 32;
export const NEIGHBOUR_BYTES = 36;
export const UNDECIDED_BYTES = 40;

/** A pair of nodes, as addresses, or of slots. */
export const PAIR_BYTES = 8;
export const PAIR_SHIFT = 3;

/** Node pairs, or nodes, processed together; each adds at most four pairs. */
export const BLOCK = 64;
export const BLOCK_SIZE = 32;

export const LEAF_PAIRS = 320;
export const LEAF_PAIR_ROOM = 640;

// Each list has 64 spare bytes at its end: up to four entries are written before it is known whether they stay.

/** The most candidates tested at a time, and the capacity of each list made from them. */
export const BATCH = 2048;
/** The most triangles in a leaf: the candidates of one leaf pair fit into CANDIDATES. */
export const LARGEST_LEAF = 16;
export const CANDIDATES = 5504;
/** Candidates without a common corner. */
export const NON_NEIGHBOURS = 21952;
/** Candidates with a common corner: two slots, and a mask of what is known about their corners. */
export const NEIGHBOURS = 38400;
export const NEIGHBOUR_ENTRY = 12;
export const HITS = 63040;
export const UNDECIDED = 79488;

export const MODEL = 95936;

// box, as in queries/self/self-boxes.ts: lowX lowY lowZ highX highY highZ │ link │ count        8 × i32
export const BOX_BYTES = 32;
export const BOX_SHIFT = 5;
export const HIGH = 12;
export const LINK = 24;
export const COUNT = 28;

// triangle, a cache line: x0 x1 x2 normalX │ y0 y1 y2 normalY │ z0 z1 z2 normalZ │ vertex0 vertex1 vertex2 size
export const TRIANGLE_BYTES = 64;
export const TRIANGLE_SHIFT = 6;
export const Y = 16;
export const Z = 32;
export const NORMAL = 12; // after the corners of each axis
export const VERTICES = 48;
export const SIZE = 60;

export const CORNERS_BYTES = 12; // three vertex numbers
export const VERTEX_BYTES = 12;
