import { OptionError, show } from "../../errors.js";
import { readTwoPoses } from "../../geometry/affine.js";
import { setRelativePose, shiftOrigins } from "../../geometry/relative-pose.js";
import { RELATIVE_POSE_LENGTH, WORLD_REACH } from "../../geometry/relative-pose-layout.js";
import { AABB_MAX, AABB_MIN, checkTreeArrays, OBB_AXES, OBB_CENTRE, OBB_HALF } from "../../trees/layout.js";
import { EXIT_COUNT } from "../stats.js";
import { collideRTrees, R_TREE_ALGORITHMS } from "./collide-r-trees.js";
import { descendAabb } from "./descend-aabb.js";
import { descendObb } from "./descend-obb.js";
import { beginLeafPairs, exactTestsOfQuery, triangleTestCount } from "./leaf-pairs.js";
import { descendSimd } from "./simd/descend-simd.js";
export const PAIR_OPTIONS = {
	aToWorld: true,
	bToWorld: true,
	test: true,
	descend: true,
	algorithm: true,
	stats: true
};
const BOTH_RATIO = {
	both: 2,
	larger: 1
};
const aToWorld = new Float64Array(16);
const bToWorld = new Float64Array(16);
const pose = new Float64Array(RELATIVE_POSE_LENGTH);
const exits = new Uint32Array(EXIT_COUNT);
let algorithm = "together";
const descent = {
	all: false,
	edges: false,
	bothRatio: 2,
	bestFirst: true
};
/** Checks the arguments and sets the query up. Nothing is done, and nothing changed, when it throws. */
export function beginPairQuery(a, b, options) {
	checkTrees(a, b);
	// Read before any module state is touched, poses too: each may be a getter, even one that runs a query of its own.
	const { test = "sat-lite", descend = "both", aToWorld: poseA = null, bToWorld: poseB = null } = options;
	const { algorithm: named } = options;
	if (test !== "sat-lite" && test !== "sat") throw new OptionError(`test: ${show(test)} is not "sat-lite" or "sat"`);
	if (descend !== "both" && descend !== "larger") throw new OptionError(`descend: ${show(descend)} is not "both" or "larger"`);
	if (named !== undefined) checkAlgorithm(a, named);
	const moves = readTwoPoses(poseA, "aToWorld", aToWorld, poseB, "bToWorld", bToWorld);
	const aMoves = (moves & 1) !== 0;
	const bMoves = (moves & 2) !== 0;
	algorithm = named ?? "together";
	descent.edges = test === "sat";
	descent.bothRatio = BOTH_RATIO[descend];
	setRelativePose(aToWorld, aMoves, bToWorld, bMoves, reachOf(a), reachOf(b), descent.edges, pose);
	shiftOrigins(a.origin, b.origin, pose);
	beginLeafPairs(a, aToWorld, aMoves, b, bToWorld, bMoves, pose[WORLD_REACH]);
	for (let axis = 0; axis < EXIT_COUNT; axis++) exits[axis] = 0;
}
/** Runs the descent that `beginPairQuery` has set up. */
export function descendPair(a, b, all, bestFirst) {
	descent.all = all;
	descent.bestFirst = bestFirst;
	if (a.kind === "aabb") return descendSimd(a, b, pose, descent, exits) ?? descendAabb(a, b, pose, descent, exits);
	if (a.kind === "r-tree") return collideRTrees(a, b, algorithm, pose, descent, exits);
	return descendObb(a, b, pose, descent, exits);
}
/** The relative pose and the exit counters of the query that `beginPairQuery` has set up, for other ways than descent. */
export function queryUnderWay() {
	return {
		pose,
		exits
	};
}
/** Writes what the query did. */
export function recordStats(stats) {
	let boxTests = 0;
	for (let axis = 0; axis < EXIT_COUNT; axis++) boxTests += exits[axis];
	stats.boxTests = boxTests;
	stats.triangleTests = triangleTestCount();
	stats.exactTests = exactTestsOfQuery();
	stats.exitAxes.set(exits);
}
function checkAlgorithm(tree, named) {
	if (tree.kind !== "r-tree") throw new OptionError(`algorithm: ${show(named)} is for R-trees, got trees of the kind "${tree.kind}"`);
	if (!R_TREE_ALGORITHMS.includes(named)) throw new OptionError(`algorithm: ${show(named)} is not one of ${R_TREE_ALGORITHMS.join(", ")}`);
}
/** Throws `OptionError` unless the trees are two of one kind, `MeshError` if arrays of one were transferred. */
export function checkTrees(a, b) {
	if (a?.kind === b?.kind && (a?.kind === "aabb" || a?.kind === "obb" || a?.kind === "r-tree")) {
		checkTreeArrays(a, "a");
		checkTreeArrays(b, "b");
		return;
	}
	throw new OptionError(`expected two trees of one kind, "aabb", "obb" or "r-tree", got ${describe(a)} and ${describe(b)}`);
}
/** What was passed for a tree, for an error. */
export function describe(tree) {
	const kind = tree?.kind;
	return typeof kind === "string" ? `"${kind}"` : `${tree === null ? "null" : typeof tree} without a kind`;
}
/** The largest coordinate magnitude inside the root box. */
export function reachOf(tree) {
	return tree.kind === "obb" ? reachOfObb(tree) : reachOfAabb(tree);
}
function reachOfAabb({ nodes, origin }) {
	let reach = 0;
	for (let axis = 0; axis < 3; axis++) {
		const box = Math.max(Math.abs(nodes[AABB_MIN + axis]), Math.abs(nodes[AABB_MAX + axis]));
		reach = Math.max(reach, Math.abs(origin[axis]) + box);
	}
	return reach;
}
function reachOfObb({ nodes }) {
	let reach = 0;
	for (let axis = 0; axis < 3; axis++) {
		let coordinate = Math.abs(nodes[OBB_CENTRE + axis]);
		for (let k = 0; k < 3; k++) coordinate += Math.abs(nodes[OBB_HALF + k] * nodes[OBB_AXES + 3 * k + axis]);
		reach = Math.max(reach, coordinate);
	}
	return reach;
}
