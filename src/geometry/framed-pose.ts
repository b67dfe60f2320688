import { determinantOf } from "./affine.ts";
import { largestOfThree, poseNorm } from "./norms.ts";

// The pose of boxes that lie along the axes of a frame R (rows: its axes). A vertex x of the mesh is y = R·x in their space, so the world
// sees y at A·Rᵀ where it sees x at A.
//
// Why the margins of relative-pose.ts suffice. Let u = 2^-53, and all norms be the largest sums of magnitudes in a row. y is rounded, the
// product A' of A and Rᵀ is rounded, and R·Rᵀ differs from the identity by 2^-50 = 8u in each entry, so RᵀR by 24u. Hence
//   |A'·y − A·x| ≤ (9.1·|y| + 9.2·|x| + 72·|x|)·u·‖A‖ ≤ 260u·‖A'‖·reach,   with |x| ≤ √3·|y| and ‖A‖ ≤ √3·‖A'‖ up to rounding.
// - Where A' is inverted for side a, its residual is taken to be larger than it is: by 2^-46 − 4u for the sum, and again for the sums of
//   products, which are at least 1. marginA counts it twice, so at least 496u·‖A'⁻¹‖·(worldA + worldB) are not needed for the inverse.
// - Where side a has no pose and only b has a frame, ‖M‖ is ‖A'‖ of b, and marginA holds 2^-46 = 128u three times over for ‖M‖·reachB:
//   twice for the distance of centres, once for the world. What the arithmetic of a test needs is less than 40u.
// marginB is ‖N‖·marginA and more. The bounds of f32 kernels are added to these margins, and hold for y as for the vertices of any mesh.

const LIMIT = 2 ** 99;
const MOST_STRETCH = 2 ** 90;
/** The least determinant of a pose whose norm is 1. Then its inverse is below 2^34, and neither A nor A' is taken for singular. */
const LEAST_DETERMINANT = 2 ** -30;

/**
 * Writes A·Rᵀ, with the offset of A. False, with nothing written, for a pose that is nearly singular, or nearly out of range for boxes of
 * this reach: there the boxes along the model's axes decide what is an error.
 */
export function setFramedPose(
  pose: Float64Array,
  frame: Float64Array,
  reach: number,
  out: Float64Array,
): boolean {
  const norm = poseNorm(pose);
  const offset = largestOfThree(pose, 12);
  if (!(norm < MOST_STRETCH && norm * MOST_STRETCH > 1 && 2 * norm * reach + offset < LIMIT)) return false;
  if (!(Math.abs(determinantOf(pose)) > LEAST_DETERMINANT * norm * norm * norm)) return false;
  for (let column = 0; column < 3; column++) {
    const x = frame[3 * column];
    const y = frame[3 * column + 1];
    const z = frame[3 * column + 2];
    for (let row = 0; row < 3; row++)
      out[4 * column + row] = pose[row] * x + pose[4 + row] * y + pose[8 + row] * z;
    out[4 * column + 3] = 0;
  }
  for (let k = 12; k < 16; k++) out[k] = pose[k];
  return true;
}
