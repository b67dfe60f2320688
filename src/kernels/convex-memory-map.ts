// The memory of the convex kernels, in bytes: the polytope that EPA grows, and the two shapes whose Minkowski difference contains it.
// TypeScript and AssemblyScript both import this file; queries/penetration/convex-kernel.ts writes and reads it.
//
//   header │ points of the polytope, with their corners │ its faces │ the heap of faces │ corners and edges of a │ those of b

// ── The header ──────────────────────────────────────────────────────────────────────────────────────────────────────
export const LINEAR_A = 0; // 9 f64, column-major
export const LINEAR_B = 72;
export const SHIFT = 144; // 3 f64
/** The support found last, 3 f64. */
export const SUPPORT = 168;
/** The bounds of the depth, and the unit direction of the upper one. */
export const LOWER = 192;
export const UPPER = 200;
export const DIRECTION = 208;
/** The normal of the current face, and how far the difference reaches along it. */
export const BEST = 232;
export const REACH = 256;
/** The largest L1 distance of two points, for the filter. */
export const SPAN = 264;
// i32 from here on: the number of a shape's corners, and the addresses of its arrays
export const COUNT_A = 272;
export const POINTS_A = 276;
export const NEIGHBOURS_A = 280;
export const STARTS_A = 284;
export const COUNT_B = 288;
export const POINTS_B = 292;
export const NEIGHBOURS_B = 296;
export const STARTS_B = 300;
/** The corners of the support found last. */
export const CORNER_A = 304;
export const CORNER_B = 308;
// The counts of the polytope, by the names of geometry/convex/hull-surface.ts and epa.ts.
export const POINT_COUNT = 312;
export const FACE_COUNT = 316;
export const ALIVE_COUNT = 320;
export const FREED_COUNT = 324;
export const SEEN_COUNT = 328;
export const MADE_COUNT = 332;
export const STEP = 336;
export const HEAP_COUNT = 340;
export const SUPPORTS = 344;
/** The current face. */
export const FACE = 348;

// ── The simplex of GJK, by the names of geometry/convex/simplex.ts ──────────────────────────────────────────────────
export const SIMPLEX_COUNT = 352;
export const SIMPLEX_A = 356; // 4 i32
export const SIMPLEX_B = 372;
export const SIMPLEX_POINTS = 392; // 12 f64
/** The nearest point, 3 f64. */
export const NEAREST = 488;
/** The lower bound of the distance. */
export const DISTANCE_LOWER = 512;
/** A candidate and the best one: point (3), its square, four shares; 8 f64. */
export const TRIAL = 520;
export const BEST_TRIAL = 584;
export const NORMAL = 648; // 3 f64
/** The weights of the corners in the nearest point, 4 f64. */
export const SIMPLEX_SHARES = 672;

// ── The witness points, by the names of geometry/convex/epa.ts ──────────────────────────────────────────────────────
/** The world position of a's origin, 3 f64. */
export const ORIGIN_A = 704;
export const POINT_A = 728; // 3 f64
export const POINT_B = 752; // 3 f64
/** The part of the last face nearest to the origin: its number of corners, a's corners (4 i32), their weights (4 f64). */
export const WITNESS_COUNT = 776;
export const WITNESS_A = 780;
export const WITNESS_SHARES = 800;

// ── The polytope ────────────────────────────────────────────────────────────────────────────────────────────────────
export const MAX_POINTS = 2048;
/** At most 2 · MAX_POINTS − 4 faces are alive before and after a step, and a step makes its new faces before it frees old ones. */
export const MAX_FACES = 8192;
export const MAX_HEAP = 1024;
export const POINTS = 832; // 3 f64
export const CORNERS_OF_A = POINTS + 24 * MAX_POINTS;
export const CORNERS_OF_B = CORNERS_OF_A + 4 * MAX_POINTS;
export const STARTS_AT = CORNERS_OF_B + 4 * MAX_POINTS;
export const PLANES = STARTS_AT + 4 * MAX_POINTS; // 4 f64
export const NUMBERS = PLANES + 32 * MAX_FACES; // 4 f64
export const FACE_CORNERS = NUMBERS + 32 * MAX_FACES; // 3 i32
export const ACROSS = FACE_CORNERS + 12 * MAX_FACES; // 3 i32
export const MARKS = ACROSS + 12 * MAX_FACES;
export const FREED = MARKS + 4 * MAX_FACES;
export const SEEN = FREED + 4 * MAX_FACES;
export const MADE = SEEN + 4 * MAX_FACES;
export const HEAP_DISTANCES = MADE + 4 * MAX_FACES; // f64
export const HEAP_FACES = HEAP_DISTANCES + 8 * MAX_HEAP;
export const SHAPES = HEAP_FACES + 4 * MAX_HEAP;

// ── What the kernel returns ─────────────────────────────────────────────────────────────────────────────────────────
/** The current face bounds the depth. */
export const ENDED = 0;
/** The last point did not grow the surface, because f64 cannot decide which faces it sees. TypeScript does this step. */
export const UNSURE = 1;
/** Like UNSURE, for a point found by a walk over edges. */
export const UNSURE_BY_WALK = 2;
/** The heap has no room for the faces that the last step made. */
export const FULL = 3;
