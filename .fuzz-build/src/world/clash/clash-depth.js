import { readPose } from "../../geometry/affine.js";
import { isOverlapWithin } from "../../queries/overlap-depth/is-within.js";
import { measureOverlap } from "../../queries/overlap-depth/overlap-depth.js";
import { createOverlapPair, workOf } from "../../queries/overlap-depth/overlap-pair.js";
import { penetrationOfHulls } from "../../queries/penetration/penetration.js";
import { addStats } from "../../queries/stats.js";
/**
* How deep two parts are in each other that share more than a touch; null where nothing is known, "tolerated" where the depth is proven
* to be at most the tolerance. The numbers do not depend on the tolerance.
*/
export function clashDepth(a, b, { aClosed, bClosed }, tolerance, sum) {
	if (!aClosed && !bClosed) {
		const depth = penetrationOfHulls(a.tree, b.tree, {
			aToWorld: a.toWorld,
			bToWorld: b.toWorld
		});
		return isProvenWithin(depth, tolerance) ? "tolerated" : depth;
	}
	const pair = createOverlapPair(a.tree, poseOf(a, "aToWorld"), b.tree, poseOf(b, "bToWorld"));
	// First only yes or no: that is quick for the many that are tolerated, and for those that are much deeper.
	const verdict = tolerance > 0 ? isOverlapWithin(pair, tolerance) : "unproven";
	const depth = verdict === "within" ? null : measureOverlap(pair);
	addStats(sum, workOf(pair));
	if (depth === null || isProvenWithin(depth, tolerance)) return "tolerated";
	return verdict === "surfaces-within" && depth.kind !== "lower-bound" ? "tolerated" : depth;
}
function poseOf({ toWorld }, name) {
	const pose = new Float64Array(16);
	readPose(toWorld, name, pose);
	return pose;
}
/** Whether the depth is proven to be at most the tolerance. */
function isProvenWithin(depth, tolerance) {
	if (tolerance === 0 || depth === null) return false;
	return depth.kind !== "lower-bound" && depth.depth <= tolerance;
}
