import { notePair } from "../../broadphase/pair-list.js";
import { findSegmentPairs } from "../../broadphase/segment-sort/segment-engine.js";
import { OptionError, show } from "../../errors.js";
import { separatingFaceAxis } from "../../geometry/overlap/box-face-axes.js";
import { checkOptionNames } from "../../option-names.js";
import { checkAabbTree } from "../../trees/layout.js";
import { checkInto, checkStats } from "../stats.js";
import { scalePair } from "../tiny-worlds.js";
import { createTrianglePairs, takePairs } from "./find-pairs.js";
import { createLayerCache, layerPairs, layerStats, openLayers } from "./layers.js";
import { leavesMeet } from "./leaf-pairs.js";
import { clearPairs } from "./pair-list.js";
import { beginPairQuery, queryUnderWay, recordStats } from "./pair-query.js";
// The layer-by-layer test (Xing, Liu, Xu 2010, section IV). The boxes of one level of both trees are sorted together, and
// the children of those that overlap make the next level. b's boxes are seen from a: moved, and boxed again.
//
// What the sort finds is tested once more, on b's own axes (SAT lite): boxed again, b's boxes are larger than they are.
// A leaf that overlaps an inner node is taken down that node's subtree pair by pair, because it has no next level.
// Copies, checked by the compiler: V8 does not fold constants of other modules.
const AABB_STRIDE = 8;
const AABB_LINK = 6;
const AABB_COUNT = 7;
const OVERLAP = 15;
const M = 0;
const C = 9;
const ABS_M = 12;
const MARGIN_A = 39;
const LAYERS_OPTIONS = {
	aToWorld: true,
	bToWorld: true,
	stats: true,
	into: true,
	cache: true
};
/**
* The answer of `findPairs`, by sorting whole levels of two AABB trees instead of descending pair by pair. In `stats`,
* pairs of boxes that the sort tells apart count for axis 0, whichever it was.
*/
export function findPairsByLayers(a, b, options = {}) {
	checkOptionNames(options, LAYERS_OPTIONS, "findPairsByLayers");
	checkAabbTree(a, "findPairsByLayers");
	checkAabbTree(b, "findPairsByLayers");
	const { aToWorld, bToWorld, stats, into, cache = createLayerCache() } = options;
	if (!Array.isArray(cache?.layers)) throw new OptionError(`cache: expected one from createLayerCache, got ${show(cache)}`);
	checkInto(into, "createTrianglePairs");
	checkStats(stats);
	const scaled = scalePair(a, b, options);
	if (scaled !== null) return findPairsByLayers(scaled.a, scaled.b, {
		...options,
		...scaled.poses
	});
	beginPairQuery(a, b, {
		aToWorld,
		bToWorld
	});
	clearPairs();
	openLayers(cache, a, b);
	const { pose, exits } = queryUnderWay();
	exits[separatingFaceAxis(a.nodes, 0, b.nodes, 0, pose)]++;
	if (exits[OVERLAP] > 0) sortLayers(a, b, cache.layers, pose, exits);
	const result = into ?? createTrianglePairs();
	takePairs(result);
	recordStats(result.stats);
	if (stats !== undefined) recordStats(stats);
	return result;
}
function sortLayers(a, b, layers, pose, exits) {
	// The two roots overlap: the pair that the first layer would find.
	layerPairs.count = 0;
	notePair(layerPairs, 0, 1);
	for (let d = 0; d < layers.length; d++) {
		const layer = layers[d];
		const next = layers[d + 1];
		if (next !== undefined) {
			next.boxes.used.fill(0);
			next.boxes.size = 0;
		}
		if (d > 0) {
			layerPairs.count = 0;
			findSegmentPairs(layer.engine, layer.boxes, layer.nodesA.length, layerPairs, layerStats);
			exits[0] += layerStats.overlapChecks - layerPairs.count;
		}
		for (let k = 0; k < layerPairs.count; k++) followPair(a, b, layer, next, layerPairs.pairs[2 * k], layerPairs.pairs[2 * k + 1], pose, exits, d > 0);
		if (next === undefined || next.boxes.size === 0) return;
	}
}
/** What comes of a pair that the sort has found: nothing, a test of two leaves, or four boxes of the next layer. */
function followPair(a, b, layer, next, boxA, boxB, pose, exits, test) {
	const atA = layer.nodesA[boxA];
	const atB = layer.nodesB[boxB - layer.nodesA.length];
	if (test) {
		const axis = separatingFaceAxis(a.nodes, atA, b.nodes, atB, pose);
		exits[axis]++;
		if (axis !== OVERLAP) return;
	}
	const linkA = a.links[atA + AABB_LINK];
	const linkB = b.links[atB + AABB_LINK];
	if (linkA < 0 || linkB < 0) {
		descendLeaf(a, atA, b, atB, pose, exits);
		return;
	}
	// Both are inner nodes, so there is a next layer.
	const children = next.boxes;
	const childA = layer.childOf[boxA];
	const childB = layer.childOf[boxB];
	if (children.used[childA] === 0) {
		children.used[childA] = children.used[childA + 1] = 1;
		children.size += 2;
		copyBox(a.nodes, AABB_STRIDE * linkA, children.boxes, 6 * childA);
		copyBox(a.nodes, AABB_STRIDE * (linkA + 1), children.boxes, 6 * (childA + 1));
	}
	if (children.used[childB] === 0) {
		children.used[childB] = children.used[childB + 1] = 1;
		children.size += 2;
		moveBox(b.nodes, AABB_STRIDE * linkB, pose, children.boxes, 6 * childB);
		moveBox(b.nodes, AABB_STRIDE * (linkB + 1), pose, children.boxes, 6 * (childB + 1));
	}
}
function copyBox(nodes, at, out, to) {
	for (let k = 0; k < 6; k++) out[to + k] = nodes[at + k];
}
/** The box, in a's space, of a box of b; larger by the margin, which covers the rounding here too. */
function moveBox(nodes, at, pose, out, to) {
	// Doubled: min + max and max − min.
	const sx = nodes[at] + nodes[at + 3];
	const sy = nodes[at + 1] + nodes[at + 4];
	const sz = nodes[at + 2] + nodes[at + 5];
	const hx = nodes[at + 3] - nodes[at];
	const hy = nodes[at + 4] - nodes[at + 1];
	const hz = nodes[at + 5] - nodes[at + 2];
	const margin = 2 * pose[MARGIN_A];
	for (let k = 0; k < 3; k++) {
		const row = 3 * k;
		const centre = pose[M + row] * sx + pose[M + row + 1] * sy + pose[M + row + 2] * sz + 2 * pose[C + k];
		const half = pose[ABS_M + row] * hx + pose[ABS_M + row + 1] * hy + pose[ABS_M + row + 2] * hz + margin;
		out[to + k] = .5 * (centre - half);
		out[to + 3 + k] = .5 * (centre + half);
	}
}
let stack = new Int32Array(128);
/** A pair of overlapping nodes, at least one of them a leaf: down to the leaves. */
function descendLeaf(a, rootA, b, rootB, pose, exits) {
	// Each level takes one node and adds at most its two children.
	if (stack.length < Math.max(a.depth, b.depth) + 2) stack = new Int32Array(2 * Math.max(a.depth, b.depth) + 2);
	const leafIsA = a.links[rootA + AABB_LINK] < 0;
	stack[0] = leafIsA ? rootB : rootA;
	let count = 1;
	while (count > 0) {
		const node = stack[--count];
		const atA = leafIsA ? rootA : node;
		const atB = leafIsA ? node : rootB;
		const link = leafIsA ? b.links[atB + AABB_LINK] : a.links[atA + AABB_LINK];
		if (link < 0) {
			const slotA = ~a.links[atA + AABB_LINK];
			const slotB = ~b.links[atB + AABB_LINK];
			leavesMeet(a, slotA, a.links[atA + AABB_COUNT], b, slotB, b.links[atB + AABB_COUNT], true);
			continue;
		}
		for (let child = AABB_STRIDE * link; child <= AABB_STRIDE * (link + 1); child += AABB_STRIDE) {
			const axis = leafIsA ? separatingFaceAxis(a.nodes, rootA, b.nodes, child, pose) : separatingFaceAxis(a.nodes, child, b.nodes, rootB, pose);
			exits[axis]++;
			if (axis === OVERLAP) stack[count++] = child;
		}
	}
}
