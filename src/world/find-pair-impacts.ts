import { isRigidMotion } from "../geometry/rigid-motion.ts";
import { createMesh } from "../mesh/triangle-mesh.ts";
import { findImpacts, findSelfImpacts } from "../queries/impact/find-impacts.ts";
import type { Impacts } from "../queries/impact/impacts.ts";
import type { Motion } from "../queries/impact/motion.ts";
import { timeOfImpact } from "../queries/impact/time-of-impact.ts";
import { buildAabbTree } from "../trees/build-aabb.ts";
import type { AabbTree } from "../trees/layout.ts";
import { refit } from "../trees/refit.ts";
import { isAllowed } from "./allowed-bodies.ts";
import { linksOf } from "./body-links.ts";
import { type CandidatePair, findingsOf } from "./candidate-pairs.ts";
import { isArticulated, type WorldBody } from "./world-body.ts";

// When bodies meet during the motion from the last step to now.
//
// A rigid body or a link moves from its last pose to the new one, rotating at constant speed; the motion of joints between two steps is not
// known. If a deformable body takes part, all vertices move in straight lines, and every feature that is hit is listed.

/** Two bodies, or links, that meet during their motion. */
export interface WorldImpact {
  bodyA: number;
  bodyB: number;
  linkA: number;
  linkB: number;
  /** The bodies are apart before `lower` and have met by `upper`; 0 is the last step, 1 is now. */
  lower: number;
  upper: number;
  /** Two triangles that meet first; −1 if the search stopped before it was certain that they meet. */
  triangleA: number;
  triangleB: number;
  /** Whether the bodies met already at the last step. */
  startsInContact: boolean;
  /** Every first contact of features, if a deformable body takes part; otherwise null. */
  features: Impacts | null;
}

/** A part of a body, and its motion. */
interface MovingPart {
  readonly link: number;
  readonly tree: AabbTree;
  readonly motion: Motion;
}

/** Overwrites the pair's impacts, sorted by links. `answered` is the last step, where the motion starts. */
export function findPairImpacts(pair: CandidatePair, answered: number): void {
  const { a, b, allowedLinks } = pair;
  const spare = findingsOf(pair).impacts.splice(0);
  if (isAtRest(a, answered) && isAtRest(b, answered)) return;
  const isStraight = a.deformation !== null || b.deformation !== null;
  if (a === b && a.deformation !== null) {
    const into = spare.pop()?.features ?? null;
    addFeatures(pair, 0, 0, findSelfImpacts(startTreeOf(a), a.tree!.mesh.positions, { into }));
    return;
  }
  for (const partA of partsOf(a, isStraight))
    for (const partB of partsOf(b, isStraight)) {
      if (a === b && (partB.link <= partA.link || isAllowedInside(a, partA.link, partB.link))) continue;
      if (isAllowed(allowedLinks, partA.link, partB.link)) continue;
      if (isStraight) {
        const into = spare.pop()?.features ?? null;
        const found = findImpacts(partA.tree, partB.tree, partA.motion, partB.motion, { into });
        addFeatures(pair, partA.link, partB.link, found);
      } else addFirst(pair, partA, partB);
    }
}

/** Whether a body has the pose and shape of the last step, even if they were set again. */
function isAtRest(body: WorldBody, answered: number): boolean {
  const { changedAt, tree, links, toWorld, lastToWorld, deformation } = body;
  if (changedAt <= answered) return true;
  if (!areEqual(lastToWorld, tree === null ? links!.linkToWorld : toWorld)) return false;
  return deformation === null || areEqual(deformation.lastPositions, tree!.mesh.positions);
}

function areEqual(p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
}

function isAllowedInside({ allowed }: WorldBody, linkA: number, linkB: number): boolean {
  return allowed!.matrix[linkA * allowed!.linkCount + linkB] !== 0;
}

function addFeatures(pair: CandidatePair, linkA: number, linkB: number, features: Impacts): void {
  const { a, b } = pair;
  if (features.count === 0 && !features.startsInContact) return;
  const { count, times, triangles, startsInContact } = features;
  findingsOf(pair).impacts.push({
    bodyA: a.id,
    bodyB: b.id,
    linkA,
    linkB,
    lower: startsInContact ? 0 : times[0],
    upper: startsInContact ? 0 : times[1],
    triangleA: count === 0 ? -1 : triangles[0],
    triangleB: count === 0 ? -1 : triangles[1],
    startsInContact,
    features,
  });
}

function addFirst(pair: CandidatePair, partA: MovingPart, partB: MovingPart): void {
  const { a, b } = pair;
  const found = timeOfImpact(partA.tree, partB.tree, partA.motion, partB.motion);
  if (found.kind === "miss") return;
  const isHit = found.kind === "hit";
  findingsOf(pair).impacts.push({
    bodyA: a.id,
    bodyB: b.id,
    linkA: partA.link,
    linkB: partB.link,
    lower: found.lower,
    upper: found.upper,
    triangleA: isHit ? found.triangleA : -1,
    triangleB: isHit ? found.triangleB : -1,
    startsInContact: isHit && found.startsInContact,
    features: null,
  });
}

function partsOf(body: WorldBody, isStraight: boolean): MovingPart[] {
  const { tree, deformation, lastToWorld, toWorld } = body;
  if (deformation !== null) {
    const motion = { positionsAtEnd: tree!.mesh.positions, from: lastToWorld, to: toWorld };
    return [{ link: 0, tree: startTreeOf(body), motion }];
  }
  const poseMotion = (from: Float64Array, to: Float64Array): Motion => {
    return { from, to, path: isStraight || !isRigidMotion(from, to) ? "straight" : "rigid" };
  };
  if (!isArticulated(body)) return [{ link: 0, tree: tree!, motion: poseMotion(lastToWorld, toWorld) }];
  const { trees, linkPoses } = linksOf(body);
  return trees.flatMap((own, link) => {
    const from = lastToWorld.subarray(16 * link, 16 * link + 16);
    return own === null ? [] : [{ link, tree: own, motion: poseMotion(from, linkPoses[link]) }];
  });
}

/** The tree of a deformable body at the last step. */
function startTreeOf({ deformation, tree }: WorldBody): AabbTree {
  const { start, lastPositions } = deformation!;
  if (start.tree === null) {
    const { indices } = tree!.mesh;
    start.tree = buildAabbTree(
      createMesh(indices === null ? { positions: lastPositions } : { positions: lastPositions, indices }),
      { frame: "none" },
    );
  } else if (start.isDue) refit(start.tree);
  start.isDue = false;
  return start.tree;
}
