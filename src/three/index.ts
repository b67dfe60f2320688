// Published as abut/three: geometries and scenes of three.js, which is an optional peer dependency.

export type { BoxHierarchy } from "./boxes-of-level.ts";
export { collideObjects, contactsOf, type ObjectContacts } from "./compare-objects.ts";
export { ContactHelper, type ContactHelperOptions } from "./contact-helper.ts";
export { type DistanceOfOptions, distanceOf, type ObjectDistance } from "./distance-of.ts";
export { NearHelper, type NearHelperOptions } from "./near-helper.ts";
export { type ObjectPart, type PartsOptions, partsOf } from "./parts-of.ts";
export { acceleratedRaycast, type FirstHitRaycaster, installRaycast } from "./raycast.ts";
export {
  createSceneWorld,
  type SceneKind,
  type ScenePair,
  type SceneStep,
  type SceneWorld,
  type SceneWorldOptions,
} from "./scene-world.ts";
export { TreeHelper, type TreeHelperOptions } from "./tree-helper.ts";
export { type TreeOfOptions, treeOf } from "./tree-of.ts";
export { type TreeOfAsyncOptions, treeOfAsync } from "./tree-of-async.ts";
