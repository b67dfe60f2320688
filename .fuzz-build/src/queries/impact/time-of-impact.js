import { OptionError, show } from "../../errors.js";
import { exactSweepCount } from "../../geometry/sweep/exact-sweep.js";
import { checkOptionNames } from "../../option-names.js";
import { checkAabbTree } from "../../trees/layout.js";
import { checkPositionsAtEnd } from "../../trees/refit-swept.js";
import { impact } from "./feature-impacts.js";
import { findLinearImpact, recordLinearStats } from "./linear-impact.js";
import { readMotion } from "./motion.js";
import { movingMeshOf } from "./moving-mesh.js";
import { findRotatingImpact } from "./rotating-impact.js";
import { scaleDeformation, scaleMotions } from "./scale-motions.js";
const IMPACT_OPTIONS = {
	maxSteps: true,
	stats: true
};
const TIME_OF_IMPACT_OPTIONS = {
	...IMPACT_OPTIONS,
	tolerance: true
};
const MAX_STEPS = 1e7;
/**
* When two meshes, each on its way from time 0 to time 1, first meet. Touching counts; meshes that meet at the start meet
* at time 0. Never misses a contact.
*
* A motion is null (at rest), `{ positionsAtEnd }` (each vertex in a straight line), or `{ from, to }` (poses, the
* rotation at constant speed; see `PoseMotion`); any two of them go together. Where all vertices move in straight lines,
* which translations do too, the answer is exact: `lower` and `upper` are the f64 times next to the first contact. Where a
* mesh rotates, whatever the other does, the two are apart until `lower`, and no further than `tolerance` apart at `upper`.
*/
export function timeOfImpact(a, b, motionA, motionB, options = {}) {
	checkOptionNames(options, TIME_OF_IMPACT_OPTIONS, "timeOfImpact");
	checkAabbTree(a, "timeOfImpact");
	checkAabbTree(b, "timeOfImpact");
	const { maxSteps, stats } = readOptions(options);
	const { tolerance } = options;
	if (tolerance !== undefined && !(typeof tolerance === "number" && tolerance > 0 && tolerance < Infinity)) throw new OptionError(`tolerance: ${show(tolerance)} is not a positive number`);
	const readA = readMotion(motionA, a, "motionA");
	const readB = readMotion(motionB, b, "motionB");
	const scaled = scaleMotions(a, motionA, readA, b, motionB, readB);
	if (scaled !== null) {
		const larger = tolerance && Math.min(tolerance * scaled.factor, Number.MAX_VALUE);
		const { tree: treeA, motion: scaledA } = scaled.a;
		const { tree: treeB, motion: scaledB } = scaled.b;
		return timeOfImpact(treeA, treeB, scaledA, scaledB, {
			...options,
			tolerance: larger
		});
	}
	if (!readA.rotates && !readB.rotates) {
		const sideA = movingMeshOf(a, 0, readA);
		const sideB = movingMeshOf(b, a === b ? 1 : 0, readB);
		return linearImpact(sideA, sideB, readA.rigid !== null && readB.rigid !== null, maxSteps, stats);
	}
	return findRotatingImpact(a, readA, b, readB, {
		tolerance,
		maxSteps,
		stats
	});
}
/**
* When a mesh first meets itself while its vertices move in straight lines to `positionsAtEnd`; exact. Features with a
* common vertex (by number) do not count: weld a mesh whose triangles only seem connected.
*/
export function selfTimeOfImpact(tree, positionsAtEnd, options = {}) {
	checkOptionNames(options, IMPACT_OPTIONS, "selfTimeOfImpact");
	checkAabbTree(tree, "selfTimeOfImpact");
	const { maxSteps, stats } = readOptions(options);
	checkPositionsAtEnd(positionsAtEnd, tree.mesh.positions.length, "positionsAtEnd");
	const scaled = scaleDeformation(tree, positionsAtEnd);
	if (scaled !== null) return selfTimeOfImpact(scaled.tree, scaled.positionsAtEnd, options);
	const motion = {
		from: null,
		to: null,
		positionsAtEnd,
		rotates: false,
		rigid: null
	};
	const side = movingMeshOf(tree, 0, motion);
	return linearImpact(side, side, false, maxSteps, stats);
}
function readOptions({ maxSteps = MAX_STEPS, stats }) {
	if (!(typeof maxSteps === "number" && maxSteps >= 1)) throw new OptionError(`maxSteps: ${show(maxSteps)} is not a number of at least 1`);
	if (stats !== undefined && (stats === null || typeof stats !== "object")) throw new OptionError(`stats: expected counters from createImpactStats, got ${show(stats)}`);
	return {
		maxSteps,
		stats
	};
}
function linearImpact(a, b, translated, maxSteps, stats) {
	const exactBefore = exactSweepCount();
	const isComplete = findLinearImpact(a, b, translated, maxSteps);
	if (stats !== undefined) recordLinearStats(stats, exactBefore);
	const lower = impact.lower[0];
	const upper = impact.upper[0];
	if (!isComplete) return {
		kind: "indeterminate",
		lower: Math.min(lower, impact.searched),
		upper: Math.min(upper, 1)
	};
	if (impact.slotA < 0) return { kind: "miss" };
	const triangleA = a.tree.triangles[impact.slotA];
	const triangleB = b.tree.triangles[impact.slotB];
	return {
		kind: "hit",
		lower,
		upper,
		triangleA,
		triangleB
	};
}
