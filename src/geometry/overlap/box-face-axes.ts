import { ABS_M, ABS_N, C, M, MARGIN_A, MARGIN_B, N } from "../relative-pose-layout.ts";

// The six face normals of two boxes, one of them posed: SAT lite (van den Bergen, section 3) for a single pair.
// `queries/pairs/descend-aabb.ts` has this test written out for the four pairs of a step.

const NONE = 15;

/**
 * The first face normal, 0 to 2 of a's box and 3 to 5 of b's, that separates the box of a at nodesA[atA] from the one of b
 * at nodesB[atB], or 15. A box is minX minY minZ maxX maxY maxZ.
 */
export function separatingFaceAxis(
  nodesA: Float32Array,
  atA: number,
  nodesB: Float32Array,
  atB: number,
  pose: Float64Array,
): number {
  // Doubled throughout: min + max and max − min.
  const marginA = 2 * pose[MARGIN_A];
  const marginB = 2 * pose[MARGIN_B];
  // biome-ignore format: vectors read in rows
  const sx = nodesB[atB] + nodesB[atB + 3], sy = nodesB[atB + 1] + nodesB[atB + 4], sz = nodesB[atB + 2] + nodesB[atB + 5],
    fx = nodesB[atB + 3] - nodesB[atB], fy = nodesB[atB + 4] - nodesB[atB + 1], fz = nodesB[atB + 5] - nodesB[atB + 2],
    hx = nodesA[atA + 3] - nodesA[atA], hy = nodesA[atA + 4] - nodesA[atA + 1], hz = nodesA[atA + 5] - nodesA[atA + 2];
  // axis a0
  const x =
    pose[M] * sx + pose[M + 1] * sy + pose[M + 2] * sz + 2 * pose[C] - (nodesA[atA] + nodesA[atA + 3]);
  const rx = pose[ABS_M] * fx + pose[ABS_M + 1] * fy + pose[ABS_M + 2] * fz + marginA;
  if (Math.abs(x) > rx + hx) return 0;
  // axis a1
  const y =
    pose[M + 3] * sx +
    pose[M + 4] * sy +
    pose[M + 5] * sz +
    2 * pose[C + 1] -
    (nodesA[atA + 1] + nodesA[atA + 4]);
  const ry = pose[ABS_M + 3] * fx + pose[ABS_M + 4] * fy + pose[ABS_M + 5] * fz + marginA;
  if (Math.abs(y) > ry + hy) return 1;
  // axis a2
  const z =
    pose[M + 6] * sx +
    pose[M + 7] * sy +
    pose[M + 8] * sz +
    2 * pose[C + 2] -
    (nodesA[atA + 2] + nodesA[atA + 5]);
  const rz = pose[ABS_M + 6] * fx + pose[ABS_M + 7] * fy + pose[ABS_M + 8] * fz + marginA;
  if (Math.abs(z) > rz + hz) return 2;
  // axis b0
  let gap = Math.abs(pose[N] * x + pose[N + 1] * y + pose[N + 2] * z);
  let radius = pose[ABS_N] * hx + pose[ABS_N + 1] * hy + pose[ABS_N + 2] * hz;
  if (gap > radius + fx + marginB) return 3;
  // axis b1
  gap = Math.abs(pose[N + 3] * x + pose[N + 4] * y + pose[N + 5] * z);
  radius = pose[ABS_N + 3] * hx + pose[ABS_N + 4] * hy + pose[ABS_N + 5] * hz;
  if (gap > radius + fy + marginB) return 4;
  // axis b2
  gap = Math.abs(pose[N + 6] * x + pose[N + 7] * y + pose[N + 8] * z);
  radius = pose[ABS_N + 6] * hx + pose[ABS_N + 7] * hy + pose[ABS_N + 8] * hz;
  if (gap > radius + fz + marginB) return 5;
  return NONE;
}
