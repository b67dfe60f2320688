import { kernelRuns } from "../numerics/wasm/kernel-runs.js";
import * as Memory from "./memory-map.js";
import { closeTreeWorkspace, openTreeWorkspace } from "./tree-workspace.js";
/** About 15 million triangles. */
const MOST_BYTES = 2 ** 30;
/** Siblings are the nodes 2k + 1 and 2k + 2, half a cache line each: from here on they share one. */
const NODES = 32;
const ORIGIN_TWICE = 48;
/**
* Fits the boxes to f32 vertices. False where there are no kernels or not enough memory, or a coordinate is not finite or too large:
* then the tree is as it was.
*/
export function fitToSingles(tree, positions, mostBytes = MOST_BYTES) {
	const at = placeArrays(tree, positions.length, "low");
	const workspace = openWithin(at.end, mostBytes);
	if (workspace === null) return false;
	copyVertices(workspace.floats, positions, at.low / 4);
	const isGood = workspace.kernels.checkSingles(at.low, at.low + 4 * positions.length) !== 0;
	if (isGood) fitPlaced(workspace, tree, at);
	closeTreeWorkspace(workspace);
	return isGood;
}
/** The same for f64 vertices; the boxes become relative to `origin`. */
export function fitToDoubles(tree, positions, origin, mostBytes = MOST_BYTES) {
	const { length } = positions;
	const at = placeArrays(tree, length, "low, high and f64");
	const workspace = openWithin(at.end, mostBytes);
	if (workspace === null) return false;
	const { doubles, kernels } = workspace;
	copyVertices(doubles, positions, at.doubles / 8);
	doubles.set(origin, at.origin / 8);
	doubles.set(origin, at.origin / 8 + 3);
	const end = at.doubles + 8 * length;
	const isGood = kernels.roundDoubles(at.doubles, end, at.low, at.high, at.origin) !== 0;
	if (isGood) fitPlaced(workspace, tree, at);
	closeTreeWorkspace(workspace);
	return isGood;
}
/** The same for the first `length` numbers of ordered vertices (trees/ordered-vertices.ts), which have been checked. */
export function fitToOrdered(tree, low, high, length, mostBytes = MOST_BYTES) {
	const at = placeArrays(tree, length, low === high ? "low" : "low and high");
	const workspace = openWithin(at.end, mostBytes);
	if (workspace === null) return false;
	copyOrdered(workspace, low, length, at.low);
	if (low !== high) copyOrdered(workspace, high, length, at.high);
	fitPlaced(workspace, tree, at);
	closeTreeWorkspace(workspace);
	return true;
}
function placeArrays({ links, corners }, length, arrays) {
	const cornersAt = NODES + 4 * links.length;
	const low = cornersAt + 4 * corners.length;
	const bytes = 4 * length + Memory.VERTEX_PADDING;
	const high = arrays === "low" ? low : low + bytes;
	const doubles = 8 * Math.ceil((high + bytes) / 8);
	const origin = doubles + 2 * bytes;
	const end = arrays === "low, high and f64" ? origin + ORIGIN_TWICE : high + bytes;
	return {
		corners: cornersAt,
		low,
		high,
		doubles,
		origin,
		end
	};
}
function openWithin(bytes, mostBytes) {
	return bytes > mostBytes ? null : openTreeWorkspace(bytes);
}
function copyOrdered({ ints, kernels }, vertices, length, at) {
	copyVertices(ints, vertices.subarray(0, length), at / 4);
	kernels.singlesOfOrdered(at, at + 4 * length);
}
/** With zeros behind them, which are treated as vertices with the last ones. */
function copyVertices(memory, from, at) {
	memory.set(from, at);
	memory.fill(0, at + from.length, at + from.length + Memory.VERTEX_PADDING / 4);
}
function fitPlaced({ ints, uints, kernels }, { links, corners }, at) {
	const end = NODES + 4 * links.length;
	ints.set(links, NODES / 4);
	uints.set(corners, at.corners / 4);
	kernelRuns.fit++;
	kernels.fitNodes(NODES, end, at.corners, at.low, at.high);
	links.set(ints.subarray(NODES / 4, end / 4));
}
