// Lower bounds of the world length of a difference of model coordinates, for lower bounds of distances.
//
// A model-space difference m is A·m in the world, |A·m|² = mᵀ·G·m with G = Aᵀ·A. Only lower bounds of the components of m
// are known, |mk| ≥ gk. With D the diagonal of G and Ĝ = D^-½·G·D^-½ its normalised form, mᵀ·G·m ≥ λ·Σ Gkk·gk² where λ is
// the least eigenvalue of Ĝ. Rotation and scale along the axes have λ = 1. Otherwise λ is bounded from below by
// Gershgorin's discs, 1 − Σ|Ĝij|, or by the determinant: the trace is 3, so λ ≥ det Ĝ · 4/9.

export const ANY_AXIS = 3;
export const MOST = 4;
export const METRIC_LENGTH = 5;

/** The rounding error of the entries of Ĝ, its determinant, and the sums of a lower bound. */
const ROUNDING = 2 ** -40;

/**
 * Writes five factors. Squares of components along the model's axes, gk², weighted by the first three, add up to at most the square of the
 * world length; so do squares along any three orthonormal axes, weighted by the fourth, ANY_AXIS. Weighted by the fifth, MOST, which may be
 * Infinity, they add up to at least that.
 */
export function setWorldMetric(pose: Float64Array, moves: boolean, out: Float64Array): void {
  if (!moves) {
    for (let k = 0; k <= ANY_AXIS; k++) out[k] = 1 - ROUNDING;
    out[MOST] = 1 + ROUNDING;
    return;
  }
  const g00 = dot(pose, 0, 0);
  const g11 = dot(pose, 4, 4);
  const g22 = dot(pose, 8, 8);
  // roots before products: the product of two squares overflows sooner than the squares do
  const length0 = Math.sqrt(g00);
  const length1 = Math.sqrt(g11);
  const length2 = Math.sqrt(g22);
  const n01 = dot(pose, 0, 4) / (length0 * length1);
  const n02 = dot(pose, 0, 8) / (length0 * length2);
  const n12 = dot(pose, 4, 8) / (length1 * length2);
  const abs01 = Math.abs(n01);
  const abs02 = Math.abs(n02);
  const abs12 = Math.abs(n12);
  const discs = 1 - Math.max(abs01 + abs02, abs01 + abs12, abs02 + abs12);
  const det = 1 + 2 * n01 * n02 * n12 - n01 * n01 - n02 * n02 - n12 * n12;
  // Nothing is known about columns so short or so long that their squares leave the range of f64 or lose digits, nor about the angles
  // between them and others.
  const isKnown = Math.min(g00, g11, g22) > 2 ** -900 && Math.max(g00, g11, g22) < 2 ** 900;
  const factor = Math.max(discs - ROUNDING, (4 / 9) * det - ROUNDING, 0);
  out[0] = isKnown ? factor * g00 : 0;
  out[1] = isKnown ? factor * g11 : 0;
  out[2] = isKnown ? factor * g22 : 0;
  out[ANY_AXIS] = isKnown ? factor * Math.min(g00, g11, g22) : 0;
  // The discs bound the greatest eigenvalue as well.
  out[MOST] = isKnown ? (2 - discs + ROUNDING) * Math.max(g00, g11, g22) : Infinity;
}

function dot(pose: Float64Array, i: number, j: number): number {
  return pose[i] * pose[j] + pose[i + 1] * pose[j + 1] + pose[i + 2] * pose[j + 2];
}
