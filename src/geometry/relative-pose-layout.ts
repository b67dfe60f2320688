// relative pose, f64 (matrices row after row):
//   M (9) c (3) |M| (9) | N (9) |N| (9) | marginA marginB scale reach | cofactors (9) edge margins (9)
export const M = 0;
export const C = 9;
export const ABS_M = 12;
export const N = 21;
export const ABS_N = 30;
export const MARGIN_A = 39; // for each axis of a's space
export const MARGIN_B = 40; // for each axis of b's space
export const SCALE = 41; // the scale of a length of b in a's units: the mean over the longest and shortest direction
export const WORLD_REACH = 42; // an upper bound of |p|₁ + |q|₁ for any two world vertices
export const COFACTORS = 43; // |(mj × mk) · ei|, the projections of b's edges on the cross-product axes
export const EDGE_MARGINS = 52; // for axis ei × mj at 3·i + j
export const RELATIVE_POSE_LENGTH = 64;
