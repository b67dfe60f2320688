// Published as abut/three: geometries and scenes of three.js, which is an optional peer dependency.

export type { BoxHierarchy } from "./boxes-of-level.ts";
export { ContactHelper, type ContactHelperOptions } from "./contact-helper.ts";
export { NearHelper, type NearHelperOptions } from "./near-helper.ts";
export { type ObjectPart, type PartsOptions, partsOf } from "./parts-of.ts";
export { acceleratedRaycast, type FirstHitRaycaster, installRaycast } from "./raycast.ts";
export { TreeHelper, type TreeHelperOptions } from "./tree-helper.ts";
export { type TreeOfOptions, treeOf } from "./tree-of.ts";
