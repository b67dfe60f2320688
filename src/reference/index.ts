// abut/reference: the slow twin of every fast path, so that users can check us as our own tests do.
export { exactOrient2d, exactOrient3d } from "../numerics/orient-bigint.ts";
export { createBruteForce, findBoxPairsByBruteForce } from "./box-pairs.ts";
export {
  findClashesByBruteForce,
  type ReferenceClash,
  type ReferenceClashOptions,
  type ReferenceClashPart,
} from "./clashes.ts";
export { classifyByBruteForce } from "./classify.ts";
export { findContactsByBruteForce, type ReferenceContacts } from "./contacts.ts";
export { convexDepthByAllDirections } from "./convex-depth.ts";
export { hullCornersByBruteForce } from "./convex-hull.ts";
export { cullBoxesByBruteForce } from "./cull-boxes.ts";
export { cullFrustumByBruteForce } from "./cull-frustum.ts";
export { distanceByBruteForce, pointDistanceByBruteForce, triangleDistanceBySlabs } from "./distance.ts";
export { sweepBySubdivision } from "./feature-sweep.ts";
export { leastBoxVolumeBySearch } from "./least-box.ts";
export { findLinkTrianglesByBruteForce } from "./link-pairs.ts";
export { locatePointByIntegers } from "./locate-point.ts";
export { overlapDepthBySampling } from "./overlap-depth.ts";
export type { PlacedOptions } from "./placed-mesh.ts";
export { findSelfPairsByBruteForce, type SelfReferenceOptions } from "./self-pairs.ts";
export { overlapSphereByBruteForce, sweepSphereByBruteForce } from "./sphere.ts";
export { castRayByBruteForce, sweepBoxByBruteForce } from "./swept-box.ts";
export {
  type MeshAtTime,
  type StraightMotion,
  selfTimeOfImpactByBruteForce,
  timeOfImpactByAdvancement,
  timeOfImpactByBruteForce,
  timeOfImpactBySampling,
} from "./time-of-impact.ts";
export { collideByBruteForce, findPairsByBruteForce, type ReferenceOptions } from "./triangle-pairs.ts";
export { trianglesMeetByIntegers } from "./triangle-triangle.ts";
export { windingNumberByAngles } from "./winding-number.ts";
