import { DISTANCE, LARGEST_LEAF, QUEUE, SURVIVORS } from "../../pairs/simd/memory-layout.js";
// What the kernels of `distance` keep in the memory of the pair kernels, in bytes:
//
//   pose │ … │ queue │ survivors │ state │ lanes │ reaches of a │ reaches of b │ copies of trees …
//
// The pose is that of pair queries. Lengths are those of a's space, as f32.
/** Beyond this distance a pair is of no interest. */
export const BEST = DISTANCE;
/** The square of twice that, for boxes, of which everything is doubled. */
export const LIMIT = DISTANCE + 4;
/** What the gap between two reaches must exceed; Infinity while there is no way. */
export const ROOT = DISTANCE + 8;
/** What any distance or gap computed by the kernels may be wrong by; descend-near.ts derives it. */
export const SLACK = DISTANCE + 12;
/** The number of the way. */
export const GENERATION = DISTANCE + 16;
/** Where the stack ends, in bytes. */
export const TOP = DISTANCE + 20;
/** The bytes of pairs kept. */
export const KEPT = DISTANCE + 24;
export const BOX_TESTS = DISTANCE + 28;
export const TRIANGLE_TESTS = DISTANCE + 32;
/** The way between the nearest points of the pair that lowered BEST last, 3 × f32. */
export const FOUND_WAY = DISTANCE + 36;
/** The same with length 1, as it was when the descent began or went on. Reaches may still be those of an earlier one. */
export const UNIT_WAY = DISTANCE + 48;
// A side: where it reaches to. The way, of length 1 in a's space, as its coordinates measure along it (3 × f32, then 0), what
// is to be added, the addresses of its nodes, corners, vertices and reaches.
export const SIDE_A = DISTANCE + 64;
export const SIDE_B = DISTANCE + 128;
export const SIDE_WAY = 0;
export const SIDE_OFFSET = 16;
export const SIDE_NODES = 20;
export const SIDE_CORNERS = 24;
export const SIDE_POSITIONS = 28;
export const SIDE_REACHES = 32;
// Two triangles against two, four lanes a number: of either side three corners with the edge to the next, then the face.
// corner: point (3) edge (3) its square, and one by it │ face: corner 0 (3), edges u and v from there (3, 3), u·v, v·v, det
export const LANE = 16;
export const POINT = 0;
export const EDGE = 3 * LANE;
export const EDGE_SQUARE = 6 * LANE;
export const EDGE_INVERSE = 7 * LANE;
export const CORNER_BYTES = 8 * LANE;
export const CORNERS_A = DISTANCE + 256;
export const CORNERS_B = CORNERS_A + 3 * CORNER_BYTES;
export const FACE_POINT = 0;
export const FACE_U = 3 * LANE;
export const FACE_V = 6 * LANE;
export const FACE_UV = 9 * LANE;
export const FACE_VV = 10 * LANE;
export const FACE_DET = 11 * LANE;
export const FACE_BYTES = 12 * LANE;
export const FACE_A = CORNERS_B + 3 * CORNER_BYTES;
export const FACE_B = FACE_A + FACE_BYTES;
/** Node pairs that wait: node of a, node of b, the square of twice a lower bound. In the place of the pair queries' queue. */
export const STACK = QUEUE;
export const ENTRY_BYTES = 16;
export const ENTRY_SQUARE = 8;
/** The queue's room, 61,440 bytes. */
export const STACK_ROOM = 3840;
/** Triangle pairs that may be the nearest: slot of a, slot of b, a lower bound. In the place of the survivors. */
export const PAIRS = SURVIVORS;
export const PAIR_BYTES = 16;
export const PAIR_LOWER = 8;
/** With this many bytes of pairs another two leaves may not have room. */
export const FULL = DISTANCE - SURVIVORS - PAIR_BYTES * LARGEST_LEAF ** 2;
/** Reaches that are known, a place for each 4096th node: generation, node, reach. Of a, and then of b. */
export const REACHES_A = DISTANCE + 65536;
export const REACHES_B = DISTANCE + 131072;
export const REACHES_END = DISTANCE + 196608;
export const REACH_BYTES = 16;
export const REACH_NODE = 4;
export const REACH_VALUE = 8;
export const LAST_REACH = 4095;
