import { PoseError } from "../errors.ts";
import { invert } from "../geometry/relative-pose.ts";

const inverse = new Float64Array(9);

/**
 * Whether the pose has no inverse, so that queries would reject it. Flat triangles are accepted, so the vertices can be
 * moved instead.
 */
export function isFlat(pose: Float64Array): boolean {
  try {
    invert(pose, "toWorld", inverse);
    return false;
  } catch (error) {
    if (error instanceof PoseError) return true;
    throw error;
  }
}
