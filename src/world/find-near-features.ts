import { orientedGap } from "../queries/articulated/link-gap.ts";
import { findNearPairs } from "../queries/near/find-near-pairs.ts";
import { findSelfNearPairs } from "../queries/near/find-self-near-pairs.ts";
import { createNearPairs, type NearPairs } from "../queries/near/near-pairs.ts";
import { OBB_STRIDE } from "../trees/layout.ts";
import { isAllowed } from "./allowed-bodies.ts";
import { linksOf } from "./body-links.ts";
import { type CandidatePair, findingsOf } from "./candidate-pairs.ts";
import { freshTree } from "./deformation.ts";
import { isArticulated, poseOf, type WorldBody } from "./world-body.ts";

// The features of two bodies, or of a body with itself, that are near each other; exact.

/** Two bodies, or links, with features that are near each other. */
export interface WorldNearPair {
  bodyA: number;
  bodyB: number;
  linkA: number;
  linkB: number;
  /** The result of `findNearPairs`, or of `findSelfNearPairs` for a body near itself. */
  features: NearPairs;
}

/** Overwrites the pair's near features: those at most `near` plus both thicknesses apart. Entries without rows are left out. */
export function findNearFeatures(pair: CandidatePair, near: number): void {
  const { a, b } = pair;
  const { near: found } = findingsOf(pair);
  const spare = found.splice(0);
  const thickness = near + a.thickness + b.thickness;
  const add = (linkA: number, linkB: number, search: (into: NearPairs) => NearPairs) => {
    const features = search(spare.pop()?.features ?? createNearPairs());
    if (features.count > 0) found.push({ bodyA: a.id, bodyB: b.id, linkA, linkB, features });
  };
  if (isArticulated(a) || isArticulated(b)) {
    visitNearLinks(pair, thickness, (linkA, linkB) => {
      const [linksA, linksB] = [linksOf(a), linksOf(b)];
      const aToWorld = linksA.linkPoses[linkA];
      const bToWorld = linksB.linkPoses[linkB];
      add(linkA, linkB, (into) =>
        findNearPairs(linksA.trees[linkA]!, linksB.trees[linkB]!, thickness, { aToWorld, bToWorld, into }),
      );
    });
  } else if (a === b)
    add(0, 0, (into) => findSelfNearPairs(freshTree(a), thickness, { toWorld: poseOf(a), into }));
  else
    add(0, 0, (into) => {
      const options = { aToWorld: poseOf(a), bToWorld: poseOf(b), into };
      return findNearPairs(freshTree(a), freshTree(b), thickness, options);
    });
}

/** Visits the links of two bodies whose boxes are within `thickness`, sorted by (a, b). */
function visitNearLinks(
  { a, b, allowedLinks }: CandidatePair,
  thickness: number,
  visit: (linkA: number, linkB: number) => void,
): void {
  const [linksA, linksB] = [linksOf(a), linksOf(b)];
  const leavesA = leavesByLink(a);
  const leavesB = leavesByLink(b);
  for (const [linkA, leafA] of leavesA)
    for (const [linkB, leafB] of leavesB) {
      if (a === b && (linkB <= linkA || a.allowed!.matrix[linkA * a.allowed!.linkCount + linkB] !== 0))
        continue;
      if (isAllowed(allowedLinks, linkA, linkB)) continue;
      const gap = orientedGap(linksA.boxes, OBB_STRIDE * leafA, linksB.boxes, OBB_STRIDE * leafB);
      if (gap <= thickness) visit(linkA, linkB);
    }
}

/** Link and leaf of the hierarchy, sorted by link. */
function leavesByLink(body: WorldBody): [number, number][] {
  const { hierarchy } = linksOf(body);
  const leaves: [number, number][] = [];
  for (let leaf = 0; leaf < hierarchy.leafCount; leaf++) leaves.push([hierarchy.links[leaf], leaf]);
  return leaves.sort(([p], [q]) => p - q);
}
