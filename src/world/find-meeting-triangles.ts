import { addCounts } from "../queries/articulated/links-meet.ts";
import { createTrianglePairs, findPairs, type TrianglePairs } from "../queries/pairs/find-pairs.ts";
import { findSelfPairs, type SelfPairs } from "../queries/self/find-self-pairs.ts";
import type { CandidatePair } from "./candidate-pairs.ts";
import { freshTree } from "./deformation.ts";
import { findMeetingLinks, linksOf, type MeetingQuery } from "./find-meeting-links.ts";
import { isArticulated, poseOf } from "./world-body.ts";

// Which triangles of two bodies meet, by pairs of links; exact.

/** Overwrites `pair.links` and `pair.triangles`. */
export function findMeetingTriangles(query: MeetingQuery, pair: CandidatePair): void {
  const { a, b, links, triangles } = pair;
  if (!isArticulated(a) && !isArticulated(b)) {
    const found = a === b ? trianglesOfOne(query, pair) : trianglesOfTwo(query, pair);
    links.length = 0;
    if (found.count > 0) links.push(0, 0);
    return;
  }
  findMeetingLinks(query, pair);
  const [linksA, linksB] = [linksOf(a), linksOf(b)];
  for (let i = 0; i < links.length / 2; i++) {
    const [linkA, linkB] = [links[2 * i], links[2 * i + 1]];
    triangles[i] = findPairs(linksA.trees[linkA]!, linksB.trees[linkB]!, {
      aToWorld: linksA.linkPoses[linkA],
      bToWorld: linksB.linkPoses[linkB],
      into: triangles[i],
    });
    addCounts(query.stats, triangles[i].stats);
  }
}

function trianglesOfTwo({ stats }: MeetingQuery, { a, b, triangles }: CandidatePair): TrianglePairs {
  triangles[0] ??= createTrianglePairs();
  const options = { aToWorld: poseOf(a), bToWorld: poseOf(b), into: triangles[0] };
  const found = findPairs(freshTree(a), freshTree(b), options);
  addCounts(stats, found.stats);
  return found;
}

function trianglesOfOne({ stats }: MeetingQuery, { a, triangles }: CandidatePair): TrianglePairs {
  const into = triangles[0] as SelfPairs | undefined;
  const found = findSelfPairs(freshTree(a), { toWorld: poseOf(a), into });
  triangles[0] = found;
  addCounts(stats, found.stats);
  return found;
}
