import { plainPose } from "../../geometry/affine.js";
import { checkOptionNames } from "../../option-names.js";
import { collide } from "../pairs/collide.js";
import { checkTrees } from "../pairs/pair-query.js";
import { createStats } from "../stats.js";
import { scalePair } from "../tiny-worlds.js";
import { addDistanceStats, beginDistanceQuery, checkLength, descendForDistance } from "./distance-query.js";
const WITHIN_OPTIONS = {
	aToWorld: true,
	bToWorld: true,
	stats: true
};
/** Whether the surfaces come as near as `clearance`: what `distance(a, b).distance <= clearance` says, but sooner. */
export function isWithin(a, b, clearance, options = {}) {
	checkOptionNames(options, WITHIN_OPTIONS, "isWithin");
	checkTrees(a, b);
	const { aToWorld: poseA = null, bToWorld: poseB = null, stats = createStats() } = options;
	const aToWorld = plainPose(poseA, "aToWorld");
	const bToWorld = plainPose(poseB, "bToWorld");
	checkLength(clearance, "clearance");
	const scaled = scalePair(a, b, options);
	if (scaled !== null) return isWithin(scaled.a, scaled.b, clearance * scaled.factor, {
		...options,
		...scaled.poses
	});
	if (collide(a, b, {
		aToWorld,
		bToWorld,
		stats
	})) return true;
	beginDistanceQuery(a, b, aToWorld, bToWorld, clearance);
	const within = descendForDistance(a, b, clearance);
	addDistanceStats(stats);
	return within;
}
