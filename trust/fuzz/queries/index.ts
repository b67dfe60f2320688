import type { FuzzQuery } from "../fuzz-case.ts";
import { bodies } from "./bodies.ts";
import { broadPhases } from "./broad-phases.ts";
import { castRay, castRayAll } from "./cast-ray.ts";
import { clashes } from "./clashes.ts";
import { classify } from "./classify.ts";
import { closestPoint } from "./closest-point.ts";
import { collide } from "./collide.ts";
import { distance } from "./distance.ts";
import { findContacts } from "./find-contacts.ts";
import { isWithin } from "./is-within.ts";
import { locatePoint } from "./locate-point.ts";
import { findManifold } from "./manifold.ts";
import { near, selfNear } from "./near.ts";
import { overlapDepth } from "./overlap-depth.ts";
import { cullFrustum, overlapBox, overlapSphere } from "./overlap-shapes.ts";
import { pairBatches, pairs } from "./pairs.ts";
import { penetration } from "./penetration.ts";
import { self } from "./self.ts";
import { sweepBox, sweepSphere } from "./sweep-shapes.ts";
import { selfTimeOfImpact, timeOfImpact } from "./time-of-impact.ts";
import { windingNumber } from "./winding-number.ts";
import { world } from "./world.ts";

/** Every query that is fuzzed, in the order of `npm run fuzz -- all`. */
export const QUERIES: readonly FuzzQuery[] = [
  pairs,
  pairBatches,
  collide,
  self,
  distance,
  isWithin,
  near,
  selfNear,
  closestPoint,
  castRay,
  castRayAll,
  overlapBox,
  overlapSphere,
  cullFrustum,
  sweepBox,
  sweepSphere,
  locatePoint,
  windingNumber,
  classify,
  findContacts,
  findManifold,
  penetration,
  overlapDepth,
  timeOfImpact,
  selfTimeOfImpact,
  broadPhases,
  bodies,
  world,
  clashes,
];
