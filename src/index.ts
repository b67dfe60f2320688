// Published as abut: the everyday names, on one screen. Others are in abut/articulated, broadphase, clash, formats, papers, primitives,
// reference, reports, trees, workers and world.

export { FormatError, MeshError, OptionError, PoseError, ThreadError } from "./errors.ts";
export { bakePositions, type Pose } from "./geometry/affine.ts";
export type { Bounds } from "./geometry/bounds.ts";
export { frustumPlanes } from "./geometry/planes.ts";
export { sweepEdgeEdge, sweepVertexFace, type TimeInterval } from "./geometry/sweep/feature-sweep.ts";
export type { Vector } from "./geometry/vector.ts";
export { convexHull } from "./mesh/convex-hull.ts";
export { inspectMesh, type MeshReport } from "./mesh/inspect-mesh.ts";
export { isConvex } from "./mesh/is-convex.ts";
export {
  createMesh,
  type Indices,
  type MeshInput,
  type Positions,
  type TriangleMesh,
} from "./mesh/triangle-mesh.ts";
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
export { type FindImpactsOptions, findImpacts, findSelfImpacts } from "./queries/impact/find-impacts.ts";
export { IMPACT_KINDS } from "./queries/impact/impact-list.ts";
export type { Impact, ImpactStats } from "./queries/impact/impact-result.ts";
export type { Impacts } from "./queries/impact/impacts.ts";
export type { DeformingMotion, Motion, PoseMotion } from "./queries/impact/motion.ts";
export {
  type ImpactOptions,
  selfTimeOfImpact,
  type TimeOfImpactOptions,
  timeOfImpact,
} from "./queries/impact/time-of-impact.ts";
export { findManifold, type ManifoldOptions } from "./queries/manifold/find-manifold.ts";
export { DEPTH_KINDS, type DepthKind, type Manifold } from "./queries/manifold/manifold-result.ts";
export { type FindNearPairsOptions, findNearPairs } from "./queries/near/find-near-pairs.ts";
export { type FindSelfNearPairsOptions, findSelfNearPairs } from "./queries/near/find-self-near-pairs.ts";
export { NEAR_KINDS, type NearPairs, type NearStats } from "./queries/near/near-pairs.ts";
export type { NearTree } from "./queries/near/near-side.ts";
export {
  type OverlapDepth,
  type OverlapDepthOptions,
  overlapDepth,
} from "./queries/overlap-depth/overlap-depth.ts";
export {
  type CollideOptions,
  type ContactCache,
  collide,
} from "./queries/pairs/collide.ts";
export {
  type CollideManyOptions,
  collideMany,
  type PoseAnswers,
} from "./queries/pairs/collide-many.ts";
export {
  type FindPairsOptions,
  findPairs,
  type TrianglePairs,
} from "./queries/pairs/find-pairs.ts";
export { buildObbTree } from "./queries/pairs/obb-trees.ts";
export type { PairOptions, PairTree } from "./queries/pairs/pair-query.ts";
export { buildRTree } from "./queries/pairs/r-trees.ts";
export { type Penetration, penetration } from "./queries/penetration/penetration.ts";
export {
  collidesItself,
  type FindSelfPairsOptions,
  findSelfPairs,
  type SelfOptions,
  type SelfPairs,
  type SelfTree,
} from "./queries/self/find-self-pairs.ts";
export { castRay, castRayAll, type RayHit, type RayOptions } from "./queries/shapes/cast-ray.ts";
export { cullFrustum } from "./queries/shapes/cull-frustum.ts";
export type { SweepHit, SweepOptions } from "./queries/shapes/find-first-hit.ts";
export type { OverlapOptions } from "./queries/shapes/find-overlaps.ts";
export { meetsBox } from "./queries/shapes/meets-box.ts";
export { meetsSphere } from "./queries/shapes/meets-sphere.ts";
export { overlapBox } from "./queries/shapes/overlap-box.ts";
export { overlapSphere } from "./queries/shapes/overlap-sphere.ts";
export { sweepBox } from "./queries/shapes/sweep-box.ts";
export { sweepSphere } from "./queries/shapes/sweep-sphere.ts";
export type { TriangleList } from "./queries/shapes/triangle-list.ts";
export type { QueryStats } from "./queries/stats.ts";
export { boundsOf } from "./trees/bounds-of.ts";
export { type AabbTreeOptions, buildAabbTree, type SplitRule } from "./trees/build-aabb.ts";
export type { ObbTreeOptions } from "./trees/build-obb.ts";
export type { RTreeOptions } from "./trees/build-r-tree.ts";
export type { FrameOption } from "./trees/frame/frame-option.ts";
export type { AabbTree, BinaryTree, ObbTree, RTree } from "./trees/layout.ts";
export { type TreeQuality, treeQuality } from "./trees/quality.ts";
export { type RefitOptions, type RefitStats, refit } from "./trees/refit.ts";
