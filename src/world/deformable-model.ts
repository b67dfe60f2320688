import { OptionError, show } from "../errors.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../option-names.ts";
import { AABB_TREE_OPTIONS, type AabbTreeOptions, buildAabbTree } from "../trees/build-aabb.ts";
import type { FrameOption } from "../trees/frame/frame-option.ts";
import type { AabbTree } from "../trees/layout.ts";
import { refit } from "../trees/refit.ts";
import { shouldRebuild } from "../trees/should-rebuild.ts";

export interface DeformableModelOptions extends AabbTreeOptions {
  /** Rebuild when `degradation(tree)` exceeds this; default 1.5. `Infinity` never rebuilds, 1 rebuilds at the first degradation. */
  rebuildAt?: number | undefined;
  /** As in `buildAabbTree`, but "none" by default: with a frame, each step would fit a second set of boxes. */
  frame?: FrameOption | undefined;
}

const DEFORMABLE_MODEL_OPTIONS: OptionNames<DeformableModelOptions> = {
  ...AABB_TREE_OPTIONS,
  rebuildAt: true,
};

/** A mesh whose vertices move from frame to frame, with a tree that follows them. */
export interface DeformableModel {
  readonly mesh: TriangleMesh;
  /** The tree to query. A rebuild replaces it, so read this property each frame. */
  tree: AabbTree;
  refits: number;
  rebuilds: number;
  readonly options: DeformableModelOptions;
}

/**
 * Builds the first tree. Each frame: change `mesh.positions` in place, call `updateDeformableModel`, query `model.tree`.
 */
export function createDeformableModel(
  mesh: TriangleMesh,
  options: DeformableModelOptions = {},
): DeformableModel {
  checkOptionNames(options, DEFORMABLE_MODEL_OPTIONS, "createDeformableModel");
  const { rebuildAt } = options;
  if (rebuildAt !== undefined && !(typeof rebuildAt === "number" && rebuildAt >= 1))
    throw new OptionError(`rebuildAt: ${show(rebuildAt)} is not a number of at least 1`);
  return {
    mesh,
    tree: buildAabbTree(mesh, buildOptionsOf(options)),
    refits: 0,
    rebuilds: 0,
    options,
  };
}

function buildOptionsOf(options: DeformableModelOptions): AabbTreeOptions {
  return { ...pickOptions(options, AABB_TREE_OPTIONS), frame: options.frame ?? "none" };
}

/**
 * Refits the tree to the current vertices, and rebuilds it if that pays. Returns whether it was rebuilt. Throws `MeshError` at an invalid
 * coordinate, before anything is changed.
 */
export function updateDeformableModel(model: DeformableModel): boolean {
  if (!(model?.options && model.tree))
    throw new OptionError("updateDeformableModel: expected a model made by createDeformableModel");
  refit(model.tree);
  model.refits++;
  if (!shouldRebuild(model.tree, model.options.rebuildAt)) return false;
  model.tree = buildAabbTree(model.mesh, buildOptionsOf(model.options));
  model.rebuilds++;
  return true;
}
