// The memory of the search for uncovered translations, in bytes. TypeScript and AssemblyScript both import this file;
// queries/penetration/uncovered-kernel.ts writes and reads it. The names are those of queries/penetration/uncovered.ts.
//
//   header │ the last cube of each shell │ balls │ cubes │ links │ lists of balls

// ── The header ──────────────────────────────────────────────────────────────────────────────────────────────────────
export const LEAST = 0; // f64
export const WIDTH = 8;
export const PLACE = 16; // 3 f64
export const AWAY = 40; // 3 f64
export const FOUND = 64; // 18 f64
// i32 from here on
export const BALL_COUNT = 208;
export const CUBE_COUNT = 212;
export const SHELL = 216;
export const LIST_END = 220; // in entries
export const FOUND_COUNT = 224;

// ── Balls, cubes and lists ──────────────────────────────────────────────────────────────────────────────────────────
export const MAX_BALLS = 1600;
export const MAX_CUBES = 12008;
export const MAX_LISTED = 262144;
export const SHELLS = 256; // 256 i32
/** The coordinates of all centres, axis by axis, and all radii: one f64 per ball each. */
export const BALL_X = 1280;
export const BALL_Y = BALL_X + 8 * MAX_BALLS;
export const BALL_Z = BALL_Y + 8 * MAX_BALLS;
export const RADII = BALL_Z + 8 * MAX_BALLS;
export const CUBES = RADII + 8 * MAX_BALLS; // centre (3), half the side: 4 f64
export const LINKS = CUBES + 32 * MAX_CUBES; // start of the list, or ALL_BALLS; its length; the next cube: 3 i32
export const LISTS = LINKS + 12 * MAX_CUBES; // i32
/** Two more entries: kernels write each ball at the end of the list before they know whether it belongs there. */
export const COVER_END = LISTS + 4 * MAX_LISTED + 8;

/** Instead of a list: all balls in order. */
export const ALL_BALLS = -1;

// ── What the kernel returns ─────────────────────────────────────────────────────────────────────────────────────────
export const NONE_LEFT = 0;
export const CUBE_FOUND = 1;
/** The lists have no room for another one. */
export const LISTS_FULL = 2;
