import { scaledPositions, writeScaled } from "../mesh/tiny-mesh.js";
import { checkCoordinates } from "../mesh/triangle-mesh.js";
const twins = new WeakMap();
/** The least magnitude of coordinates other than zero, where a query has asked for it since the boxes were fitted. */
const leasts = new WeakMap();
const NOT_SCALED = new Int16Array(1);
/** The tree of `mesh`, made of a tree of that mesh times 2^exponent, which becomes its twin. */
export function treeOfTiny(scaled, mesh, exponent) {
	const tree = {
		...scaled,
		mesh
	};
	tree.exponent[0] = exponent;
	rememberTwin(tree, scaled.mesh, exponent);
	return tree;
}
/** The tree itself or, if its boxes are scaled, its twin. */
export function twinOf(tree) {
	const exponent = tree.exponent[0];
	// Undefined where the buffer was transferred.
	return exponent ? scaledTwin(tree, exponent) : tree;
}
/** `twinOf` with the vertices as they are now, whenever the boxes were fitted. */
export function twinOfNow(tree) {
	const twin = twinOf(tree);
	if (twin !== tree) writeScaled(tree.mesh.positions, tree.exponent[0], twin.mesh.positions);
	return twin;
}
/**
* The tree whose boxes are to be fitted so that those of `tree` have this exponent. Its vertices are those of now. Throws
* `MeshError` at a coordinate that is not finite or too large if the exponent is not 0.
*/
export function twinToFit(tree, exponent) {
	if (exponent === 0) return tree;
	checkCoordinates(tree.mesh.positions);
	const twin = scaledTwin(tree, exponent);
	writeScaled(tree.mesh.positions, exponent, twin.mesh.positions);
	return twin;
}
/** The least magnitude of the mesh's coordinates that are not zero; Infinity if all are. */
export function leastCoordinate({ buffer, mesh: { positions } }) {
	const known = leasts.get(buffer);
	if (known?.positions === positions) return known.least;
	const least = leastOf(positions);
	leasts.set(buffer, {
		positions,
		least
	});
	return least;
}
export function leastOf(positions) {
	let least = Infinity;
	for (let i = 0; i < positions.length; i++) {
		const size = Math.abs(positions[i]);
		if (size < least && size !== 0) least = size;
	}
	return least;
}
/** To be called whenever the boxes were fitted anew. */
export function forgetLeastCoordinate({ buffer }) {
	leasts.delete(buffer);
}
function scaledTwin(tree, exponent) {
	const known = twins.get(tree.buffer);
	if (known === undefined || known.exponent !== exponent || !isTwinOf(known, tree)) return rememberTwin(tree, {
		...tree.mesh,
		positions: scaledPositions(tree.mesh.positions, exponent)
	}, exponent);
	// The counts of an R-tree change from one insertion to the next.
	if (tree.kind === "r-tree") Object.assign(known.tree, tree, {
		mesh: known.tree.mesh,
		exponent: NOT_SCALED
	});
	return known.tree;
}
function isTwinOf({ positions, links }, tree) {
	return positions === tree.mesh.positions && links === tree.links;
}
function rememberTwin(tree, mesh, exponent) {
	const twin = {
		...tree,
		mesh,
		exponent: NOT_SCALED
	};
	twins.set(tree.buffer, {
		exponent,
		positions: tree.mesh.positions,
		links: tree.links,
		tree: twin
	});
	return twin;
}
