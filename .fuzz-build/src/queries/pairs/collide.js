import { OptionError, show } from "../../errors.js";
import { checkOptionNames } from "../../option-names.js";
import { NO_TRIANGLE } from "../../trees/layout.js";
import { checkStats } from "../stats.js";
import { scalePair } from "../tiny-worlds.js";
import { lastHit, leavesMeet } from "./leaf-pairs.js";
import { beginPairQuery, descendPair, PAIR_OPTIONS, recordStats } from "./pair-query.js";
export function createContactCache() {
	return {
		triangleA: -1,
		triangleB: -1,
		slotA: -1,
		slotB: -1
	};
}
const COLLIDE_OPTIONS = {
	...PAIR_OPTIONS,
	order: true,
	cache: true
};
/** Whether any triangle of a shares a point with one of b; exact, touching counts. */
export function collide(a, b, options = {}) {
	checkOptionNames(options, COLLIDE_OPTIONS, "collide");
	const { order = "best-first", cache, stats } = options;
	if (order !== "best-first" && order !== "depth-first") throw new OptionError(`order: ${show(order)} is not "best-first" or "depth-first"`);
	if (cache !== undefined && (cache === null || typeof cache !== "object")) throw new OptionError(`cache: expected one from createContactCache, got ${show(cache)}`);
	checkStats(stats);
	const scaled = scalePair(a, b, options);
	if (scaled !== null) return collide(scaled.a, scaled.b, {
		...options,
		...scaled.poses
	});
	const witnessA = cache === undefined ? -1 : cache.slotA;
	const witnessB = cache === undefined ? -1 : cache.slotB;
	beginPairQuery(a, b, options);
	const meet = cache !== undefined && witnessMeets(a, witnessA, b, witnessB) || descendPair(a, b, false, order === "best-first");
	if (stats !== undefined) recordStats(stats);
	if (meet && cache !== undefined) {
		const { slotA, slotB } = lastHit;
		cache.slotA = slotA;
		cache.slotB = slotB;
		cache.triangleA = a.triangles[slotA];
		cache.triangleB = b.triangles[slotB];
	}
	return meet;
}
function witnessMeets(a, slotA, b, slotB) {
	return isInUse(a, slotA) && isInUse(b, slotB) && leavesMeet(a, slotA, 1, b, slotB, 1, false);
}
/** A cache may come from other trees, or an R-tree may have lost the triangle: such a slot holds no witness. */
export function isInUse({ triangles }, slot) {
	return slot >= 0 && slot < triangles.length && triangles[slot] !== NO_TRIANGLE;
}
