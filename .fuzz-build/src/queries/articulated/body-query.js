import { OptionError, show } from "../../errors.js";
import { checkBody } from "../../trees/articulated/check-body.js";
import { BOX_OPTIONS, checkBoxOptions, updateBoxes } from "../../trees/articulated/update-boxes.js";
import { defaultAllowedPairs } from "./allowed-pairs.js";
import { createLinkCandidates, findLinkCandidates, findOwnLinkCandidates } from "./link-candidates.js";
export function createBodyStats() {
	return {
		linkBoxTests: 0,
		candidates: 0,
		falseAlarms: 0,
		hullsApart: 0,
		boxTests: 0,
		triangleTests: 0,
		exactTests: 0
	};
}
export const BODY_OPTIONS = {
	...BOX_OPTIONS,
	solids: true,
	allowed: true,
	cache: true,
	stats: true
};
// A query may be started by a getter of another one's options, never later: options are read first.
const candidates = createLinkCandidates();
/** Checks everything, updates boxes where needed. */
export function beginBodyQuery(a, b, options) {
	checkBody(a, "a");
	checkBody(b, "b");
	const { solids = false, allowed, cache, stats = createBodyStats() } = options;
	const boxes = checkBoxOptions(options);
	if (stats === null || typeof stats !== "object") throw new OptionError(`stats: expected counters from createBodyStats, got ${show(stats)}`);
	if (cache !== undefined && !(Array.isArray(cache?.simplices) && Array.isArray(cache.contacts))) throw new OptionError(`cache: expected one from createBodyCache, got ${show(cache)}`);
	if (typeof solids !== "boolean") throw new OptionError(`solids: expected true or false, got ${show(solids)}`);
	const query = {
		a,
		b,
		solids,
		cache,
		stats,
		allowed: checkAllowed(a, b, allowed)
	};
	Object.assign(stats, NO_STATS);
	findCandidates(query, boxes);
	return query;
}
const NO_STATS = createBodyStats();
function findCandidates({ a, b, stats, allowed }, boxes) {
	const { method } = boxes;
	const kind = method === "brute" ? "none" : method === "cab" || method === "obb" ? "oriented" : "aligned";
	updateBoxes(a, boxes);
	if (allowed === null) {
		updateBoxes(b, boxes);
		findLinkCandidates(a, b, kind, candidates);
	} else {
		findOwnLinkCandidates(a, kind, candidates, allowed.matrix);
		putLowerFirst(candidates);
	}
	stats.linkBoxTests = candidates.boxTests;
}
/** The pairs of the query that has just begun: overwritten by the next. */
export function candidatesUnderWay() {
	return candidates;
}
function putLowerFirst({ pairs, count }) {
	for (let i = 0; i < 2 * count; i += 2) {
		const p = pairs[i];
		const q = pairs[i + 1];
		if (p < q) continue;
		pairs[i] = q;
		pairs[i + 1] = p;
	}
}
function checkAllowed(a, b, allowed) {
	if (a !== b) {
		if (allowed === undefined) return null;
		throw new OptionError("allowed: is about the links of one body, but a and b are two");
	}
	const { length } = a.articulation.names;
	if (allowed !== undefined && (allowed === null || typeof allowed !== "object")) throw new OptionError(`allowed: expected pairs from createAllowedPairs, got ${show(allowed)}`);
	if (allowed !== undefined && (allowed.linkCount !== length || allowed.matrix?.length !== length * length)) throw new OptionError(`allowed: is for ${show(allowed.linkCount)} links, the body has ${length}`);
	return allowed ?? defaultAllowedPairs(a);
}
