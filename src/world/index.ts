// Published as abut/world: many bodies in one scene, rigid, deformable and articulated, frame by frame.

export {
  createDeformableModel,
  type DeformableModel,
  type DeformableModelOptions,
  updateDeformableModel,
} from "./deformable-model.ts";
export type { VertexRange } from "./deformation.ts";
export type { WorldNearPair } from "./find-near-features.ts";
export type { WorldContact } from "./find-pair-contacts.ts";
export type { WorldImpact } from "./find-pair-impacts.ts";
export type { WorldPairs } from "./pair-events.ts";
export type {
  SceneClosest,
  SceneClosestOptions,
  SceneDistance,
  SceneHit,
  SceneOptions,
  SceneOverlaps,
  SceneRayOptions,
} from "./scene-queries.ts";
export type { WorldSnapshot } from "./snapshot.ts";
export { type AllowOptions, createWorld, type World, type WorldOptions } from "./world.ts";
export type {
  ArticulatedBodyInput,
  BodyKind,
  DeformableBodyInput,
  RigidBodyInput,
  WorldBodyInput,
} from "./world-body.ts";
export type { StepOptions, WorldStats, WorldStep, WorldTriangles } from "./world-step.ts";
