import { checkOptionNames } from "../../option-names.js";
import { createTrianglePairs, findPairs } from "../pairs/find-pairs.js";
import { BODY_OPTIONS, beginBodyQuery, candidatesUnderWay } from "./body-query.js";
import { addCounts, linksMeet } from "./links-meet.js";
/**
* Whether any link of a meets one of b; exact, touching counts. b may be another body, obstacles, or a itself: then links that a
* joint connects are left out (see `allowed`).
*/
export function collideBodies(a, b, options = {}) {
	checkOptionNames(options, BODY_OPTIONS, "collideBodies");
	const query = beginBodyQuery(a, b, options);
	const { pairs, count } = candidatesUnderWay();
	const { stats } = query;
	for (let i = 0; i < count; i++) {
		stats.candidates++;
		if (linksMeet(query, pairs[2 * i], pairs[2 * i + 1])) return true;
		stats.falseAlarms++;
	}
	return false;
}
/** All pairs of links that meet; exact, as `collideBodies`. */
export function findLinkPairs(a, b, options = {}) {
	checkOptionNames(options, BODY_OPTIONS, "findLinkPairs");
	const query = beginBodyQuery(a, b, options);
	const { pairs, count } = candidatesUnderWay();
	const { stats } = query;
	stats.candidates = count;
	const keys = [];
	const linksB = b.meshes.length;
	for (let i = 0; i < count; i++) {
		const linkA = pairs[2 * i];
		const linkB = pairs[2 * i + 1];
		if (linksMeet(query, linkA, linkB)) keys.push(linkA * linksB + linkB);
	}
	stats.falseAlarms = count - keys.length;
	keys.sort((x, y) => x - y);
	const found = new Int32Array(2 * keys.length);
	keys.forEach((key, i) => {
		found[2 * i] = Math.floor(key / linksB);
		found[2 * i + 1] = key % linksB;
	});
	return {
		count: keys.length,
		pairs: found,
		stats
	};
}
/** All pairs of triangles that meet, by pairs of links; sorted as `findLinkPairs`. Surfaces only: `solids` adds nothing. */
export function findLinkTriangles(a, b, options = {}) {
	checkOptionNames(options, BODY_OPTIONS, "findLinkTriangles");
	const { pairs, count, stats } = findLinkPairs(a, b, options);
	const found = [];
	for (let i = 0; i < count; i++) {
		const linkA = pairs[2 * i];
		const linkB = pairs[2 * i + 1];
		const triangles = findPairs(a.trees[linkA], b.trees[linkB], {
			aToWorld: a.linkPoses[linkA],
			bToWorld: b.linkPoses[linkB],
			into: createTrianglePairs()
		});
		addCounts(stats, triangles.stats);
		if (triangles.count > 0) found.push({
			linkA,
			linkB,
			triangles
		});
	}
	return found;
}
