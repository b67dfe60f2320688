// A triangle as stored for the filter stages, 16 × f64:   corners (9) │ normal (3) │ bound (1) │ degenerate (1, used by
// neighbour-triangles.ts) │ 2 unused
export const TRIANGLE = 16;
export const NORMAL = 9;
export const BOUND = 12;
export const DEGENERATE = 13;
