// Integer vectors for the exact stages.

export type IntegerVector = readonly [bigint, bigint, bigint];

/** The vector at values[3 · i]. */
export function vectorAt(values: readonly bigint[], i: number): IntegerVector {
  return [values[3 * i], values[3 * i + 1], values[3 * i + 2]];
}

export function minus(a: IntegerVector, b: IntegerVector): IntegerVector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: IntegerVector, b: IntegerVector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: IntegerVector, b: IntegerVector): IntegerVector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function isZero(v: IntegerVector): boolean {
  return v[0] === 0n && v[1] === 0n && v[2] === 0n;
}
