import { sortPairs } from "../../broadphase/sort-pairs.js";
import { OptionError, show } from "../../errors.js";
import { bakePositions, readPose } from "../../geometry/affine.js";
import { setSelfMargin } from "../../geometry/relative-pose.js";
import { weldVertices } from "../../mesh/weld-vertices.js";
import { checkOptionNames } from "../../option-names.js";
import { checkAabbTree } from "../../trees/layout.js";
import { twinOfNow } from "../../trees/twin.js";
import { isArrayOf } from "../../typed-arrays.js";
import { createTrianglePairs } from "../pairs/find-pairs.js";
import { reachOf } from "../pairs/pair-query.js";
import { checkInto, checkStats } from "../stats.js";
import { isScaled, scaleTree } from "../tiny-worlds.js";
import { descendSelf, selfBoxTests } from "./descend-self.js";
import { beginRings, isBeyondRings } from "./rings.js";
import { BATCH, beginSelfTest, exactSelfTests, selfTestCount, testCandidates } from "./self-test.js";
import { isSlotDegenerate } from "./self-triangles.js";
import { descendSelfSimd } from "./simd/descend-self-simd.js";
import { createSelfLayerCache, sortSelf } from "./sort-self.js";
const SELF_OPTIONS = {
	exclude: true,
	topology: true,
	toWorld: true,
	by: true,
	cache: true,
	stats: true
};
const FIND_SELF_PAIRS_OPTIONS = {
	...SELF_OPTIONS,
	into: true
};
const MOST_RINGS = 2 ** 31;
const NONE_EXCLUDED = 4;
const toWorld = new Float64Array(16);
/** How far apart boxes may be that count as overlapping, and how far apart world vertices can be. */
const margins = new Float64Array(2);
const hits = new Int32Array(2 * BATCH);
let unsorted = new Uint32Array(2048);
/**
* Every pair of the mesh's triangles that meet; exact. Without a common corner: they share a point. With one: they share
* more than that. With two: they lie on each other in one plane. With three: always. Triangles without area are in no
* pair and are listed apart.
*/
export function findSelfPairs(tree, options = {}) {
	checkOptionNames(options, FIND_SELF_PAIRS_OPTIONS, "findSelfPairs");
	const { stats } = options;
	const into = options.into ?? createSelfPairs();
	checkInto(into, "createSelfPairs");
	checkStats(stats);
	const scaled = scaleSelf(tree, options);
	if (scaled !== null) return findSelfPairs(scaled.tree, {
		...options,
		toWorld: scaled.toWorld
	});
	const query = beginSelfQuery(tree, options, "findSelfPairs");
	const { layers } = query;
	let count = 0;
	const doubtful = visitHits(tree, query, (hits, hitCount) => {
		count = addHits(tree.triangles, hits, hitCount, query.counts, count);
		return false;
	});
	if (into.storage.length < 2 * count) into.storage = new Uint32Array(2 * count);
	into.count = count;
	into.pairs = into.storage.subarray(0, 2 * count);
	sortPairs(unsorted, count, tree.triangles.length, into.pairs);
	recordStats(into.stats, layers);
	if (stats !== undefined) recordStats(stats, layers);
	into.degenerateTriangles = degenerateTriangles(tree, doubtful);
	return into;
}
/** Whether `findSelfPairs` would find any pair; stops at the first. */
export function collidesItself(tree, options = {}) {
	checkOptionNames(options, SELF_OPTIONS, "collidesItself");
	const { stats } = options;
	checkStats(stats);
	const scaled = scaleSelf(tree, options);
	if (scaled !== null) return collidesItself(scaled.tree, {
		...options,
		toWorld: scaled.toWorld
	});
	const query = beginSelfQuery(tree, options, "collidesItself");
	const { counts } = query;
	let meets = false;
	visitHits(tree, query, (hits, count) => {
		for (let k = 0; k < count && !meets; k++) meets = counts === null || counts(hits[2 * k], hits[2 * k + 1]);
		return meets;
	});
	if (stats !== undefined) recordStats(stats, query.layers);
	return meets;
}
/** Layers do not ask for a refit: they look at the vertices as they are now. */
function scaleSelf(tree, options) {
	if (options.by === "layers" && isScaled(tree)) twinOfNow(tree);
	return scaleTree(tree, options);
}
/** An empty result, to be passed as `into`. */
export function createSelfPairs() {
	return {
		...createTrianglePairs(),
		degenerateTriangles: new Uint32Array(0)
	};
}
/** Checks the arguments and sets the query up. Nothing is changed when it throws. */
function beginSelfQuery(tree, options, caller) {
	checkAabbTree(tree, caller);
	// Read before any module state is touched: an option may be a getter, even one that runs a query of its own.
	const { exclude = "none", topology = "index", toWorld: pose = null, by = "descent", cache } = options;
	const rings = readRings(exclude);
	if (topology !== "index" && topology !== "position") throw new OptionError(`topology: ${show(topology)} is not "index" or "position"`);
	const layers = readLayers(by, cache);
	const moves = readPose(pose, "toWorld", toWorld);
	setSelfMargin(toWorld, moves, reachOf(tree), margins);
	const corners = topology === "index" ? tree.corners : weldedCorners(tree, moves ? toWorld : null);
	const fewestExcluded = exclude === "shared-edge" ? 2 : rings > 0 ? 1 : NONE_EXCLUDED;
	beginSelfTest(tree.mesh, corners, fewestExcluded, toWorld, moves, margins[1]);
	if (rings < 2) return {
		corners,
		fewestExcluded,
		counts: null,
		layers
	};
	beginRings(corners, tree.mesh.vertexCount, rings);
	return {
		corners,
		fewestExcluded,
		counts: isBeyondRings,
		layers
	};
}
function readLayers(by, cache) {
	if (by !== "descent" && by !== "layers") throw new OptionError(`by: ${show(by)} is not "descent" or "layers"`);
	if (cache !== undefined && !isArrayOf(cache?.batch, "Int32Array")) throw new OptionError(`cache: expected one from createSelfLayerCache, got ${show(cache)}`);
	return by === "descent" ? null : cache ?? createSelfLayerCache();
}
/**
* Hands all pairs that meet, but for those with too many common corners, to `take`, in batches of at most BATCH; ends when it
* returns true. Returns the slots of triangles that may have no area, null where that is not known of any.
*/
function visitHits(tree, query, take) {
	const { corners, fewestExcluded, layers } = query;
	const margin = margins[0];
	const visit = (candidates, count) => {
		const hitCount = testCandidates(candidates, count, hits);
		return hitCount > 0 && take(hits, hitCount);
	};
	if (layers === null) {
		const served = descendSelfSimd(tree, corners, margin, fewestExcluded, visit, take);
		if (served !== null) return served.doubtful;
		descendSelf(tree, margin, visit);
	} else sortSelf(tree, margin, layers, visit);
	return null;
}
function readRings(exclude) {
	if (exclude === "none" || exclude === "shared-edge") return 0;
	if (exclude === "shared-vertex") return 1;
	if (Number.isInteger(exclude) && exclude >= 0 && exclude < MOST_RINGS) return exclude;
	throw new OptionError(`exclude: ${show(exclude)} is not "none", "shared-edge", "shared-vertex" or a number of rings`);
}
/** Three vertex numbers a slot, the first of its position for each. */
function weldedCorners({ mesh, corners }, pose) {
	const first = weldVertices(pose === null ? mesh.positions : bakePositions(mesh.positions, pose));
	const welded = new Uint32Array(corners.length);
	for (let c = 0; c < corners.length; c++) welded[c] = first[corners[c]];
	return welded;
}
/** Adds the hits that count to the `before` pairs found so far, and returns how many there are then. */
function addHits(triangles, hits, hitCount, counts, before) {
	if (unsorted.length < 2 * (before + hitCount)) {
		const larger = new Uint32Array(4 * (before + hitCount));
		larger.set(unsorted);
		unsorted = larger;
	}
	let count = before;
	for (let k = 0; k < hitCount; k++) {
		const i = hits[2 * k];
		const j = hits[2 * k + 1];
		if (counts !== null && !counts(i, j)) continue;
		const a = triangles[i];
		const b = triangles[j];
		unsorted[2 * count] = Math.min(a, b);
		unsorted[2 * count + 1] = Math.max(a, b);
		count++;
	}
	return count;
}
function recordStats(stats, layers) {
	stats.boxTests = layers === null ? selfBoxTests() : layers.stats.overlapChecks;
	stats.triangleTests = selfTestCount();
	stats.exactTests = exactSelfTests();
	stats.exitAxes.fill(0);
}
/** Of the slots in question, or of all. */
function degenerateTriangles({ triangles }, doubtful) {
	const found = [];
	const count = doubtful === null ? triangles.length : doubtful.length;
	for (let k = 0; k < count; k++) {
		const slot = doubtful === null ? k : doubtful[k];
		if (isSlotDegenerate(slot)) found.push(triangles[slot]);
	}
	return Uint32Array.from(found).sort();
}
