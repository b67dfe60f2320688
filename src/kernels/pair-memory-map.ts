// The memory of the pair kernels, in bytes. Distance, closest points and rays share it. TypeScript and AssemblyScript both import this
// file, like memory-map.ts.
//
//   pose │ state │ exits │ bucket counts │ leaf pairs │ placement │ stack │ survivors or buckets │ kernels of distance │ copies of trees …
//
// pose, 48 × f32: as in geometry/relative-pose-layout.ts, but with c and the margins doubled, like centres and half extents; then what only
// the kernels need. assembly/f32-pose.ts fills it for pair queries, queries/pairs/f32-pose.ts for `distance`.
export const POSE = 0;
export const BOTH_RATIO = 42;
export const OFFSET = 43; // c not doubled, 3 numbers; `distance` only
export const CORNER_SLACK = 46; // six times the largest error of a corner on any axis; `distance` only
export const UNDERFLOW = 47; // the largest effect of underflow on a determinant

/** The buckets in use (first contact), or the end of the stack (all pairs). */
export const WAITING = 192;
/**
 * Nonzero if a query starts with the roots. PLACED: the placement is written, the pose is not; POSED: the pose is. COUNTING: the counters
 * continue. WITNESS: a first contact starts with the leaves WITNESS_A and WITNESS_B.
 */
export const ROOTS = 196;
export const PLACED = 1;
export const POSED = 2;
export const COUNTING = 4;
export const WITNESS = 8;
/** Triangle pairs tested. */
export const TRIANGLE_TESTS = 200;
/** 1 if the boxes of a lie along the axes of FRAME_A, plus 2 if those of b lie along FRAME_B. */
export const FRAMED = 204;
// A batch of poses (queries/pairs/pose-batch.ts): the number of the next pose, how many there are, and whether all share one pose of a.
export const BATCH_AT = 208;
export const BATCH_END = 212;
export const BATCH_IS_ONE_A = 216;
// The vertices of the meshes as they are, neither rounded nor shifted nor rotated: their addresses, 0 if there are none, and the bytes of a
// vertex, 12 in f32 or 24 in f64.
export const EXACT_A = 220;
export const EXACT_B = 224;
export const EXACT_BYTES_A = 228;
export const EXACT_BYTES_B = 232;
export const EXACT_F64_BYTES = 24;
/**
 * For a first contact off a plane (queries/pairs/collide-off-plane.ts): not zero if REACHES holds a byte for each slot of a and, from the
 * address here on, of b. Triangles without a common bit are not tested.
 */
export const REACHES_B = 236;
/** f32: six times the largest error of a corner, on any axis, that does not shrink with the triangles (assembly/pair-triangles.ts). */
export const TRIANGLE_SLACK = 240;
/** Sixteen counters, as in QueryStats. */
export const EXITS = 256;
export const EXITS_IN_USE = 16;
/** The number of pairs in each of 32 buckets. */
export const COUNTS = 320;

/** Pairs of leaves, two node addresses each. */
export const LEAF_PAIRS = 512;
export const PAIR_BYTES = 8;
export const LEAF_PAIR_ROOM = 256;

// The placement of two trees, f64. The caller writes the poses of the meshes, 16 numbers each, the origins of the trees, 3 each, and the
// frames of trees that have one, 9 each. assembly/relative-pose.ts writes the rest: the poses of framed boxes, the inverses of the linear
// parts of poses, and the relative pose with its margins, laid out as in geometry/relative-pose-layout.ts.
export const A_TO_WORLD = 2560;
export const B_TO_WORLD = 2688;
export const ORIGIN_A = 2816;
export const ORIGIN_B = 2840;
export const INVERSE_A = 2864;
export const INVERSE_B = 2936;
export const RELATIVE_POSE = 3072; // to 3576
// Two triangles in world space, 9 × f64 each.
export const WORLD_A = 3584;
export const WORLD_B = 3656;
// The pose as read by assembly/pair-descent.ts, 4 rows of 4 vectors. Rows 0 to 2, one per axis of a: a row of M with each number twice,
// followed by that row of |M| twice; then c with the margin on a's axes. Row 3: rows 0 and 1 of |N|.
export const PACKED_POSE = 3776; // to 4032
// The triangles that met in the last query about two trees, each in its own leaf, of which only the link and the count are read.
export const WITNESS_A = 4032;
export const WITNESS_B = 4064; // to 4096

/** All pairs: a stack of node pairs, at most INTERLEAVED_ROOM + TOP_ROOM. */
export const QUEUE = 4096;
export const INTERLEAVED_ROOM = 4096;

export const FRAME_A = 64000; // after the stack
export const FRAME_B = 64072;
/** The poses of framed boxes of a and b. */
export const BOXES_A_TO_WORLD = 64144; // to 64400
/** For each value of a byte, how many pairs have it; then the place of the next such pair (assembly/sort-found-pairs.ts). */
export const PLACES = 64512; // to 65536

/** Pairs of triangles not proven apart, two slots each. The sign bit of the first is set if f32 is not certain that they meet. */
export const SURVIVORS = 65536;
export const SLOT = 0x7fffffff;
/** The largest leaf that kernels accept, so that the survivors of all leaf pairs fit. */
export const LARGEST_LEAF = 16;

// Memory of a first contact. It has the survivors of one leaf pair at a time, so the rest of their memory is free.
//
// 31 buckets of 128 pairs, then the top one, of at most TOP_ROOM. A pair of nodes is four i32: the first box of a to be tested, that of b,
// which nodes are split, and the level of the boxes. Bit 0 of the third: the box of a has a sibling that is tested, too; bit 1: that of b has;
// −1: both are leaves.
export const BUCKETS = 67584; // SURVIVORS + PAIR_BYTES · LARGEST_LEAF²
export const ENTRY_BYTES = 16;
export const BUCKET_CAPACITY = 128;
export const BUCKET_BYTES = 2048;
export const TOP_BUCKET = 31;
export const TOP_ROOM = 1024;

// Poses of a batch, 16 × f64 each, and one byte per answer.
export const BATCH_SIZE = 256;
export const POSE_BYTES = 128;
export const BATCH_A = 147456;
export const BATCH_B = 180224;
export const BATCH_ANSWERS = 212992;

/** The bytes of a query off a plane, in the room of a batch. */
export const REACHES = 147456;
export const REACHES_ROOM = 442368; // up to DISTANCE

/** Memory for the kernels of `distance` alone: distance-memory-map.ts. */
export const DISTANCE = 589824; // SURVIVORS + PAIR_BYTES · LEAF_PAIR_ROOM · LARGEST_LEAF²
// Two triangles of b each, moved to a's space (assembly/moved-triangles.ts), in 16 places; then the slot of the first of each place. The
// kernels of distance leave this part of their memory free.
export const MOVED = 622592;
export const MOVED_BYTES = 224;
export const MOVED_PLACES = 16;
export const MOVED_SLOTS = 626176; // to 626240
export const COPIES = 786432; // three pages further

// A copy of a tree: its nodes, corners and vertices, as f32.
export const CACHE_LINE = 64;
/** Siblings are the nodes 2k + 1 and 2k + 2: at this offset in a cache line both are in one line. */
export const SIBLINGS_ALIGNED = 32;
export const CORNERS_BYTES = 12; // three vertex numbers
export const VERTEX_BYTES = 12;
/** A vertex is read as four numbers, so the last one needs padding. */
export const LAST_VERTEX = 4;
