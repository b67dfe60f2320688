// The memory of the broad-phase kernels, in bytes. TypeScript and AssemblyScript both import this file, so it holds only plain constants,
// like memory-map.ts. Every broad phase has its own memory: a header at 0, then its arrays, whose addresses are passed to each kernel.

// A box in f32 is two vectors. The fourth lane of each is an integer, or unused:
//   minX minY minZ INT | maxX maxY maxZ INT
export const F32_BOX_BYTES = 32;
export const F32_BOX_SHIFT = 5;
export const F32_BOX_MAX = 16;

// ── Moving all boxes (check-boxes.ts) ───────────────────────────────────────────────────────────────────────────────
//
/** Flags that `checkBoxes` returns: some numbers are not a box; some are −0. */
export const NOT_A_BOX = 1;
export const NEGATIVE_ZERO = 2;

// ── Culling (judge-boxes.ts) ────────────────────────────────────────────────────────────────────────────────────────
//
//   planes │ f64 boxes │ rows minX minY minZ maxX maxY maxZ │ row of lowest measures │ row of error bounds │ kept boxes
//
// A plane: nx ny nz d, f64; then for each axis the address of the row that is farthest along the normal, i32.
export const PLANE_BYTES = 48;
export const PLANE_OFFSET = 24;
export const PLANE_ROWS = 32;
export const MOST_PLANES = 64;
export const JUDGED_PLANES = 64; // beyond 0, which is no address
/** Boxes judged together: their rows are in the first cache. */
export const JUDGED_COUNT = 256;
export const JUDGED_BOXES = 3136; // 64 planes further
export const ROW_BYTES = 2048;
export const JUDGED_ROWS = 15424; // 256 boxes of 48 bytes further
export const JUDGED_LOWEST = 27712; // 6 rows further
export const JUDGED_BOUNDS = 29760;
export const JUDGED_KEPT = 31808;
export const JUDGED_BYTES = 32896; // 256 numbers further, and one that does not count
/** In the number of a kept box: rounding leaves open whether a plane cuts it off. */
export const UNCERTAIN = 0x80000000;

// ── Segment sort ────────────────────────────────────────────────────────────────────────────────────────────────────
//
//   header │ ids │ places │ f32 boxes by place │ cell codes │ … (broadphase/segment-sort/segment-memory.ts)
//
// The header. `mendList` writes the first two numbers, `sweepList` the others.
export const MERGED_BYTES = 0; // bytes of a list up to the last entry that was new
export const MOVES = 4; // ends that the sort moved
export const HITS_END = 8; // address
export const CHECKS = 12; // pairs of boxes compared
export const TIES = 16; // hits with equal sides
/** The origin of f32 boxes, f64: x, y │ z, x │ y, z; in 2D the first two alone. */
export const ORIGIN = 32;
export const SEGMENT_HEADER = 80;

// A list entry is 4 · place + flags, its id entry 4 · id + flags. The flags say whether this cell is the first, on y and on z, of the cells
// that the box reaches into.
export const FIRST_Y = 2;
export const FIRST_Z = 1;
export const FLAGS = 3;
export const ENTRY_BYTES = 4;

// A cell code is 4 · cell + cuts: the cell of a box's lower corner, and the axes on which a cell boundary cuts the box.
export const CUT_Y = 2;
export const CUT_Z = 1;
/** The code of a box that lies in no cell. */
export const NO_CELL = -4;

// Bounds of a cell code, two vectors: minY, minZ, maxY, maxZ must be at least | and below
export const BOUNDS_BYTES = 32;
export const BOUNDS_UPPER = 16;

/** A hit is two ids, the lower first. The sign bit of the second says that two sides compared are equal in f32. */
export const HIT_BYTES = 8;
export const TIE = 0x80000000;
// The swept list has seven rows of one length: minX maxX minY maxY minZ maxZ (f32) and id entries.
/** Kernels read and write this many entries beyond the last one. */
export const LIST_PADDING = 4;

// ── Dynamic tree ────────────────────────────────────────────────────────────────────────────────────────────────────
//
//   header │ f32 boxes by place │ fat boxes │ nodes │ … (broadphase/dynamic-tree/tree-memory.ts)
//
// The header: end addresses of the lists that a kernel wrote, how many candidates have parted, and what is read ahead.
export const PARTED_COUNT = 0;
export const CHANGES_END = 4;
export const TIES_END = 8;
export const LEAF_HITS_END = 12;
export const FETCHED = 16; // not a result: the sum of what was read ahead
export const FETCHED_END = 20; // where the boxes that a check has read ahead end
/** Visits that are read ahead together, so that the processor waits for many cache lines at once. */
export const FETCHED_BYTES = 1024;
/** A check of candidates reads 8,192 boxes ahead: 256 kB, a part of the second cache. */
export const BOXES_AHEAD = 262144;
// The origin of f32 boxes is at ORIGIN, as in segment sort.
export const TREE_HEADER = 128;

// The integers in the boxes of the tree.
export const MARK = 12; // of a box: 1 + its rank among the boxes queried again, or 0
export const CHILD = 12; // of a slot of a node: the number of the child node, or ~place
export const PARENT = 28; // of a node, in its first slot: the slot of the node itself; −1 for the root

/** An anchor is four lanes: where a box was when it was last fattened, and when. */
export const ANCHOR_SHIFT = 4;

// A node is the boxes of its two children.
export const TREE_NODE_BYTES = 64;
export const TREE_NODE_SHIFT = 6;
/** A query is the new fat box of a box, then the fat box before it. */
export const QUERY_OLD = 32;

/**
 * A candidate is two places; the sign bit of the second says that the boxes overlap. From their check to their merge, that of the first says
 * that the fat boxes no longer meet.
 */
export const CANDIDATE_BYTES = 8;
export const OVERLAPS = 0x80000000;
export const PARTED = 0x80000000;
/**
 * A visit: the address of a node and that of a query. A leaf that was hit: the address of the query and the leaf's place. Within a kernel it is
 * the address of the leaf's slot at first, then the place with MET_BEFORE if the query's old box met it.
 */
export const VISIT_BYTES = 8;
export const MET_BEFORE = 0x80000000;
/** The id of an unused place, and the slot of a box that is not in the tree. */
export const NONE = -1;
export const ABSENT = -2;

// Halving boxes for a new tree (assembly/halve-parts.ts): the waiting parts, then what lasts from call to call.
/** A part: its first item, one past the last, the slot of its parent. */
export const PART_BYTES = 12;
/** At most one part waits per level, and there are at most 2^26 boxes. */
export const MOST_PARTS = 64;
/** How many parts wait, and how many nodes there are. */
export const WAITING_PARTS = 768;
export const NODE_END = 772;
// The part that is being halved: items before LOW belong to the first half, items after HIGH to the second. A pass over the items between
// them goes on between I and J; both are −1 before it begins.
export const HALVING_START = 776;
export const HALVING_END = 780;
/** Items before this one are in the range. */
export const HALVING_MEASURED = 784;
export const HALVING_AXIS = 788;
export const HALVING_LOW = 792;
export const HALVING_HIGH = 796;
export const HALVING_I = 800;
export const HALVING_J = 804;
/** min x y z, max x y z of the centres, f64; then the pivot of a pass, f64. */
export const RANGE = 808;
export const PIVOT = 856;
export const HALVING_BYTES = 864;
/** Items looked at in one go. */
export const HALVING_RUN = 512;
/** A centre: x y z, f32. */
export const CENTRE_BYTES = 12;
