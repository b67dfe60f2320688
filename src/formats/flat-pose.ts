import { PoseError } from "../errors.ts";
import { invert } from "../geometry/relative-pose.ts";

const inverse = new Float64Array(9);

/** Whether no query would take the pose, because it has no inverse. Flat triangles are fine: their vertices can be moved. */
export function isFlat(pose: Float64Array): boolean {
  try {
    invert(pose, "toWorld", inverse);
    return false;
  } catch (error) {
    if (error instanceof PoseError) return true;
    throw error;
  }
}
