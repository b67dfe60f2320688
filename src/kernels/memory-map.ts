// The memory layout of the kernels, in bytes. TypeScript and AssemblyScript both import this file, so it holds only plain constants: no
// types, no imports, no expressions that the two would read differently.

// A node of an AABB tree is two vectors (trees/layout.ts draws it):
//   minX minY minZ maxX | maxY maxZ link size-or-count
export const NODE_BYTES = 32;
export const NODE_SHIFT = 5;
export const NODE_SECOND = 16; // the second vector
export const NODE_LINK = 24;
export const NODE_COUNT = 28; // leaves: i32
export const NODE_SIZE = 28; // inner nodes: f32
export const TRIANGLE_BYTES = 12; // three vertex numbers
/** An f32 vertex. Kernels load it as a vector of four, so the last vertex of an array needs VERTEX_PADDING behind it. */
export const VERTEX_BYTES = 12;
/** An f64 vertex. */
export const DOUBLES_BYTES = 24;
/** Kernels check four f32 numbers at a time, and load and store a vertex as a vector of four. */
export const VERTEX_PADDING = 24;

// ── Fitting boxes (assembly/fit-boxes.ts, assembly/fit-lists.ts) ────────────────────────────────────────────────────
//
// The kinds of nodes, by what it takes to fit one: inner nodes; leaves of one triangle; of two with a common edge; of two without; of more.
export const INNER = 0;
export const SINGLE = 1;
export const SHARED = 2;
export const SEPARATE = 3;
export const LARGER = 4;
export const KINDS = 5;
/**
 * What a fit adds up, 2 × f64 for each kind of node: the sizes of boxes, and of triangles. Kinds are added up apart, so that a fit may take
 * them in any order and leave the same bits.
 */
export const SUMS_BYTES = 80;
// Fit lists: the nodes of a tree, a list for each kind, the last node first.
//   where the lists begin, KINDS × u32 │ where to go on, KINDS × u32 │ bounds of f64 vertices │ the lists, each with a zero behind it
// An entry is the address of the node; of INNER, the address of its first child; of leaves, the addresses of their vertices: of SHARED the
// corner that only the first triangle has, the common edge, and the corner that only the second one has. In entries of LARGER the address of
// the entry's end stands before the vertices.
export const LIST_STARTS = 0;
export const LIST_CURSORS = 20;
export const LIST_BOUNDS = 64;
// Bounds are f32 vertices rounded down and up, in blocks of four: four rounded down, then four rounded up. So one address leads to both
// bounds of a vertex.
export const BOUNDS_HIGH = 48;
export const BOUNDS_BLOCK_BYTES = 96;

// ── Building a tree (build-tree.ts) ─────────────────────────────────────────────────────────────────────────────────
//
//   header │ bins │ small sets │ stack │ sample │ the arrays whose addresses the header holds
//
// The header, written by the caller. Counts and options are i32, arrays are addresses.
export const TRIANGLE_COUNT = 0;
export const VERTEX_COUNT = 4;
export const IS_F64 = 8; // 1: the positions are f64; 0: f32
export const LEAF_SIZE = 12;
export const MAX_DEPTH = 16;
export const PRUNE = 20; // 1 or 0
/** The mesh's vertices, f32 or f64. */
export const POSITIONS = 24;
/** Three vertex numbers per triangle, u32. */
export const CORNERS = 28;
/** Records of RECORD_BYTES, one per triangle: a split reads EVEN and writes ODD, or the other way round. */
export const EVEN = 32;
export const ODD = 36;
export const NODES = 40;
/** Vertices in quanta, a vector each. They are needed only until the first split, so they may share memory with the nodes. */
export const QUANTISED = 44;
/** The triangle number per slot, u32. */
export const TRIANGLES = 48;
/** Three vertex numbers per slot, u32. These and the rounded vertices are written when the records are no longer needed. */
export const SLOT_CORNERS = 52;
/** The vertices in f32, rounded down and up. For an f32 mesh both addresses are that of its positions. */
export const LOW = 56;
export const HIGH = 60;
// Further inputs and the results.
export const ORIGIN = 64; // 3 × f64
export const LOWEST = 112; // 3 × f64: the box of all vertices
export const HIGHEST = 136; // 3 × f64
export const DEPTH = 160; // i32
/** How many nodes there are, 0 before the build has begun; and the address behind the last pending set. The caller clears from DEPTH on. */
export const TREE_NODES = 164; // i32
export const STACK_TOP = 168;

// The plane of the cheapest split.
export const PLANE_COST = 176; // f64
export const PLANE_AXIS = 184;
export const PLANE_CUT = 188;
export const PLANE_SPREAD = 192;

export const BINS = 256; // 16 × RECORD_BYTES
export const BIN_COUNTS = 768; // 16 × i32
export const AREA_RIGHT = 832; // 16 × f64

// Sets of 5 to 8 triangles, a row of 8 × i32 an axis.
export const ROW_BYTES = 32;
export const KEYS = 960; // 3 rows
export const RANKS = 1056; // 1 row
export const RANKED = 1088; // 3 rows of addresses of records
export const COST_RIGHT = 1184; // 8 × f64

/** Pending sets: node, begin, end, depth and which records. The proof of the size is in trees/build-aabb.ts. */
export const STACK = 1280; // 128 × STACK_ENTRY_BYTES
export const STACK_ENTRY_BYTES = 16;
export const SUMS = 3328; // SUMS_BYTES, see trees/spread.ts
export const SAMPLE = 4096; // 512 × RECORD_BYTES
export const BUILD_ARRAYS = 20480; // the first free byte

// A record of a triangle in quanta, two vectors (trees/splits/quantised-layout.ts, with the triangle moved up):
//   minX minY minZ triangle | QUANTA − maxX, − maxY, − maxZ, unused
export const RECORD_BYTES = 32;
export const RECORD_SHIFT = 5;
export const RECORD_TRIANGLE = 12;
export const RECORD_MIRRORED = 16; // the second vector
export const QUANTISED_BYTES = 16; // a vertex in quanta: x y z unused
export const QUANTISED_SHIFT = 4;
