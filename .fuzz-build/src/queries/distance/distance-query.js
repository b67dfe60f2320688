import { OptionError, show } from "../../errors.js";
import { readPose } from "../../geometry/affine.js";
import { rationalTestCount } from "../../geometry/distance/triangle-triangle-exact.js";
import { setRelativePose, shiftOrigins } from "../../geometry/relative-pose.js";
import { RELATIVE_POSE_LENGTH, WORLD_REACH } from "../../geometry/relative-pose-layout.js";
import { isInUse } from "../pairs/collide.js";
import { checkTrees, reachOf } from "../pairs/pair-query.js";
import { descendBoxesForDistance } from "./distance-boxes.js";
import { descendObbForDistance } from "./distance-obb.js";
import { beginNearestPairs, nearestTestCount, nearLeaves } from "./nearest-pairs.js";
import { descendNear } from "./simd/descend-near.js";
import { setWorldMetric } from "./world-metric.js";
const aToWorld = new Float64Array(16);
const bToWorld = new Float64Array(16);
const descent = {
	bToA: new Float64Array(RELATIVE_POSE_LENGTH),
	aToWorld,
	bToWorld,
	metricA: new Float64Array(5),
	reachA: 0,
	reachB: 0,
	clearance: -1,
	boxTests: 0
};
let rationalBefore = 0;
/** Throws `OptionError` unless `value` is a distance: a number from 0 to Infinity. */
export function checkLength(value, name) {
	if (!(typeof value === "number" && value >= 0)) throw new OptionError(`${name}: ${show(value)} is not a number of at least 0`);
}
/** Sets the query up, for checked arguments, and poses from `plainPose`. */
export function beginDistanceQuery(a, b, poseA, poseB, maxDistance) {
	checkTrees(a, b);
	const aMoves = readPose(poseA, "aToWorld", aToWorld);
	const bMoves = readPose(poseB, "bToWorld", bToWorld);
	descent.reachA = reachOf(a);
	descent.reachB = reachOf(b);
	const { bToA, reachA, reachB } = descent;
	setRelativePose(aToWorld, aMoves, bToWorld, bMoves, reachA, reachB, false, bToA);
	shiftOrigins(a.origin, b.origin, bToA);
	setWorldMetric(aToWorld, aMoves, descent.metricA);
	beginNearestPairs(a, aToWorld, aMoves, b, bToWorld, bMoves, maxDistance, bToA[WORLD_REACH]);
	descent.boxTests = 0;
	rationalBefore = rationalTestCount();
}
/** Takes two slots for the first pair: the nearer they are, the more of the trees is left out. */
export function startFromPair(a, slotA, b, slotB) {
	if (isInUse(a, slotA) && isInUse(b, slotB)) nearLeaves(a, slotA, 1, b, slotB, 1);
}
/** Descends both trees: for the nearest pair, or with a clearance of at least 0 for any pair within it. */
export function descendForDistance(a, b, clearance) {
	descent.clearance = clearance;
	if (isEmpty(a) || isEmpty(b)) return false;
	if (a.kind === "obb") return descendObbForDistance(a, b, descent);
	if (a.kind === "r-tree") return descendBoxesForDistance(a, b, descent);
	return descendNear(a, b, descent) ?? descendBoxesForDistance(a, b, descent);
}
/** An R-tree may have lost all its triangles. */
function isEmpty(tree) {
	return tree.kind === "r-tree" && tree.triangleCount === 0;
}
/** Adds what the query did to what the search for a contact before it did. */
export function addDistanceStats(stats) {
	stats.boxTests += descent.boxTests;
	stats.triangleTests += nearestTestCount();
	stats.exactTests += rationalTestCount() - rationalBefore;
}
