import { OptionError, show } from "../errors.js";
import { checkOptionNames, pickOptions } from "../option-names.js";
import { AABB_TREE_OPTIONS, buildAabbTree } from "../trees/build-aabb.js";
import { refit } from "../trees/refit.js";
import { shouldRebuild } from "../trees/should-rebuild.js";
const DEFORMABLE_MODEL_OPTIONS = {
	...AABB_TREE_OPTIONS,
	rebuildAt: true
};
/**
* Builds the first tree. Each frame: change `mesh.positions` in place, call `updateDeformableModel`, query `model.tree`.
*/
export function createDeformableModel(mesh, options = {}) {
	checkOptionNames(options, DEFORMABLE_MODEL_OPTIONS, "createDeformableModel");
	const { rebuildAt } = options;
	if (rebuildAt !== undefined && !(typeof rebuildAt === "number" && rebuildAt >= 1)) throw new OptionError(`rebuildAt: ${show(rebuildAt)} is not a number of at least 1`);
	return {
		mesh,
		tree: buildAabbTree(mesh, pickOptions(options, AABB_TREE_OPTIONS)),
		refits: 0,
		rebuilds: 0,
		options
	};
}
/**
* Brings the tree up to the vertices of now: refits it, and rebuilds it if that has become worth its time. Returns whether
* it was rebuilt. Throws `MeshError` at a bad coordinate, before anything is changed.
*/
export function updateDeformableModel(model) {
	if (!(model?.options && model.tree)) throw new OptionError("updateDeformableModel: expected a model, as createDeformableModel makes it");
	refit(model.tree);
	model.refits++;
	if (!shouldRebuild(model.tree, model.options.rebuildAt)) return false;
	model.tree = buildAabbTree(model.mesh, pickOptions(model.options, AABB_TREE_OPTIONS));
	model.rebuilds++;
	return true;
}
