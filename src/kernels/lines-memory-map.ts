// The memory of the kernel that finds the segments in which pairs of triangles meet, in bytes. TypeScript and AssemblyScript both import
// this file, like memory-map.ts; queries/manifold/lines-kernel.ts writes and reads it. Arrays correspond to those of equal name in
// queries/manifold/contact-lines.ts and contact-surface.ts.
//
//   header of the lines │ header of a │ header of b │ edge slots of a │ edge slots of b │ arrays

// ── The header of the lines: numbers, and addresses of arrays ───────────────────────────────────────────────────────
export const LINES = 64;
export const PAIR_COUNT = 0;
export const POINT_COUNT = 4;
/** The slots of each pair's triangles. */
export const PAIR_SLOTS = 8;
export const ENDS = 12;
export const POINTS = 16;
export const EDGES = 20;
export const FACES = 24;
export const USES = 28;
export const PARENTS = 32;
export const NEXT_ON_EDGE = 36;
export const REGION_COUNT = 40;
export const REGION_OF_PAIR = 44;
export const REGION_OF_POINT = 48;
export const REGION_OF_ROOT = 52;
export const REGION_STARTS = 56;
export const REGION_POINTS = 60;
/** For the current pair: the heights of a's corners over b's plane (3), then those of b's corners over a's (3). Of a region: its area, extent or box. */
export const HEIGHTS = 64;
export const PAIR_STARTS = 112;
export const REGION_PAIRS = 116;
/** How many triangles of a, and of b, have been taken to the world; slots beyond them hold corners in model space. */
export const PLACED_A = 120;
export const PLACED_B = 124;

// ── The header of a surface ─────────────────────────────────────────────────────────────────────────────────────────
export const SURFACE_A = 192;
export const SURFACE_B = 448;
export const OUTWARD = 0; // f64
export const TRIANGLE_COUNT = 8;
export const CROSSED_COUNT = 12;
export const TRIANGLES = 16;
export const ORIGINALS = 20;
export const REGIONS = 24;
/** For each edge's name, `firstSlot` + its slot in the arrays of crossed edges; less than `firstSlot` before it has one. */
export const EDGE_SLOTS = 32;
export const FIRST_SLOT = 36;
/** One bit per edge of each slot: whether the other surface crosses it. */
export const CROSSED_BITS = 92;
/** Whether there is a pose, and its matrix: four columns of three f64. */
export const MOVES = 96;
export const TO_WORLD = 128;
// of crossed edges
export const NAMES = 40;
export const EDGE_ENDS = 44;
export const FIRST_SHARES = 48;
export const LAST_SHARES = 52;
export const LOW_SIDES = 56;
export const HIGH_SIDES = 60;
export const CROSSINGS = 64;
export const FIRST_PAIRS = 68;
export const LAST_PAIRS = 72;
export const FIRST_POINTS = 76;
export const LAST_POINTS = 80;
export const CURSORS = 84;
export const FINDERS = 88;

export const FIRST_TABLE = 704;

// triangle, two cache lines: world corners (9) normal (3) its relative error (1) as f64, vertices (3) names of edges (3) as u32
export const TRIANGLE_BYTES = 128;
export const NORMAL = 72;
export const NORMAL_ERROR = 96;
export const VERTICES = 104;
export const TRIANGLE_EDGES = 116;
