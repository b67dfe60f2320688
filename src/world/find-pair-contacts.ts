import { findManifold } from "../queries/manifold/find-manifold.ts";
import { createManifold, type Manifold } from "../queries/manifold/manifold-result.ts";
import { addCounts } from "../queries/stats.ts";
import { type CandidatePair, findingsOf, NO_LINKS, WHOLE_BODIES } from "./candidate-pairs.ts";
import { freshTree } from "./deformation.ts";
import { findMeetingLinks, type MeetingQuery, surfacesOf } from "./find-meeting-links.ts";
import { findMeetingTriangles } from "./find-meeting-triangles.ts";
import { isArticulated, poseOf } from "./world-body.ts";

// The contacts of two bodies for a solver, by pairs of links.

/** Two bodies, or links, that meet, and how. */
export interface WorldContact {
  bodyA: number;
  bodyB: number;
  linkA: number;
  linkB: number;
  /** The result of `findManifold`: regions with normal and depth, points with keys that persist from step to step. */
  manifold: Manifold;
}

/**
 * Overwrites `pair.links`, triangles and contacts. A body that meets itself has triangles only: there is no depth of a surface in itself.
 * Bodies inside each other whose surfaces do not meet are not pairs of a world.
 */
export function findPairContacts(query: MeetingQuery, pair: CandidatePair): void {
  const { a, b } = pair;
  const { triangles, contacts } = findingsOf(pair);
  const spare = contacts.splice(0);
  // The pairs of a manifold are part of its memory, so none may be left behind for another pair of links.
  triangles.length = 0;
  const into = () => spare.pop()?.manifold ?? createManifold();
  if (a === b && !isArticulated(a)) {
    findMeetingTriangles(query, pair);
    return;
  }
  const add = (linkA: number, linkB: number, manifold: Manifold) => {
    addCounts(query.stats, manifold.pairs.stats);
    if (manifold.pairs.count === 0) return;
    triangles[contacts.length] = manifold.pairs;
    contacts.push({ bodyA: a.id, bodyB: b.id, linkA, linkB, manifold });
  };
  if (!isArticulated(a) && !isArticulated(b)) {
    const options = { aToWorld: poseOf(a), bToWorld: poseOf(b), into: into() };
    add(0, 0, findManifold(freshTree(a), freshTree(b), options));
    pair.links = contacts.length > 0 ? WHOLE_BODIES : NO_LINKS;
    return;
  }
  findMeetingLinks(query, pair);
  const { links } = pair;
  const [linksA, linksB] = [surfacesOf(a), surfacesOf(b)];
  for (let i = 0; i < links.length; i += 2) {
    const [linkA, linkB] = [links[i], links[i + 1]];
    const options = { aToWorld: linksA.linkPoses[linkA], bToWorld: linksB.linkPoses[linkB], into: into() };
    add(linkA, linkB, findManifold(linksA.trees[linkA]!, linksB.trees[linkB]!, options));
  }
}
