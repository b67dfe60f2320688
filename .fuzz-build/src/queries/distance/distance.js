import { OptionError, show } from "../../errors.js";
import { movePoint, plainPose, readPose } from "../../geometry/affine.js";
import { commonPoint } from "../../geometry/distance/common-point.js";
import { vertexOf } from "../../mesh/triangle-mesh.js";
import { checkOptionNames } from "../../option-names.js";
import { collide, createContactCache } from "../pairs/collide.js";
import { createTrianglePairs, findPairs } from "../pairs/find-pairs.js";
import { checkTrees } from "../pairs/pair-query.js";
import { checkStats, copyStats, createStats } from "../stats.js";
import { scalePair, shrink, smallerLength } from "../tiny-worlds.js";
import { addDistanceStats, beginDistanceQuery, checkLength, descendForDistance, startFromPair } from "./distance-query.js";
import { compareTrianglePairs, nearest, takeNearest } from "./nearest-pairs.js";
import { pointAt } from "./point.js";
const DISTANCE_OPTIONS = {
	aToWorld: true,
	bToWorld: true,
	maxDistance: true,
	witness: true,
	cache: true,
	stats: true
};
const noCache = createContactCache();
const pairs = createTrianglePairs();
const corners = new Float64Array(18);
const pose = new Float64Array(16);
const point = new Float64Array(3);
/**
* The distance of two surfaces and their nearest points, or null beyond `maxDistance` and for an R-tree that has lost all
* its triangles; exact to rounding: zero if and only if `collide` is true, and the same number with a and b exchanged. Of several nearest pairs it names the
* one whose points come first in the order of coordinates, whatever the trees.
*/
export function distance(a, b, options = {}) {
	checkOptionNames(options, DISTANCE_OPTIONS, "distance");
	checkTrees(a, b);
	const { aToWorld: poseA = null, bToWorld: poseB = null, maxDistance = Infinity } = options;
	const { witness = "least", cache = noCache, stats } = options;
	checkStats(stats);
	checkLength(maxDistance, "maxDistance");
	if (witness !== "least" && witness !== "first") throw new OptionError(`witness: ${show(witness)} is not "least" or "first"`);
	const aToWorld = plainPose(poseA, "aToWorld");
	const bToWorld = plainPose(poseB, "bToWorld");
	const scaled = scalePair(a, b, {
		aToWorld,
		bToWorld
	});
	if (scaled !== null) {
		const { factor, poses } = scaled;
		const found = distance(scaled.a, scaled.b, {
			...options,
			...poses,
			maxDistance: maxDistance * factor
		});
		return found === null ? null : smallerDistance(found, factor);
	}
	const counts = createStats();
	noCache.slotA = -1;
	const result = collide(a, b, {
		aToWorld,
		bToWorld,
		cache,
		stats: counts
	}) ? whereTheyMeet(a, b, aToWorld, bToWorld, witness, cache, counts) : whereNearest(a, b, aToWorld, bToWorld, maxDistance, cache, counts);
	if (stats !== undefined) copyStats(counts, stats);
	return result;
}
/** What was found in a world that is `factor` times as large. */
function smallerDistance(found, factor) {
	found.distance = smallerLength(found.distance, factor);
	shrink(found.pointA, factor);
	shrink(found.pointB, factor);
	return found;
}
function whereNearest(a, b, aToWorld, bToWorld, maxDistance, cache, stats) {
	const { slotA, slotB } = cache;
	beginDistanceQuery(a, b, aToWorld, bToWorld, maxDistance);
	startFromPair(a, slotA, b, slotB);
	descendForDistance(a, b, -1);
	const isFound = takeNearest(a, b, maxDistance);
	addDistanceStats(stats);
	if (!isFound) return null;
	cache.slotA = nearest.slotA;
	cache.slotB = nearest.slotB;
	cache.triangleA = a.triangles[nearest.slotA];
	cache.triangleB = b.triangles[nearest.slotB];
	return {
		distance: nearest.distance,
		pointA: pointAt(nearest.points, 0),
		pointB: pointAt(nearest.points, 3),
		triangleA: cache.triangleA,
		triangleB: cache.triangleB,
		stats
	};
}
/** Distance zero: a pair of triangles that meet, and a point they share. */
function whereTheyMeet(a, b, aToWorld, bToWorld, witness, cache, stats) {
	let { triangleA, triangleB } = cache;
	if (witness === "least") {
		const all = findPairs(a, b, {
			aToWorld,
			bToWorld,
			into: pairs
		});
		for (let k = 0; k < all.count; k++) {
			const i = all.pairs[2 * k];
			const j = all.pairs[2 * k + 1];
			if (compareTrianglePairs(i, j, triangleA, triangleB)) [triangleA, triangleB] = [i, j];
		}
		stats.boxTests += all.stats.boxTests;
		stats.triangleTests += all.stats.triangleTests;
		stats.exactTests += all.stats.exactTests;
	}
	setCorners(a, triangleA, aToWorld, 0);
	setCorners(b, triangleB, bToWorld, 9);
	commonPoint(corners, 0, corners, 9, point);
	return {
		distance: 0,
		pointA: pointAt(point, 0),
		pointB: pointAt(point, 0),
		triangleA,
		triangleB,
		stats
	};
}
/** The corners of a triangle in world space. */
function setCorners({ mesh }, triangle, toWorld, to) {
	const moves = readPose(toWorld, "toWorld", pose);
	for (let corner = 0; corner < 3; corner++) {
		const v = 3 * vertexOf(mesh, triangle, corner);
		const [x, y, z] = [
			mesh.positions[v],
			mesh.positions[v + 1],
			mesh.positions[v + 2]
		];
		if (moves) movePoint(pose, x, y, z, corners, to + 3 * corner);
		else corners.set([
			x,
			y,
			z
		], to + 3 * corner);
	}
}
