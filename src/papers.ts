// Published as abut/papers: rivals and variants that exist because a paper compares its method with them, or describes them. docs/papers/
// has a page for each paper.

export { createSegmentSortByAxes } from "./broadphase/axis-segments/segment-sort-by-axes.ts";
export { createSweepAndPrune, type SweepAndPruneOptions } from "./broadphase/sweep-and-prune.ts";
export { type ConvexPatch, convexPatches } from "./mesh/convex-patches.ts";
export { type CollideRecursivelyOptions, collideRecursively } from "./queries/pairs/collide-recursively.ts";
export { type FindPairsByLayersOptions, findPairsByLayers } from "./queries/pairs/find-pairs-by-layers.ts";
export type { LayerCache } from "./queries/pairs/layers.ts";
export { penetrationByPatches } from "./queries/penetration/patch-depth.ts";
export type { SelfLayerCache } from "./queries/self/sort-self.ts";
export { meetsLeafBox } from "./queries/shapes/meets-leaf-box.ts";
export { sweepBoxDepthFirst } from "./queries/shapes/sweep-box-depth-first.ts";
export { updateAabbFromCorners, updateAabbFromVertices } from "./trees/articulated/update-aabb.ts";
export { updateObb } from "./trees/articulated/update-obb.ts";
