// Norms of the matrices that poses are made of: the largest sum of magnitudes in a row.

/** Of the row-major 3 × 3 matrix at m[at]. */
export function rowNorm(m: Float64Array, at: number): number {
  let norm = 0;
  for (let r = at; r < at + 9; r += 3) {
    const sum = Math.abs(m[r]) + Math.abs(m[r + 1]) + Math.abs(m[r + 2]);
    if (sum > norm) norm = sum;
  }
  return norm;
}

/** Of the linear part of a column-major pose. */
export function poseNorm(pose: Float64Array): number {
  let norm = 0;
  for (let r = 0; r < 3; r++) {
    const sum = Math.abs(pose[r]) + Math.abs(pose[4 + r]) + Math.abs(pose[8 + r]);
    if (sum > norm) norm = sum;
  }
  return norm;
}

/** The largest magnitude of the three numbers at v[at]. */
export function largestOfThree(v: Float64Array, at: number): number {
  return Math.max(Math.abs(v[at]), Math.abs(v[at + 1]), Math.abs(v[at + 2]));
}
