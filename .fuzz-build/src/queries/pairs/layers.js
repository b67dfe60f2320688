import { createBroadPhaseStats } from "../../broadphase/broad-phase.js";
import { createPairList } from "../../broadphase/pair-list.js";
import { createSegmentEngine } from "../../broadphase/segment-sort/segment-engine.js";
import { AABB_LINK, AABB_STRIDE } from "../../trees/layout.js";
export function createLayerCache() {
	return {
		a: null,
		b: null,
		layers: []
	};
}
/** Sets the cache up for two trees, unless it is already. */
export function openLayers(cache, a, b) {
	if (cache.a === a && cache.b === b) return;
	const levelsA = levelsOf(a);
	const levelsB = levelsOf(b);
	cache.layers = [];
	for (let d = 0; d < Math.min(levelsA.length, levelsB.length); d++) {
		const [nodesA, nodesB] = [levelsA[d], levelsB[d]];
		const limit = nodesA.length + nodesB.length;
		cache.layers.push({
			nodesA,
			nodesB,
			childOf: new Uint32Array(limit),
			boxes: {
				dimensions: 3,
				stride: 6,
				size: 0,
				limit,
				boxes: new Float64Array(6 * limit),
				used: new Uint8Array(limit)
			},
			engine: createSegmentEngine()
		});
		const above = cache.layers[d - 1];
		if (above === undefined) continue;
		numberChildren(a.links, above.nodesA, above.childOf, 0, 0);
		numberChildren(b.links, above.nodesB, above.childOf, above.nodesA.length, nodesA.length);
	}
	cache.a = a;
	cache.b = b;
}
/** The nodes of every level, in words, children in the order of their parents. */
function levelsOf({ links }) {
	const levels = [Uint32Array.of(0)];
	for (;;) {
		const next = [];
		for (const node of levels.at(-1)) {
			const link = links[node + AABB_LINK];
			if (link >= 0) next.push(AABB_STRIDE * link, AABB_STRIDE * (link + 1));
		}
		if (next.length === 0) return levels;
		levels.push(Uint32Array.from(next));
	}
}
function numberChildren(links, nodes, childOf, from, firstChild) {
	let child = firstChild;
	for (let i = 0; i < nodes.length; i++) {
		if (links[nodes[i] + AABB_LINK] < 0) continue;
		childOf[from + i] = child;
		child += 2;
	}
}
/** The pairs of the layer at hand, and what finding them took; kept between queries. */
export const layerPairs = createPairList();
export const layerStats = createBroadPhaseStats();
