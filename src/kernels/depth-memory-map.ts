// The memory of the depth kernels, in bytes: two surfaces at their poses in the world, all numbers f64. TypeScript and AssemblyScript both
// import this file, like memory-map.ts; queries/overlap-depth/world-surface.ts writes and reads it.
//
//   unused │ header of a │ arrays of a │ header of b │ arrays of b
export const FIRST_SURFACE = 64;

// ── The header of a surface ─────────────────────────────────────────────────────────────────────────────────────────
//
// The result of `findNearest`: the point (3), its distance, a certain lower bound of the distance, and the offset of its triangle, −1
// before the first; `noise` is the rounding error of a distance.
export const NEAREST = 0;
export const DISTANCE = 24;
export const LEAST = 32;
export const NOISE = 40;
export const NEAREST_AT = 48;
/** The offset of the triangle that `meetProbe` found last; −1 before the first. */
export const MET_AT = 52;
export const BOX_TESTS = 56;
export const TRIANGLE_TESTS = 60;
/** The sum of the orientations of the triangles that the ray crosses. */
export const CROSSINGS = 64;
/** Where a walk was interrupted: the number of nodes on the stack, and the next slot and the end of the current leaf. */
export const HEIGHT = 68;
export const SLOT = 72;
export const SLOT_END = 76;
// Addresses of the arrays, and their lengths.
export const NODES = 80;
export const BOXES = 84;
export const TRIANGLES = 88;
export const CORNERS = 92;
export const POSITIONS = 96;
export const STACK = 100;
export const SQUARES = 104;
export const NODE_COUNT = 108;
export const SLOT_COUNT = 112;
/** 0: the vertices are world coordinates. */
export const MOVES = 116;
export const POSE = 120; // 16 numbers, column-major
export const MARGINS = 248; // for each axis
export const ORIGIN = 272; // of the tree's boxes
export const REACH = 296; // bounds the L1 distance of two corners in a triangle test
/** The point whose side is to be decided. */
export const POINT = 304;
/** The triangle that is tested against the surface, TRIANGLE_BYTES, and its box. */
export const PROBE = 328;
export const PROBE_BOX = 456;
export const HEADER_BYTES = 512;

// ── The arrays of a surface ─────────────────────────────────────────────────────────────────────────────────────────
//
// nodes of the tree as trees/layout.ts draws them (f32) │ world boxes: min (3) max (3) │ world triangles, as
// geometry/overlap/triangle-layout.ts draws them │ three vertex numbers a slot │ vertices │ stack │ its squared distances
export const BOX_BYTES = 48;
export const BOX_MAX = 24;
export const TRIANGLE_BYTES = 128;
export const TRIANGLE_NUMBERS = 16;
export const TRIANGLE_NORMAL = 72;
export const TRIANGLE_BOUND = 96;
export const VERTEX_BYTES = 24;

// What a walk returns, unless it is the offset of a triangle that f64 cannot decide: the walk continues after TypeScript has decided.
export const WALK_ENDED = -1;
export const HAS_MET = -2;
