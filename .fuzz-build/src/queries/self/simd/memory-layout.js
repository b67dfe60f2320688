// The memory of the SIMD kernels for one tree against itself, in bytes:
//
//   numbers, state │ block │ leaf pairs │ candidates │ strangers │ neighbours │ hits │ undecided │ one model …
//
// self-model.ts lays out the model: boxes of nodes and slots, triangles, the stack, and what these are made of.
/** f32: how far corners, boxes and numbers are from exact; write-triangles.ts says how. */
export const CORNER_SLACK = 0;
export const NORMAL_SLACK = 4;
export const GAP = 8;
export const UNDERFLOW = 12;
/** Bytes of node pairs on the stack; the next node that is not yet tested against itself. */
export const WAITING = 16;
export const NEXT_NODE = 20;
/** Counters: pairs of boxes, pairs of triangles. */
export const BOX_TESTS = 24;
export const TRIANGLE_TESTS = 28;
/** Bytes of leaf pairs whose triangles have been looked at, of NEIGHBOURS, and of UNDECIDED. */
export const LEAF_PAIRS_DONE = 32;
export const NEIGHBOUR_BYTES = 36;
export const UNDECIDED_BYTES = 40;
/** A pair of nodes, as addresses, or of slots. */
export const PAIR_BYTES = 8;
/** Node pairs, or nodes, that are treated together; each adds at most four pairs. */
export const BLOCK = 64;
export const BLOCK_SIZE = 32;
export const LEAF_PAIRS = 320;
export const LEAF_PAIR_ROOM = 640;
// Lists have 64 bytes more than they need: entries are written before it is known whether they stay, up to four at a time.
/** As many as `testCandidates` takes at a time; each of the lists that are made of them has room for all. */
export const BATCH = 2048;
/** Leaves hold at most so many triangles, so that the candidates of a leaf pair have room. */
export const LARGEST_LEAF = 16;
export const CANDIDATES = 5504;
/** Without a common corner. */
export const STRANGERS = 21952;
/** With one or more: two slots, and what is known of their corners. */
export const NEIGHBOURS = 38400;
export const NEIGHBOUR_ENTRY = 12;
export const HITS = 63040;
export const UNDECIDED = 79488;
export const MODEL = 95936;
// box, as in self-boxes.ts: lowX lowY lowZ highX highY highZ │ link │ count
export const BOX_BYTES = 32;
export const HIGH = 12;
export const LINK = 24;
export const COUNT = 28;
// triangle, a cache line: x0 x1 x2 normalX │ y0 y1 y2 normalY │ z0 z1 z2 normalZ │ vertex0 vertex1 vertex2 size
export const TRIANGLE_BYTES = 64;
export const AXIS_BYTES = 16;
export const NORMAL = 12;
export const VERTICES = 48;
export const SIZE = 60;
export { CORNERS_BYTES, VERTEX_BYTES } from "../../pairs/simd/memory-layout.js";
