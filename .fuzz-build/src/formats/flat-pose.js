import { PoseError } from "../errors.js";
import { invert } from "../geometry/relative-pose.js";
const inverse = new Float64Array(9);
/** Whether no query would take the pose, because it has no inverse. Flat triangles are fine: their vertices can be moved. */
export function isFlat(pose) {
	try {
		invert(pose, "toWorld", inverse);
		return false;
	} catch (error) {
		if (error instanceof PoseError) return true;
		throw error;
	}
}
