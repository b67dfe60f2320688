import { exponentOf } from "../mesh/tiny-mesh.js";
import { fitBoxes, fitBoxesInKernel } from "./fit-boxes.js";
import { checkBoxTree } from "./layout.js";
import { orderedVertices } from "./ordered-vertices.js";
import { chooseOrigin } from "./origin.js";
import { fitRTree } from "./r-tree/fit.js";
import { forgetLeastCoordinate, twinToFit } from "./twin.js";
const origin = new Float64Array(3);
/**
* Fits the boxes to the mesh's vertices as they are now; the tree's structure stays, and `shouldRebuild` says when it has
* become too bad. Throws `MeshError` at the first coordinate that is not finite or too large, before any box is touched.
*/
export function refit(tree) {
	checkBoxTree(tree, "refit");
	const exponent = exponentOf(tree.mesh);
	const fitted = twinToFit(tree, exponent);
	fitToVertices(fitted);
	tree.exponent[0] = exponent;
	forgetLeastCoordinate(tree);
}
/** Fits origin and boxes to the vertices; the exponent stays. */
export function fitToVertices(tree) {
	const { positions } = tree.mesh;
	chooseOrigin(positions, origin);
	if (tree.kind === "r-tree" || !fitBoxesInKernel(tree, origin)) {
		const vertices = orderedVertices(positions, origin);
		if (tree.kind === "r-tree") fitRTree(tree, vertices);
		else fitBoxes(tree, vertices);
	}
	tree.origin.set(origin);
	if (tree.kind === "aabb") tree.fitCount.fits++;
}
