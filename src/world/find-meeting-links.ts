import type { FilledBodyCache } from "../queries/articulated/body-cache.ts";
import type { BodyQuery, BodyStats, LinkSurfaces } from "../queries/articulated/body-query.ts";
import { addCandidate, type LinkCandidates } from "../queries/articulated/link-candidates.ts";
import { linksMeet, surfacesMeet } from "../queries/articulated/links-meet.ts";
import { collideChecked } from "../queries/pairs/collide.ts";
import { collidesItself } from "../queries/self/find-self-pairs.ts";
import { addCounts, type QueryStats } from "../queries/stats.ts";
import { isAllowed } from "./allowed-bodies.ts";
import { linksOf } from "./body-links.ts";
import { type CandidatePair, NO_LINKS, WHOLE_BODIES } from "./candidate-pairs.ts";
import { freshTree } from "./deformation.ts";
import { boundsMeet, findLinksInBoxes, findOwnLinksInBoxes } from "./links-in-boxes.ts";
import { isArticulated, poseOf, type WorldBody } from "./world-body.ts";

// Which links of two bodies, or of one body with itself, meet; exact.

/** Counters of a step, and memory for its descents. */
export interface MeetingQuery {
  readonly stats: BodyStats;
  /** The counters of the last query. */
  readonly counts: QueryStats;
  readonly candidates: LinkCandidates;
  /** The boxes of the world's state, by slot. */
  boxes: Float64Array;
}

/** Overwrites `pair.links` with the links that meet: 0 and 0 if neither body has links. */
export function findMeetingLinks(query: MeetingQuery, pair: CandidatePair): void {
  const { a, b, links: last } = pair;
  if (isArticulated(a) || isArticulated(b)) {
    pair.links = deforms(a) || deforms(b) ? linksOnSurface(query, pair) : linksOfTwo(query, pair, last);
    return;
  }
  const meet = a === b ? meetsItself(query, a) : bodiesMeet(query, pair);
  pair.links = meet ? WHOLE_BODIES : NO_LINKS;
}

function bodiesMeet({ stats }: MeetingQuery, pair: CandidatePair): boolean {
  const { a, b } = pair;
  return collideChecked(freshTree(a), freshTree(b), poseOf(a), poseOf(b), pair, stats);
}

function meetsItself({ stats, counts }: MeetingQuery, body: WorldBody): boolean {
  const meets = collidesItself(freshTree(body), { toWorld: poseOf(body), stats: counts });
  addCounts(stats, counts);
  return meets;
}

/** The links of two bodies, or of one with itself, that meet, sorted by (a, b). `last` are those of the last check. */
function linksOfTwo(
  { stats, candidates, boxes }: MeetingQuery,
  pair: CandidatePair,
  last: readonly number[],
): readonly number[] {
  const { a, b } = pair;
  if (a === b) findOwnLinksInBoxes(a, candidates);
  else findLinksInBoxes(a, b, boxes, candidates);
  stats.linkBoxTests += candidates.boxTests;
  if (candidates.count === 0) return NO_LINKS;
  const found: number[] = [];
  const linksA = linksOf(a);
  const linksB = linksOf(b);
  const allowed = a === b ? a.allowed : null;
  const query: BodyQuery = { a: linksA, b: linksB, solids: false, cache: cacheOf(pair), stats, allowed };
  visitCandidates(candidates, pair, linksB.meshes.length, stats, (linkA, linkB) => {
    // Links that met mostly meet again, and hulls that overlap take longer than the triangles that met last.
    const meet = includesPair(last, linkA, linkB) ? surfacesMeet : linksMeet;
    if (meet(query, linkA, linkB)) found.push(linkA, linkB);
  });
  return found;
}

/**
 * The links of an articulated body that meet one that deforms. Its box along the axes has been measured; an oriented box and a hull would
 * have to be made anew each time, which takes longer than the exact query.
 */
function linksOnSurface({ stats, candidates, boxes }: MeetingQuery, pair: CandidatePair): readonly number[] {
  const { a, b } = pair;
  candidates.count = 0;
  const [body, other] = isArticulated(a) ? [a, b] : [b, a];
  const { links: leaves, leafCount } = body.links!.hierarchy;
  for (let leaf = 0; leaf < leafCount; leaf++)
    if (boundsMeet(body.linkBounds!, 6 * leaf, boxes, 6 * other.slot))
      addCandidate(candidates, body === a ? leaves[leaf] : 0, body === a ? 0 : leaves[leaf]);
  stats.linkBoxTests += leafCount;
  if (candidates.count === 0) return NO_LINKS;
  const found: number[] = [];
  const query = { a: surfacesOf(a), b: surfacesOf(b), cache: cacheOf(pair), stats };
  visitCandidates(candidates, pair, query.b.meshes.length, stats, (linkA, linkB) => {
    if (surfacesMeet(query, linkA, linkB)) found.push(linkA, linkB);
  });
  return found;
}

function cacheOf(pair: CandidatePair): FilledBodyCache {
  pair.bodyCache ??= { simplices: [], contacts: [] };
  return pair.bodyCache;
}

/** Visits the candidates that may not touch, sorted by (a, b). */
function visitCandidates(
  candidates: LinkCandidates,
  { a, b, allowedLinks }: CandidatePair,
  linkCount: number,
  stats: BodyStats,
  visit: (linkA: number, linkB: number) => void,
): void {
  for (const key of sortedKeys(candidates, a === b, linkCount)) {
    const linkA = Math.floor(key / linkCount);
    const linkB = key - linkA * linkCount;
    if (isAllowed(allowedLinks, linkA, linkB)) continue;
    stats.candidates++;
    visit(linkA, linkB);
  }
}

function includesPair(links: readonly number[], linkA: number, linkB: number): boolean {
  for (let i = 0; i < links.length; i += 2) if (links[i] === linkA && links[i + 1] === linkB) return true;
  return false;
}

function sortedKeys({ pairs, count }: LinkCandidates, isSelf: boolean, linkCount: number): number[] {
  const keys: number[] = [];
  for (let i = 0; i < 2 * count; i += 2) {
    const [p, q] = [pairs[i], pairs[i + 1]];
    keys.push(isSelf && q < p ? q * linkCount + p : p * linkCount + q);
  }
  return keys.sort((x, y) => x - y);
}

function deforms(body: WorldBody): boolean {
  return body.deformation !== null;
}

/** The trees and poses of a body's links; of a body without links, its own. */
export function surfacesOf(body: WorldBody): LinkSurfaces {
  if (isArticulated(body)) return body.links!;
  const tree = freshTree(body);
  return { meshes: [tree.mesh], trees: [tree], linkPoses: [body.toWorld] };
}
