// The public API, on one screen.

export type {
  BoxPairs,
  BroadPhase,
  BroadPhaseOptions,
  BroadPhaseStats,
} from "./broadphase/broad-phase.ts";
export {
  type CullBoxesOptions,
  type CulledBoxes,
  createCulledBoxes,
  cullBoxes,
} from "./broadphase/cull/cull-boxes.ts";
export { createDynamicTree } from "./broadphase/dynamic-tree/dynamic-tree.ts";
export {
  createFoundBoxPairs,
  type FindBoxPairsOptions,
  type FoundBoxPairs,
  findBoxPairs,
  findBoxPairsBetween,
} from "./broadphase/one-shot/find-box-pairs.ts";
export { createSegmentSort } from "./broadphase/segment-sort/segment-sort.ts";
export { createSweepAndPrune } from "./broadphase/sweep-and-prune.ts";
export {
  type Bounds,
  CLASH_KINDS,
  type Clash,
  type ClashCounts,
  type ClashCurve,
  type ClashDepth,
  type ClashDistance,
  type ClashKind,
  type ClashOptions,
  type ClashPart,
  type ClashResult,
  type Vector,
  type WholePart,
} from "./clash/clash.ts";
export { findClashes } from "./clash/find-clashes.ts";
export { keyParts, type PartOfFile, type PartsOfFile } from "./clash/key-parts.ts";
export { FormatError, MeshError, OptionError, PoseError, ThreadError } from "./errors.ts";
export { bakePositions, type Pose } from "./geometry/affine.ts";
export { frustumPlanes } from "./geometry/planes.ts";
export { sweepEdgeEdge, sweepVertexFace, type TimeInterval } from "./geometry/sweep/feature-sweep.ts";
export type { Articulation, LinkPlace } from "./mesh/articulation/articulation.ts";
export type { Joint, JointType } from "./mesh/articulation/joint.ts";
export { convexHull } from "./mesh/convex-hull.ts";
export { inspectMesh, type MeshBounds, type MeshReport } from "./mesh/inspect-mesh.ts";
export { isConvex } from "./mesh/is-convex.ts";
export {
  createMesh,
  type Indices,
  type MeshInput,
  type Positions,
  type TriangleMesh,
} from "./mesh/triangle-mesh.ts";
export {
  type AllowedPairs,
  type AllowedPairsOptions,
  type AllowedReason,
  allowedReason,
  createAllowedPairs,
} from "./queries/articulated/allowed-pairs.ts";
export { type BodyCache, createBodyCache } from "./queries/articulated/body-cache.ts";
export { type BodyOptions, type BodyStats, createBodyStats } from "./queries/articulated/body-query.ts";
export {
  collideBodies,
  findLinkPairs,
  findLinkTriangles,
  type LinkPairs,
  type LinkTrianglePairs,
} from "./queries/articulated/find-link-pairs.ts";
export {
  findLinkContacts,
  type LinkContact,
  type LinkContactOptions,
} from "./queries/articulated/link-contacts.ts";
export {
  findLinkDistances,
  type LinkDistance,
  type LinkDistanceOptions,
  nearestLinks,
} from "./queries/articulated/link-distances.ts";
export { type SampleOptions, sampleAllowedPairs } from "./queries/articulated/sample-allowed-pairs.ts";
export {
  type ClassifyOptions,
  classify,
  type Relation,
  type RelationName,
} from "./queries/classify/classify.ts";
export {
  locatePoint,
  type PointLocation,
  type PointOptions,
  windingNumber,
} from "./queries/classify/locate-point.ts";
export type { ContactRegion } from "./queries/contacts/contact-regions.ts";
export {
  type ContactCurve,
  type Contacts,
  type FindContactsOptions,
  findContacts,
} from "./queries/contacts/find-contacts.ts";
export {
  type ClosestPoint,
  type ClosestPointOptions,
  closestPoint,
} from "./queries/distance/closest-point.ts";
export { type Distance, type DistanceOptions, distance } from "./queries/distance/distance.ts";
export { isWithin, type WithinOptions } from "./queries/distance/is-within.ts";
export type { Point } from "./queries/distance/point.ts";
export { createImpactStats, type Impact, type ImpactStats } from "./queries/impact/impact-result.ts";
export type { DeformingMotion, Motion, PoseMotion } from "./queries/impact/motion.ts";
export {
  type ImpactOptions,
  selfTimeOfImpact,
  type TimeOfImpactOptions,
  timeOfImpact,
} from "./queries/impact/time-of-impact.ts";
export {
  type OverlapDepth,
  type OverlapDepthOptions,
  overlapDepth,
} from "./queries/overlap-depth/overlap-depth.ts";
export {
  type CollideOptions,
  type ContactCache,
  collide,
  createContactCache,
} from "./queries/pairs/collide.ts";
export {
  createTrianglePairs,
  type FindPairsOptions,
  findPairs,
  type TrianglePairs,
} from "./queries/pairs/find-pairs.ts";
export { type FindPairsByLayersOptions, findPairsByLayers } from "./queries/pairs/find-pairs-by-layers.ts";
export { createLayerCache, type LayerCache } from "./queries/pairs/layers.ts";
export type { PairOptions, PairTree } from "./queries/pairs/pair-query.ts";
export { type Penetration, penetration } from "./queries/penetration/penetration.ts";
export {
  collidesItself,
  createSelfPairs,
  type FindSelfPairsOptions,
  findSelfPairs,
  type SelfOptions,
  type SelfPairs,
} from "./queries/self/find-self-pairs.ts";
export { createSelfLayerCache, type SelfLayerCache } from "./queries/self/sort-self.ts";
export { castRay, castRayAll, type RayHit, type RayOptions } from "./queries/shapes/cast-ray.ts";
export { cullFrustum } from "./queries/shapes/cull-frustum.ts";
export type { SweepHit, SweepOptions } from "./queries/shapes/find-first-hit.ts";
export type { OverlapOptions } from "./queries/shapes/find-overlaps.ts";
export { overlapBox } from "./queries/shapes/overlap-box.ts";
export { overlapSphere } from "./queries/shapes/overlap-sphere.ts";
export { sweepBox } from "./queries/shapes/sweep-box.ts";
export { sweepSphere } from "./queries/shapes/sweep-sphere.ts";
export { createTriangleList, type TriangleList } from "./queries/shapes/triangle-list.ts";
export { createStats, type QueryStats } from "./queries/stats.ts";
export {
  type ArticulatedBody,
  createArticulatedBody,
  type Link,
  restValues,
  type SetPoseOptions,
  setLinkPoses,
  setPose,
} from "./trees/articulated/articulated-body.ts";
export { createObstacles, type Obstacle } from "./trees/articulated/obstacles.ts";
export { updateAabbFromCorners, updateAabbFromVertices } from "./trees/articulated/update-aabb.ts";
export type { BoxMethod, BoxOptions } from "./trees/articulated/update-boxes.ts";
export { type CabOptions, updateCab } from "./trees/articulated/update-cab.ts";
export { updateObb } from "./trees/articulated/update-obb.ts";
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
