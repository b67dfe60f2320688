import { ABS_M, ABS_N, C, M, MARGIN_A, MARGIN_B, N } from "./relative-pose-layout.ts";

// Boxes in the other model's space (Figueiredo 2009, section 2): the cover box encloses a moved box, the optimal box
// encloses the moved corners of a triangle. A box is minX minY minZ maxX maxY maxZ.
//
// Both enclose with room for rounding. The margins of the relative pose hold for differences xa − (M·xb + c) of points that
// meet in the world. Here points are moved separately, which adds the rounding of terms that such a difference would
// cancel. Where two points meet, |c| ≤ |xa| + |M|·|xb| + margin, so these terms are no larger than those the margin is made
// from, with 128 units in the last place for sums of four products; N·M, which is the identity only up to rounding, can
// move a point of b by another marginB. WIDER covers both generously: margins are some 10⁻¹⁴ of the models' size.

const WIDER = 4;

/** The cover box, in a's space, of a box of b. */
export function coverBoxInA(box: ArrayLike<number>, pose: Float64Array, out: Float64Array): void {
  const margin = WIDER * pose[MARGIN_A];
  for (let r = 0; r < 3; r++) {
    let centre = pose[C + r];
    let half = margin;
    for (let k = 0; k < 3; k++) {
      centre += 0.5 * pose[M + 3 * r + k] * (box[k] + box[3 + k]);
      half += 0.5 * pose[ABS_M + 3 * r + k] * (box[3 + k] - box[k]);
    }
    out[r] = centre - half;
    out[3 + r] = centre + half;
  }
}

/** The cover box, in b's space, of a box of a. */
export function coverBoxInB(box: ArrayLike<number>, pose: Float64Array, out: Float64Array): void {
  const margin = WIDER * pose[MARGIN_B];
  for (let r = 0; r < 3; r++) {
    let centre = 0;
    let half = margin;
    for (let k = 0; k < 3; k++) {
      centre += pose[N + 3 * r + k] * (0.5 * (box[k] + box[3 + k]) - pose[C + k]);
      half += 0.5 * pose[ABS_N + 3 * r + k] * (box[3 + k] - box[k]);
    }
    out[r] = centre - half;
    out[3 + r] = centre + half;
  }
}

/**
 * The optimal box, in a's space, of a triangle of b. `corners[c]` and the next two are its vertices in `positions`;
 * `origin` is the point that b's boxes are relative to.
 */
export function optimalBoxInA(
  positions: Float32Array | Float64Array,
  corners: Uint32Array,
  c: number,
  origin: Float64Array,
  pose: Float64Array,
  out: Float64Array,
): void {
  const margin = WIDER * pose[MARGIN_A];
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * corners[c + corner];
    const x = positions[v] - origin[0];
    const y = positions[v + 1] - origin[1];
    const z = positions[v + 2] - origin[2];
    for (let r = 0; r < 3; r++) {
      const m = M + 3 * r;
      const moved = pose[m] * x + pose[m + 1] * y + pose[m + 2] * z + pose[C + r];
      if (corner === 0 || moved - margin < out[r]) out[r] = moved - margin;
      if (corner === 0 || moved + margin > out[3 + r]) out[3 + r] = moved + margin;
    }
  }
}

/** The intersection of two boxes; some min exceeds its max if it is empty. */
export function commonBox(p: ArrayLike<number>, q: ArrayLike<number>, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    out[k] = Math.max(p[k], q[k]);
    out[3 + k] = Math.min(p[3 + k], q[3 + k]);
  }
}
