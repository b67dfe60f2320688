// Rounds f64 to f32 without crossing the value: the box of an f64 mesh, stored in f32, must still enclose it. Slow twin of
// the builders' ordered integers (src/trees/ordered-vertices.ts); `validateTree` checks boxes with it.
const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The largest f32 ≤ `x`. */
export function roundDown(x: number): number {
  float[0] = x;
  // The bit patterns of floats of one sign are ordered like their magnitudes, so one step is ± 1. Zero needs no special
  // case: f64 values too small for f32 round to the zero of their own sign and step away from it.
  if (float[0] > x) bits[0] = bits[0] - (bits[0] < 0 ? -1 : 1);
  return float[0];
}

/** The smallest f32 ≥ `x`. */
export function roundUp(x: number): number {
  float[0] = x;
  if (float[0] < x) bits[0] = bits[0] + (bits[0] < 0 ? -1 : 1);
  return float[0];
}
