// Published as abut/articulated: robots, hands and characters. Bodies of links and joints, the pairs of links that may meet, obstacles.

export type { Articulation, LinkPlace } from "./mesh/articulation/articulation.ts";
export type { Joint, JointType } from "./mesh/articulation/joint.ts";
export {
  type AllowedPairs,
  type AllowedPairsOptions,
  type AllowedReason,
  allowedReason,
  createAllowedPairs,
} from "./queries/articulated/allowed-pairs.ts";
export type { BodyCache } from "./queries/articulated/body-cache.ts";
export type { BodyOptions, BodyStats } from "./queries/articulated/body-query.ts";
export {
  collideAlongPath,
  isPathFree,
  type PathContact,
  type PathOptions,
  type PathStats,
} from "./queries/articulated/collide-along-path.ts";
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
  type ArticulatedBody,
  createArticulatedBody,
  type Link,
  restValues,
  type SetPoseOptions,
  setLinkPoses,
  setPose,
} from "./trees/articulated/articulated-body.ts";
export { createObstacles, type Obstacle } from "./trees/articulated/obstacles.ts";
export type { BoxMethod, BoxOptions } from "./trees/articulated/update-boxes.ts";
export { type CabOptions, type CabRule, updateCab } from "./trees/articulated/update-cab.ts";
