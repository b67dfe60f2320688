// relative pose, f64 (matrices row after row):
//   M (9) c (3) |M| (9) | N (9) |N| (9) | marginA marginB scale reach | cofactors (9) edge margins (9)
export const M = 0;
export const C = 9;
export const ABS_M = 12;
export const N = 21;
export const ABS_N = 30;
export const MARGIN_A = 39;
export const MARGIN_B = 40;
export const SCALE = 41;
export const WORLD_REACH = 42;
export const COFACTORS = 43;
export const EDGE_MARGINS = 52;
export const RELATIVE_POSE_LENGTH = 64;
