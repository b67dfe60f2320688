import { reachInWorld } from "../../geometry/affine.js";
import { topologyOf } from "../../mesh/surface-topology.js";
import { AABB_MAX, AABB_MIN } from "../../trees/layout.js";
import { reachOf } from "../pairs/pair-query.js";
import { addStats, createStats } from "../stats.js";
import { createWorldSurface } from "./world-surface.js";
/** Null when both meshes are open. The poses are checked, and the meshes are not tiny where they stand (queries/tiny-worlds.ts). */
export function createOverlapPair(a, aToWorld, b, bToWorld) {
	const aClosed = topologyOf(a.mesh).closed;
	const bClosed = topologyOf(b.mesh).closed;
	if (!aClosed && !bClosed) return null;
	const scale = Math.max(reachInWorld(aToWorld, reachOf(a)), reachInWorld(bToWorld, reachOf(b)));
	const [extentsA, extentsB] = [worldExtents(a, aToWorld), worldExtents(b, bToWorld)];
	return {
		surfaceA: createWorldSurface(a, aToWorld, scale),
		surfaceB: createWorldSurface(b, bToWorld, scale),
		aClosed,
		bClosed,
		scale,
		size: Math.min(Math.max(...extentsA), Math.max(...extentsB)),
		narrowest: Math.min(...extentsA, ...extentsB),
		work: createStats()
	};
}
/** What has been done with the pair so far. */
export function workOf({ surfaceA, surfaceB, work }) {
	const sum = createStats();
	addStats(sum, work);
	for (const { posed } of [surfaceA, surfaceB]) {
		sum.boxTests += posed.boxTests;
		sum.triangleTests += posed.triangleTests;
		sum.exactTests += posed.exactTests;
	}
	return sum;
}
function worldExtents({ nodes }, m) {
	return [
		0,
		1,
		2
	].map((row) => [
		0,
		1,
		2
	].reduce((sum, axis) => sum + Math.abs(m[4 * axis + row]) * (nodes[AABB_MAX + axis] - nodes[AABB_MIN + axis]), 0));
}
