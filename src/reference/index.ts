// abut/reference: the slow twin of every fast path, so that users can check abut as its own tests do.
export { exactOrient2d, exactOrient3d } from "../numerics/orient-bigint.ts";
export { createBruteForce, findBoxPairsByBruteForce } from "./box-pairs.ts";
export {
  findClashesByBruteForce,
  type ReferenceClash,
  type ReferenceClashOptions,
  type ReferenceClashPart,
} from "./clashes.ts";
export { findContactsByBruteForce, type ReferenceContacts } from "./contacts.ts";
export { convexDepthByAllDirections } from "./convex-depth.ts";
export { leastBoxVolumeBySearch } from "./least-box.ts";
export { findLinkTrianglesByBruteForce } from "./link-pairs.ts";
export type { PlacedOptions } from "./placed-mesh.ts";
export { findSelfPairsByBruteForce, type SelfReferenceOptions } from "./self-pairs.ts";
export { classifyByBruteForce } from "./slow-classify.ts";
export { hullCornersByBruteForce } from "./slow-convex-hull.ts";
export { cullBoxesByBruteForce } from "./slow-cull-boxes.ts";
export { cullFrustumByBruteForce } from "./slow-cull-frustum.ts";
export { distanceByBruteForce, pointDistanceByBruteForce, triangleDistanceBySlabs } from "./slow-distance.ts";
export { sweepBySubdivision } from "./slow-feature-sweep.ts";
export {
  findImpactsByBruteForce,
  findSelfImpactsByBruteForce,
  type ReferenceImpact,
  type ReferenceImpacts,
} from "./slow-impacts.ts";
export { locatePointByIntegers } from "./slow-locate-point.ts";
export {
  findNearPairsByBruteForce,
  findSelfNearPairsByBruteForce,
  type ReferenceNearPair,
} from "./slow-near-pairs.ts";
export { overlapDepthBySampling } from "./slow-overlap-depth.ts";
export { collideAlongPathBySampling } from "./slow-path.ts";
export { depthByAllLines } from "./slow-region-depth.ts";
export { overlapSphereByBruteForce, sweepSphereByBruteForce } from "./slow-sphere.ts";
export {
  type MeshAtTime,
  type StraightMotion,
  selfTimeOfImpactByBruteForce,
  timeOfImpactByAdvancement,
  timeOfImpactByBruteForce,
  timeOfImpactBySampling,
} from "./slow-time-of-impact.ts";
export { trianglesMeetByIntegers } from "./slow-triangle-triangle.ts";
export { windingNumberByAngles } from "./slow-winding-number.ts";
export { castRayByBruteForce, sweepBoxByBruteForce } from "./swept-box.ts";
export { collideByBruteForce, findPairsByBruteForce, type ReferenceOptions } from "./triangle-pairs.ts";
export { type ReferenceBody, type ReferenceWorldPair, worldPairs } from "./world-pairs.ts";
