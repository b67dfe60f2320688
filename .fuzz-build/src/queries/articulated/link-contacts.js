import { OptionError, show } from "../../errors.js";
import { createConvexDepth, epa } from "../../geometry/convex/epa.js";
import { checkOptionNames } from "../../option-names.js";
import { BOX_OPTIONS } from "../../trees/articulated/update-boxes.js";
import { solidOfTree } from "../../trees/solid-of-tree.js";
import { findContacts } from "../contacts/find-contacts.js";
import { EXACT, isNearlyConvex, isTight, leastDepth } from "../penetration/core-depth.js";
import { penetration } from "../penetration/penetration.js";
import { createStats } from "../stats.js";
import { beginBodyQuery, candidatesUnderWay } from "./body-query.js";
import { addCounts, certainLength, hullPair, hullsApart, oneHoldsOther, simplexFor, surfacesMeet } from "./links-meet.js";
const LINK_CONTACT_OPTIONS = {
	...BOX_OPTIONS,
	allowed: true,
	cache: true,
	stats: true,
	depth: true
};
/**
* All pairs of links that meet as solids, with normal and depth; sorted by (a, b). Exact where both are convex, or but for
* f64 rounding (GJK and EPA); where both are but for f32, between bounds nearly as close; otherwise
* an upper bound: b moved by depth · normal is free. A link inside another counts.
*/
export function findLinkContacts(a, b, options = {}) {
	checkOptionNames(options, LINK_CONTACT_OPTIONS, "findLinkContacts");
	const { depth: from = "search" } = options;
	if (from !== "search" && from !== "hulls") throw new OptionError(`depth: ${show(from)} is not "search" or "hulls"`);
	const query = beginBodyQuery(a, b, options);
	const { pairs, count } = candidatesUnderWay();
	const { stats } = query;
	const found = [];
	for (let i = 0; i < count; i++) {
		const contact = contactOfLinks(query, pairs[2 * i], pairs[2 * i + 1], from === "hulls");
		if (contact !== null) found.push(contact);
	}
	stats.candidates = count;
	stats.falseAlarms = count - found.length;
	return found.sort((p, q) => p.linkA - q.linkA || p.linkB - q.linkB);
}
const depth = createConvexDepth();
/** A query whose pairs the caller chooses, for `contactOfLinks`. */
export function beginContacts(a, b, options = {}) {
	return beginBodyQuery(a, b, options);
}
/** Two links of the query; null when they are apart. */
export function contactOfLinks(query, linkA, linkB, byHulls) {
	const simplex = simplexFor(query, linkA, linkB);
	if (hullsApart(query, linkA, linkB, simplex)) {
		query.stats.hullsApart++;
		return null;
	}
	const solidA = solidOfTree(query.a.trees[linkA]);
	const solidB = solidOfTree(query.b.trees[linkB]);
	if (isNearlyConvex(solidA) && isNearlyConvex(solidB)) {
		const poseA = query.a.linkPoses[linkA];
		const poseB = query.b.linkPoses[linkB];
		epa(hullPair, simplex, depth);
		const least = leastDepth(solidA, poseA, solidB, poseB, depth, hullPair.scale);
		// Deeper than rounding is proof. At the edge, the triangles decide.
		if (!(least > certainLength(poseA, poseB)) && !meet(query, linkA, linkB)) return null;
		if (byHulls || isTight(least, depth, hullPair.scale)) return convexContact(linkA, linkB, least);
		return solidContact(query, linkA, linkB);
	}
	if (!hasInside(solidA) || !hasInside(solidB)) return surfaceContact(query, linkA, linkB);
	if (!meet(query, linkA, linkB)) return null;
	if (!byHulls) return solidContact(query, linkA, linkB);
	epa(hullPair, simplex, depth);
	return {
		...convexContact(linkA, linkB, 0),
		kind: "upper-bound"
	};
}
function hasInside({ closed, hull }) {
	return closed && hull.dimension === 3;
}
function meet(query, linkA, linkB) {
	return surfacesMeet(query, linkA, linkB) || oneHoldsOther(query, linkA, linkB);
}
/** What `epa` has found; the depth is at least `least`. */
function convexContact(linkA, linkB, least) {
	const upper = Math.max(0, depth.upper);
	const lowerBound = Math.min(least, upper);
	return {
		linkA,
		linkB,
		depth: upper,
		normal: vector(depth.direction),
		pointA: vector(depth.pointA),
		pointB: vector(depth.pointB),
		kind: upper - lowerBound <= EXACT * hullPair.scale ? "exact" : "upper-bound",
		lowerBound
	};
}
/** Of links that meet. */
function solidContact(query, linkA, linkB) {
	const { a, b } = query;
	const stats = createStats();
	const found = penetration(a.trees[linkA], b.trees[linkB], {
		aToWorld: a.linkPoses[linkA],
		bToWorld: b.linkPoses[linkB],
		stats
	});
	addCounts(query.stats, stats);
	const { direction: normal, pointA, pointB, kind, lowerBound } = found;
	return {
		linkA,
		linkB,
		depth: found.depth,
		normal,
		pointA,
		pointB,
		kind,
		lowerBound
	};
}
/** An open or flat link: where it meets the other is known, how deep has no meaning. */
function surfaceContact(query, linkA, linkB) {
	const { a, b } = query;
	if (!surfacesMeet(query, linkA, linkB)) {
		if (!oneHoldsOther(query, linkA, linkB)) return null;
		const at = vector(b.linkPoses[linkB].subarray(12, 15));
		return unknownDepth(linkA, linkB, [
			0,
			0,
			0
		], at);
	}
	const { regions, stats } = findContacts(a.trees[linkA], b.trees[linkB], {
		aToWorld: a.linkPoses[linkA],
		bToWorld: b.linkPoses[linkB]
	});
	addCounts(query.stats, stats);
	const largest = regions.reduce((p, q) => q.area > p.area || q.length > p.length ? q : p);
	return unknownDepth(linkA, linkB, [...largest.normal], [...largest.centroid]);
}
function unknownDepth(linkA, linkB, normal, at) {
	return {
		linkA,
		linkB,
		depth: null,
		normal,
		pointA: at,
		pointB: [...at],
		kind: "unknown",
		lowerBound: 0
	};
}
function vector(v) {
	return [
		v[0],
		v[1],
		v[2]
	];
}
