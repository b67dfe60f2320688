import { ABS_M, ABS_N, C, MARGIN_A, MARGIN_B, SCALE } from "../../geometry/relative-pose-layout.ts";
import { BOTH_RATIO, CORNER_SLACK, OFFSET, UNDERFLOW } from "../../kernels/pair-memory-map.ts";
import type { AabbTree } from "../../trees/layout.ts";

// The relative pose for f32 arithmetic, with the margins it needs in addition to those of relative-pose.ts.
//
// Let u = 2^-24, the rounding of an f32, and T = ‖M‖·reachB + reachA + |c|, with reaches relative to the origins: no
// coordinate in a's space is larger. Then
// - the error of a corner, rounded to f32 and moved, is at most 6u·T, in addition to marginA;
// - doubled: that of the vector between two centres is 7u·2T, that of the sum of the half extents 7u·2T;
// - on b's axes that of the vector is ‖N‖·(14u·T + 4u·2T), that of the sum of the half extents 6u·2(‖N‖·T + reachB).
// Products that underflow have an error of 2^-149 each. The range of T keeps that below the margins, and determinants of
// three lengths finite. It keeps N below 2^60, but not M, because a tiny b may be stretched along one axis only: then M may
// be infinite in f32, coordinates NaN, and the effect of underflow on b's coordinates larger than the margins. So M has a
// separate limit.

const U = 2 ** -24;
const LARGEST = 2 ** 30;
const SMALLEST = 2 ** -30;
const LARGEST_STRETCH = 2 ** 60;
const LEAST_DETERMINANT = 2 ** -120;

/**
 * Fills in the pose at the start of kernel memory; false, with useless contents, for models or poses too large or small for
 * f32. Twin: kernels/assembly/f32-pose.ts.
 */
export function setF32Pose(
  a: AabbTree,
  b: AabbTree,
  pose: Float64Array,
  bothRatio: number,
  out: Float32Array,
): boolean {
  const x = pose[C];
  const y = pose[C + 1];
  const z = pose[C + 2];
  const reachA = boxReach(a.nodes);
  const reachB = boxReach(b.nodes);
  const normM = rowNorm(pose, ABS_M);
  const total = normM * reachB + reachA + Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const totalB = rowNorm(pose, ABS_N) * total + reachB;
  if (!(total > SMALLEST && total < LARGEST && totalB > SMALLEST && totalB < LARGEST)) return false;
  if (!(normM < LARGEST_STRETCH)) return false;
  for (let k = 0; k <= SCALE; k++) out[k] = pose[k];
  out[C] = 2 * x;
  out[C + 1] = 2 * y;
  out[C + 2] = 2 * z;
  out[OFFSET] = x;
  out[OFFSET + 1] = y;
  out[OFFSET + 2] = z;
  out[MARGIN_A] = 2 * pose[MARGIN_A] + 36 * U * total;
  out[MARGIN_B] = 2 * pose[MARGIN_B] + 72 * U * totalB;
  out[BOTH_RATIO] = bothRatio;
  out[CORNER_SLACK] = 6 * (pose[MARGIN_A] + 8 * U * total);
  out[UNDERFLOW] = LEAST_DETERMINANT * (1 + total);
  return true;
}

/** The largest coordinate of the root's box. */
export function boxReach(nodes: Float32Array): number {
  return Math.max(
    Math.max(Math.abs(nodes[0]), Math.abs(nodes[1]), Math.abs(nodes[2])),
    Math.max(Math.abs(nodes[3]), Math.abs(nodes[4]), Math.abs(nodes[5])),
  );
}

/** The largest row sum of the 3 × 3 matrix at m[at], whose entries are not negative. */
function rowNorm(m: Float64Array, at: number): number {
  return Math.max(
    m[at] + m[at + 1] + m[at + 2],
    m[at + 3] + m[at + 4] + m[at + 5],
    m[at + 6] + m[at + 7] + m[at + 8],
  );
}
