// The public API, on one screen.

export type {
  BoxPairs,
  BroadPhase,
  BroadPhaseOptions,
  BroadPhaseStats,
} from "./broadphase/broad-phase.ts";
export { createDynamicTree } from "./broadphase/dynamic-tree.ts";
export {
  createFoundBoxPairs,
  type FindBoxPairsOptions,
  type FoundBoxPairs,
  findBoxPairs,
  findBoxPairsBetween,
} from "./broadphase/find-box-pairs.ts";
export { createSegmentSort } from "./broadphase/segment-sort.ts";
export { createSweepAndPrune } from "./broadphase/sweep-and-prune.ts";
export { FormatError, MeshError, OptionError, PoseError } from "./errors.ts";
export { bakePositions, type Pose } from "./geometry/affine.ts";
export { sweepEdgeEdge, sweepVertexFace, type TimeInterval } from "./geometry/sweep/feature-sweep.ts";
export { convexHull } from "./mesh/convex-hull.ts";
export { inspectMesh, type MeshBounds, type MeshReport } from "./mesh/inspect.ts";
export { isConvex } from "./mesh/is-convex.ts";
export {
  createMesh,
  type Indices,
  type MeshInput,
  type Positions,
  type TriangleMesh,
} from "./mesh/triangle-mesh.ts";
export { castRay, castRayAll, type RayHit, type RayOptions } from "./queries/cast-ray.ts";
export { type ClassifyOptions, classify, type Relation, type RelationName } from "./queries/classify.ts";
export { type ClosestPoint, type ClosestPointOptions, closestPoint } from "./queries/closest-point.ts";
export { type CollideOptions, type ContactCache, collide, createContactCache } from "./queries/collide.ts";
export type { ContactRegion } from "./queries/contacts/contact-regions.ts";
export { cullFrustum } from "./queries/cull-frustum.ts";
export { type Distance, type DistanceOptions, distance } from "./queries/distance.ts";
export {
  type ContactCurve,
  type Contacts,
  type FindContactsOptions,
  findContacts,
} from "./queries/find-contacts.ts";
export {
  createTrianglePairs,
  type FindPairsOptions,
  findPairs,
  type TrianglePairs,
} from "./queries/find-pairs.ts";
export { type FindPairsByLayersOptions, findPairsByLayers } from "./queries/find-pairs-by-layers.ts";
export {
  collidesItself,
  createSelfPairs,
  type FindSelfPairsOptions,
  findSelfPairs,
  type SelfOptions,
  type SelfPairs,
} from "./queries/find-self-pairs.ts";
export { createImpactStats, type Impact, type ImpactStats } from "./queries/impact-result.ts";
export { isWithin, type WithinOptions } from "./queries/is-within.ts";
export { createLayerCache, type LayerCache } from "./queries/layers.ts";
export { locatePoint, type PointLocation, type PointOptions, windingNumber } from "./queries/locate-point.ts";
export type { DeformingMotion, Motion, PoseMotion } from "./queries/motion.ts";
export { type OverlapOptions, overlapBox } from "./queries/overlap-box.ts";
export { overlapSphere } from "./queries/overlap-sphere.ts";
export type { PairOptions, PairTree } from "./queries/pair-query.ts";
export { type Penetration, penetration } from "./queries/penetration.ts";
export { frustumPlanes } from "./queries/planes.ts";
export type { Point } from "./queries/point.ts";
export { createStats, type QueryStats } from "./queries/stats.ts";
export { type SweepHit, type SweepOptions, sweepBox } from "./queries/sweep-box.ts";
export { sweepSphere } from "./queries/sweep-sphere.ts";
export {
  type ImpactOptions,
  selfTimeOfImpact,
  type TimeOfImpactOptions,
  timeOfImpact,
} from "./queries/time-of-impact.ts";
export { createTriangleList, type TriangleList } from "./queries/triangle-list.ts";
export { type AabbTreeOptions, buildAabbTree, type SplitRule } from "./trees/build-aabb.ts";
export { buildObbTree, type ObbTreeOptions } from "./trees/build-obb.ts";
export { buildRTree, type RTreeOptions } from "./trees/build-r-tree.ts";
export type { AabbTree, BinaryTree, ObbTree, RTree } from "./trees/layout.ts";
export { type TreeQuality, treeQuality } from "./trees/quality.ts";
export { insertTriangle, removeTriangle } from "./trees/r-tree/edit.ts";
export { refit } from "./trees/refit.ts";
export { refitSwept } from "./trees/refit-swept.ts";
export { restoreTree, saveTree } from "./trees/save.ts";
export { degradation, shouldRebuild } from "./trees/should-rebuild.ts";
export { validateTree } from "./trees/validate.ts";
export {
  createDeformableModel,
  type DeformableModel,
  type DeformableModelOptions,
  updateDeformableModel,
} from "./world/deformable-model.ts";
