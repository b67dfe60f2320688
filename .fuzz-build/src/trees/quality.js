import { commonVolume, halfArea, relative } from "./box-measures.js";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, checkBoxTree } from "./layout.js";
import { rTreeQuality } from "./r-tree/quality.js";
/** The quality of a tree of axis-aligned boxes. An R-tree's leaves are the nodes whose children are triangles. */
export function treeQuality(tree) {
	checkBoxTree(tree, "treeQuality");
	if (tree.kind === "r-tree") return rTreeQuality(tree);
	const { nodes, links, nodeCount } = tree;
	const depths = new Uint32Array(nodeCount);
	const triangles = new Uint32Array(nodeCount);
	let leaves = 0;
	let leafDepths = 0;
	let largestLeaf = 0;
	let costedArea = 0;
	let volume = 0;
	let overlap = 0;
	let balance = 0;
	depths[0] = 1;
	for (let node = 0; node < nodeCount; node++) {
		const link = links[AABB_STRIDE * node + AABB_LINK];
		if (link >= 0) depths[link] = depths[link + 1] = depths[node] + 1;
	}
	for (let node = nodeCount - 1; node >= 0; node--) {
		const at = AABB_STRIDE * node;
		const link = links[at + AABB_LINK];
		volume += commonVolume(nodes, at, at);
		if (link < 0) {
			const count = links[at + AABB_COUNT];
			triangles[node] = count;
			leaves++;
			leafDepths += depths[node];
			largestLeaf = Math.max(largestLeaf, count);
			costedArea += count * halfArea(nodes, at);
			continue;
		}
		const left = triangles[link];
		const right = triangles[link + 1];
		triangles[node] = left + right;
		balance += Math.min(left, right) / Math.max(left, right);
		overlap += commonVolume(nodes, AABB_STRIDE * link, AABB_STRIDE * (link + 1));
		costedArea += halfArea(nodes, at);
	}
	const rootVolume = commonVolume(nodes, 0, 0);
	return {
		nodes: nodeCount,
		leaves,
		depth: tree.depth,
		meanLeafDepth: leafDepths / leaves,
		largestLeaf,
		sahCost: relative(costedArea, halfArea(nodes, 0)),
		volume: relative(volume, rootVolume),
		siblingOverlap: relative(overlap, rootVolume),
		balance: leaves === 1 ? 1 : balance / (nodeCount - leaves)
	};
}
