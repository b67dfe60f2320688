import { buildAabbTree } from "./build-aabb.js";
/** Gives each mesh its tree, made when it is first asked for. */
export function createTrees() {
	const trees = new Map();
	return (mesh) => {
		let tree = trees.get(mesh);
		if (tree === undefined) {
			tree = buildAabbTree(mesh);
			trees.set(mesh, tree);
		}
		return tree;
	};
}
