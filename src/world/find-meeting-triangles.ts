import { createTrianglePairs, findPairs, type TrianglePairs } from "../queries/pairs/find-pairs.ts";
import { findSelfPairs, type SelfPairs } from "../queries/self/find-self-pairs.ts";
import { addCounts } from "../queries/stats.ts";
import { type CandidatePair, findingsOf, NO_LINKS, WHOLE_BODIES } from "./candidate-pairs.ts";
import { freshTree } from "./deformation.ts";
import { findMeetingLinks, type MeetingQuery, surfacesOf } from "./find-meeting-links.ts";
import { isArticulated, poseOf } from "./world-body.ts";

// Which triangles of two bodies meet, by pairs of links; exact.

/** Overwrites `pair.links` and the pair's triangles. */
export function findMeetingTriangles(query: MeetingQuery, pair: CandidatePair): void {
  const { a, b } = pair;
  if (!isArticulated(a) && !isArticulated(b)) {
    const found = a === b ? trianglesOfOne(query, pair) : trianglesOfTwo(query, pair);
    pair.links = found.count > 0 ? WHOLE_BODIES : NO_LINKS;
    return;
  }
  findMeetingLinks(query, pair);
  const { triangles } = findingsOf(pair);
  const { links } = pair;
  if (links.length === 0) return;
  const [linksA, linksB] = [surfacesOf(a), surfacesOf(b)];
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

function trianglesOfTwo({ stats }: MeetingQuery, pair: CandidatePair): TrianglePairs {
  const { a, b } = pair;
  const { triangles } = findingsOf(pair);
  triangles[0] ??= createTrianglePairs();
  const options = { aToWorld: poseOf(a), bToWorld: poseOf(b), into: triangles[0] };
  const found = findPairs(freshTree(a), freshTree(b), options);
  addCounts(stats, found.stats);
  return found;
}

function trianglesOfOne({ stats }: MeetingQuery, pair: CandidatePair): TrianglePairs {
  const { a } = pair;
  const { triangles } = findingsOf(pair);
  const into = triangles[0] as SelfPairs | undefined;
  const found = findSelfPairs(freshTree(a), { toWorld: poseOf(a), into });
  triangles[0] = found;
  addCounts(stats, found.stats);
  return found;
}
