import { ABS_M, C, COFACTORS, EDGE_MARGINS, M } from "../relative-pose-layout.ts";

// The nine axes that SAT lite leaves out: the cross products of an edge of a's box and an edge of b's (Gottschalk).
// Axis ei × mj in a's space, where mj is b's edge j seen there; the formulas hold for any affine pose.

const NONE = 15;

const centre = new Float64Array(3); // of b's box, relative to a's
const halfA = new Float64Array(3);

/**
 * The first axis ei × mj, as 6 + 3·i + j, that separates the box of a at nodesA[atA] from the one of b at nodesB[atB], or
 * 15. A box is minX minY minZ maxX maxY maxZ.
 */
export function separatingEdgeAxis(
  nodesA: Float32Array,
  atA: number,
  nodesB: Float32Array,
  atB: number,
  pose: Float64Array,
): number {
  // Doubled throughout: min + max and max − min.
  const x = nodesB[atB] + nodesB[atB + 3];
  const y = nodesB[atB + 1] + nodesB[atB + 4];
  const z = nodesB[atB + 2] + nodesB[atB + 5];
  const b0 = nodesB[atB + 3] - nodesB[atB];
  const b1 = nodesB[atB + 4] - nodesB[atB + 1];
  const b2 = nodesB[atB + 5] - nodesB[atB + 2];
  for (let k = 0; k < 3; k++) {
    const min = nodesA[atA + k];
    const max = nodesA[atA + 3 + k];
    const row = M + 3 * k;
    centre[k] = pose[row] * x + pose[row + 1] * y + pose[row + 2] * z + 2 * pose[C + k] - (min + max);
    halfA[k] = max - min;
  }
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    const d1 = centre[i1];
    const d2 = centre[i2];
    const a1 = halfA[i1];
    const a2 = halfA[i2];
    const row1 = 3 * i1;
    const row2 = 3 * i2;
    // axis ai × b0
    let gap = Math.abs(d2 * pose[M + row1] - d1 * pose[M + row2]);
    let radius = a1 * pose[ABS_M + row2] + a2 * pose[ABS_M + row1];
    radius += b1 * pose[COFACTORS + 3 * i + 2] + b2 * pose[COFACTORS + 3 * i + 1];
    if (gap > radius + 2 * pose[EDGE_MARGINS + 3 * i]) return 6 + 3 * i;
    // axis ai × b1
    gap = Math.abs(d2 * pose[M + row1 + 1] - d1 * pose[M + row2 + 1]);
    radius = a1 * pose[ABS_M + row2 + 1] + a2 * pose[ABS_M + row1 + 1];
    radius += b0 * pose[COFACTORS + 3 * i + 2] + b2 * pose[COFACTORS + 3 * i];
    if (gap > radius + 2 * pose[EDGE_MARGINS + 3 * i + 1]) return 7 + 3 * i;
    // axis ai × b2
    gap = Math.abs(d2 * pose[M + row1 + 2] - d1 * pose[M + row2 + 2]);
    radius = a1 * pose[ABS_M + row2 + 2] + a2 * pose[ABS_M + row1 + 2];
    radius += b0 * pose[COFACTORS + 3 * i + 1] + b1 * pose[COFACTORS + 3 * i];
    if (gap > radius + 2 * pose[EDGE_MARGINS + 3 * i + 2]) return 8 + 3 * i;
  }
  return NONE;
}
