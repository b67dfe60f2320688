import { bodies } from "./bodies.js";
import { broadPhases } from "./broad-phases.js";
import { castRay, castRayAll } from "./cast-ray.js";
import { clashes } from "./clashes.js";
import { classify } from "./classify.js";
import { closestPoint } from "./closest-point.js";
import { collide } from "./collide.js";
import { distance } from "./distance.js";
import { findContacts } from "./find-contacts.js";
import { isWithin } from "./is-within.js";
import { locatePoint } from "./locate-point.js";
import { overlapDepth } from "./overlap-depth.js";
import { cullFrustum, overlapBox, overlapSphere } from "./overlap-shapes.js";
import { pairBatches, pairs } from "./pairs.js";
import { penetration } from "./penetration.js";
import { self } from "./self.js";
import { sweepBox, sweepSphere } from "./sweep-shapes.js";
import { selfTimeOfImpact, timeOfImpact } from "./time-of-impact.js";
/** Every query that is fuzzed, in the order of `npm run fuzz -- all`. */
export const QUERIES = [
	pairs,
	pairBatches,
	collide,
	self,
	distance,
	isWithin,
	closestPoint,
	castRay,
	castRayAll,
	overlapBox,
	overlapSphere,
	cullFrustum,
	sweepBox,
	sweepSphere,
	locatePoint,
	classify,
	findContacts,
	penetration,
	overlapDepth,
	timeOfImpact,
	selfTimeOfImpact,
	broadPhases,
	bodies,
	clashes
];
