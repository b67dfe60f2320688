// The memory of the kernels of findManifold, in bytes: the segments in which pairs of triangles meet, and the regions that they form.
// TypeScript and AssemblyScript both import this file, like memory-map.ts; queries/manifold/lines-kernel.ts and regions-kernel.ts write and
// read it. Arrays correspond to those of equal name in queries/manifold/contact-lines.ts, contact-surface.ts and region-vertices.ts.
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
/** The box of the current region's curve, enlarged: six f64; and its region, −1 before the first. */
export const REGION_BOX = 128;
export const BOX_REGION = 176;
/** Links of regions and inner vertices: region and place in `inner`, in the order of crossed edges. */
export const LINKS = 180;
/** Coordinates perpendicular to the normal, two f64 for each vertex of the current region, of a and then of b. */
export const ACROSS = 184;
/** The vertices of the current region that become points, by their place in the lists of a and then of b: up to four u32. */
export const CHOSEN = 188;
/** The pairs of triangles, as `findPairs` lists them. */
export const PAIRS = 204;
/** Up to three unit vectors: the directions in which b may leave the current region. */
export const DIRECTIONS = 208;
/** The direction taken, and two unit vectors perpendicular to it. */
export const NORMAL_OF_REGION = 280;
export const FRAME = 304;
/** Along the direction taken: the highest point of a's pieces and the lowest of b's, f64. */
export const TOP = 352;
export const BOTTOM = 360;

// ── The header of a surface ─────────────────────────────────────────────────────────────────────────────────────────
export const SURFACE_A = 448;
export const SURFACE_B = 832;
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
// of inner vertices, and of regions near them
export const VERTEX_STATES = 224;
export const VERTEX_BASE = 228;
export const INNER_COUNT = 232;
export const PLACES = 236;
export const MARKS = 240;
export const PIECE_OF_INNER = 244;
export const PIECE_COUNT = 248;
export const PIECE_STARTS = 252;
/** Whether `doSidesAgree`. */
export const SIDES_AGREE = 256;
/** `starts` and `sorted` of region-vertices.ts. */
export const LINK_STARTS = 260;
export const SORTED_LINKS = 264;
export const REGIONS_OF_PIECE = 268;
export const LAST_OF_PIECE = 272;
export const BLOCKS = 276;
export const LARGE_BLOCKS = 280;
export const ARE_BLOCKS_BOXED = 284;
/** The vertices of the current region, as places in `inner`, and their coordinates. */
export const LISTED_COUNT = 288;
export const LISTED = 292;
export const LISTED_PLACES = 296;
export const INNER = 300;
/** For each triangle of the mesh: `triangleBase` + its slot; a smaller number if this query has not used it. */
export const TRIANGLE_SLOTS = 304;
export const TRIANGLE_BASE = 308;
// the mesh: corners and names of edges of each triangle, neighbours of each vertex with the names of their edges, coordinates
export const CORNERS = 312;
export const EDGE_NAMES = 316;
export const STARTS = 320;
export const NEIGHBOURS = 324;
export const NEIGHBOUR_NAMES = 328;
export const POSITIONS = 332;
/** Whether coordinates are f32. */
export const ARE_SINGLES = 336;
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

/** Inner vertices per block of BLOCKS, and of LARGE_BLOCKS; and the bytes of a box. */
export const BLOCK = 32;
export const LARGE_BLOCK = 1024;
export const BOX_BYTES = 48;
/** Up to this many inner vertices of a region are left to TypeScript, which looks for edges that pass over each other, too. */
export const FEW_VERTICES = 16;

// A vertex's side of the other surface: see contact-surface.ts.
export const UNKNOWN = 0;
export const INSIDE = 1;
export const INSIDE_BOTH_ENDS = 2;
export const UNCERTAIN = 3;
export const OUTSIDE = 4;
export const PLACED = 6;
/** Results of `noteSides`: uncertain sides, and edges at one vertex that contradict each other. */
export const UNCERTAIN_SIDE = 1;
export const CONFLICT = 2;

export const FIRST_TABLE = 1216;

// triangle, two cache lines: world corners (9) normal (3) its relative error (1) as f64, vertices (3) names of edges (3) as u32
export const TRIANGLE_BYTES = 128;
export const NORMAL = 72;
export const NORMAL_ERROR = 96;
export const VERTICES = 104;
export const TRIANGLE_EDGES = 116;
