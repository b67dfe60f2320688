// The memory of the ray kernel, in bytes. It is part of the memory of the pair kernels (pair-memory-map.ts), which holds the copies of
// trees, and overlays their pose, queue and survivors: no two queries run at once. TypeScript and AssemblyScript both import this file,
// like memory-map.ts. Lengths are in the tree's space, in f32; queries/shapes/descend-ray.ts writes them.
//
//   three box axes │ view │ ray end … box entries │ … │ stack │ … │ found
//
// The ray for box tests, 20 bytes per axis: what is subtracted from the bound that the ray meets first, and from the bound it meets last; 1
// / direction; and the rows of a wide node that hold these bounds.
export const BOX_AXIS = 0;
export const AXIS_BYTES = 20;
export const FIRST = 0;
export const LAST = 4;
export const INVERSE = 8;
export const FIRST_ROW = 12;
export const LAST_ROW = 16;
/**
 * The ray's view of a point (x, y, z): three rows of x, y, z and a constant. Two rows are perpendicular to the ray, the last is along it.
 */
export const VIEW = 60;
export const ROW_BYTES = 16;
/** Hits farther along the ray are ignored. */
export const RAY_END = 108;
export const SLACK = 112;
/** A hit at least this far along the ray is not behind its origin. */
export const AHEAD = 116;
/** ALL_CORNERS if triangles whose volumes are all positive (or all negative) do not count; −1 if they do. */
export const DROP_POSITIVE = 120;
export const DROP_NEGATIVE = 124;
export const ALL_CORNERS = 7;
/** Nonzero if only the first hit matters. */
export const FIRST_ONLY = 128;
/** The end of the stack, in bytes. */
export const TOP = 132;
export const BOX_TESTS = 136;
export const TRIANGLE_TESTS = 140;
/** Where the ray enters the children of a node, 4 × f32. */
export const ENTRIES = 144;

// A moving box (assembly/swept-box-descent.ts), four lanes each, of which x, y and z count: the map of a point to coordinates relative to
// the box, as the columns of a 3 × 3 matrix and a constant; the half extents; how far the box moves by the time 1, never down; and the
// inverse of that.
export const FROM_BOX = 160;
export const HALF_EXTENTS = 224;
export const PACE = 240;
export const INVERSE_PACE = 256;
/** Triangles are passed to TypeScript after the leaf with which they reach this many bytes, at most MOST_HANDED_OUT. */
export const HAND_OUT = 272;
export const MOST_HANDED_OUT = 512;
// Nodes that the kernel leaves out, if the nearest triangle so far is met on an axis of the box: those that begin no sooner on that axis
// and hold no lower triangle number. The row of the bounds that the box meets first on that axis; 1 if the box moves up there, otherwise
// −1; the coordinate times that, NaN for none; and the triangle number.
export const TIE_ROW = 276;
export const TIE_SIGN = 280;
export const TIE_PLACE = 284;
export const TIE_NUMBER = 288;

/** Pending nodes: the link, and where the ray enters the node. */
export const STACK = 4096;
export const ENTRY_BYTES = 8;
export const ENTRY_ENTER = 4;
export const STACK_ROOM = 7680; // entries

/** Triangles that the ray may hit: the slot, and a lower bound of the distance along the ray. */
export const FOUND = 65536;
export const FOUND_BYTES = 8;
export const FOUND_LOWER = 4;
/**
 * The kernel passes triangles to TypeScript after the leaf with which they reach this many bytes: a hit that is uncertain in f32 ends the
 * ray only in TypeScript. The list has room for one more leaf of LARGEST_LEAF triangles.
 */
export const FULL = 32;
// A wide node, 32 × 32 bits, two cache lines, four lanes a row:
//   minX │ minY │ minZ │ maxX │ maxY │ maxZ │ links │ lowest triangle numbers
// link ≥ 0: bytes from the first wide node. link < 0: a leaf, the complement of its first slot · 16 + its number of triangles − 1.
// The lowest triangle number in each child, −1 if there is no child; all are 0 before the first sweep (queries/shapes/lowest-numbers.ts).
export const WIDTH = 4;
export const WIDE_BYTES = 128;
export const WIDE_ROW_BYTES = 16;
export const CHILDREN = 96;
export const LOWEST = 112;
export const LEAF_SHIFT = 4;
export const LEAF_MASK = 15; // LARGEST_LEAF − 1
