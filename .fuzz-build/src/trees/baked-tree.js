import { MAX_COORDINATE } from "../mesh/triangle-mesh.js";
import { treeOver } from "./buffer.js";
import { buildObbTree } from "./build-obb.js";
import { HEADER, HEADER_WORDS } from "./layout.js";
import { compactBuffer, rTreeOver } from "./r-tree/storage.js";
import { fitToVertices } from "./refit.js";
import { twinOf } from "./twin.js";
/**
* The tree with other vertices, in a buffer of its own: the same order of triangles, boxes fitted; an OBB tree is built anew. Its
* exponent is 0. Vertices of no triangle may lie outside the range of coordinates; they are moved to zero.
*/
export function withVertices(tree, positions) {
	for (let i = 0; i < positions.length; i++) if (Math.abs(positions[i]) > MAX_COORDINATE) positions[i] = 0;
	const mesh = {
		...tree.mesh,
		positions
	};
	if (tree.kind === "obb") return twinOf(buildObbTree(mesh));
	const copy = tree.kind === "r-tree" ? copyOfRTree(tree, mesh) : copyOfTree(tree, mesh);
	copy.exponent[0] = 0;
	fitToVertices(copy);
	return copy;
}
function copyOfTree({ buffer, nodeCount, depth }, mesh) {
	return treeOver(new Uint8Array(buffer).slice().buffer, "aabb", mesh, nodeCount, depth);
}
function copyOfRTree(tree, mesh) {
	const buffer = compactBuffer(tree);
	const header = new Uint32Array(buffer, 0, HEADER_WORDS);
	return rTreeOver(buffer, mesh, header[HEADER.nodeCount], tree.depth);
}
