import { MeshError } from "../../errors.js";
import { checkAabbTree, checkTreeArrays, OBB_STRIDE } from "../layout.js";
import { checkBody } from "./check-body.js";
import { fitRestBox, refitRestBox } from "./rest-box.js";
/** Coordinates a link: the least and greatest of each axis. */
const SAMPLE = 6;
export function createFittedLinks(leafCount) {
	return {
		trees: [],
		fits: new Float64Array(leafCount),
		places: new Int32Array(SAMPLE * leafCount),
		samples: new Float64Array(SAMPLE * leafCount)
	};
}
/** Fits the rest boxes of a body that has just been made. */
export function fitRestBoxes(body) {
	const { hierarchy, trees } = body;
	for (let leaf = 0; leaf < hierarchy.leafCount; leaf++) fitLeaf(body, leaf, trees[hierarchy.links[leaf]]);
}
/**
* Fits the rest boxes of links whose trees were fitted or replaced, and counts that as a new pose. Throws `MeshError` for a link
* whose vertices have moved while its tree was not fitted.
*/
export function followMeshes(body) {
	checkBody(body, "body");
	const { hierarchy, trees, fitted } = body;
	const { links, leafCount } = hierarchy;
	const { trees: seen, fits, places, samples } = fitted;
	for (let leaf = 0; leaf < leafCount; leaf++) {
		const tree = trees[links[leaf]];
		if (tree === seen[leaf] && tree.fitCount.fits === fits[leaf]) {
			const { positions, indices } = tree.mesh;
			if (tree.links.length === 0 || positions.length === 0 || indices?.length === 0) checkTreeArrays(tree, `link "${body.articulation.names[links[leaf]]}"`);
			const end = SAMPLE * leaf + SAMPLE;
			for (let i = SAMPLE * leaf; i < end; i++) if (positions[places[i]] !== samples[i]) refuseMoved(body, leaf);
		} else {
			checkAabbTree(tree, `link "${body.articulation.names[links[leaf]]}"`);
			fitLeaf(body, leaf, tree);
			body.poseCount++;
		}
	}
}
/** Fits the rest box of a leaf, or copies that of an earlier leaf with the same tree. */
function fitLeaf(body, leaf, tree) {
	const { restBoxes, fitted, hierarchy } = body;
	const at = OBB_STRIDE * leaf;
	const { fits } = tree.fitCount;
	const twin = fitted.trees.indexOf(tree);
	if (twin >= 0 && twin < leaf && fitted.fits[twin] === fits) restBoxes.copyWithin(at, OBB_STRIDE * twin, OBB_STRIDE * (twin + 1));
	else if (fitted.trees[leaf] === tree) refitRestBox(tree, restBoxes, at);
	else fitRestBox(tree.mesh, restBoxes, at);
	fitted.trees[leaf] = tree;
	fitted.fits[leaf] = fits;
	body.meshes[hierarchy.links[leaf]] = tree.mesh;
	sample(fitted, SAMPLE * leaf, tree.mesh);
}
function sample({ places, samples }, at, { positions }) {
	for (let axis = 0; axis < 3; axis++) {
		let [low, high] = [axis, axis];
		for (let i = axis; i < positions.length; i += 3) {
			if (positions[i] < positions[low]) low = i;
			if (positions[i] > positions[high]) high = i;
		}
		places[at + axis] = low;
		places[at + 3 + axis] = high;
	}
	for (let i = at; i < at + SAMPLE; i++) samples[i] = positions[places[i]];
}
function refuseMoved({ articulation, hierarchy }, leaf) {
	const link = hierarchy.links[leaf];
	throw new MeshError(`link "${articulation.names[link]}": its vertices have moved and its tree was not fitted; call refit(body.trees[${link}]) first`);
}
