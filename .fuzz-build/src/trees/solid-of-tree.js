import { solidOf } from "../mesh/solid.js";
// The hull and the shells of a tree's mesh take longer to find than most queries take, so they are kept with the tree.
// Vertices may only change together with a refit, which is counted.
const solids = new WeakMap();
/** What is known about the inside of the tree's mesh; found at the first call after a build or refit. */
export function solidOfTree(tree) {
	const known = solids.get(tree);
	const { fits } = tree.fitCount;
	if (known?.fits === fits) return known.solid;
	const solid = solidOf(tree.mesh);
	solids.set(tree, {
		solid,
		fits
	});
	return solid;
}
