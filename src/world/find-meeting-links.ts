import type { BodyQuery, BodyStats } from "../queries/articulated/body-query.ts";
import {
  findLinkCandidates,
  findOwnLinkCandidates,
  type LinkCandidates,
} from "../queries/articulated/link-candidates.ts";
import { linksMeet, surfacesMeet } from "../queries/articulated/links-meet.ts";
import { collideChecked } from "../queries/pairs/collide.ts";
import { collidesItself } from "../queries/self/find-self-pairs.ts";
import { addCounts, type QueryStats } from "../queries/stats.ts";
import {
  type ArticulatedBody,
  createArticulatedBody,
  setLinkPoses,
} from "../trees/articulated/articulated-body.ts";
import { updateBoxes } from "../trees/articulated/update-boxes.ts";
import { isAllowed } from "./allowed-bodies.ts";
import { CAB, hasLinkInBox } from "./body-boxes.ts";
import { type CandidatePair, NO_LINKS, WHOLE_BODIES } from "./candidate-pairs.ts";
import { freshTree } from "./deformation.ts";
import { isArticulated, poseOf, type WorldBody } from "./world-body.ts";

// Which links of two bodies meet, or of one body with itself; exact.

/** Counters of a step, and memory for its descents. */
export interface MeetingQuery {
  readonly stats: BodyStats;
  /** Of the query that has just ended. */
  readonly counts: QueryStats;
  readonly candidates: LinkCandidates;
  /** Those of the world's state: the bodies' boxes by slot. */
  boxes: Float64Array;
}

/** Overwrites `pair.links` with the links that meet: 0 and 0 where neither body has links. */
export function findMeetingLinks(query: MeetingQuery, pair: CandidatePair): void {
  const { a, b } = pair;
  if (isArticulated(a) || isArticulated(b)) {
    pair.links = NO_LINKS;
    if (!mayHaveMeetingLinks(query, pair)) return;
    const links: number[] = [];
    visitLinks(query, pair, (body, linkA, linkB) => {
      const meet = isHullKept(a) && isHullKept(b) ? linksMeet : surfacesMeet;
      if (meet(body, linkA, linkB)) links.push(linkA, linkB);
    });
    if (links.length > 0) pair.links = links;
    return;
  }
  const meet = a === b ? meetsItself(query, a) : bodiesMeet(query, pair);
  pair.links = meet ? WHOLE_BODIES : NO_LINKS;
}

/** Whether links of an articulated body reach the other body's box. Most of what is near a robot is near none of its links. */
function mayHaveMeetingLinks({ boxes }: MeetingQuery, { a, b }: CandidatePair): boolean {
  if (a === b) return true;
  if (isArticulated(a) && !hasLinkInBox(a, boxes, 6 * b.slot)) return false;
  return !isArticulated(b) || hasLinkInBox(b, boxes, 6 * a.slot);
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

/** Visits the links of two bodies whose boxes overlap and that may not touch, sorted by (a, b). */
function visitLinks(
  { stats, candidates }: MeetingQuery,
  pair: CandidatePair,
  visit: (query: BodyQuery, linkA: number, linkB: number) => void,
): void {
  const { a, b, allowedLinks } = pair;
  const linksA = linksOf(a);
  const linksB = linksOf(b);
  if (a === b) findOwnLinkCandidates(linksA, "oriented", candidates, a.allowed!.matrix);
  else findLinkCandidates(linksA, linksB, "oriented", candidates);
  stats.linkBoxTests += candidates.boxTests;
  if (candidates.count === 0) return;
  pair.bodyCache ??= { simplices: [], contacts: [] };
  const body: BodyQuery = {
    a: linksA,
    b: linksB,
    solids: false,
    cache: pair.bodyCache,
    stats,
    allowed: a === b ? a.allowed : null,
  };
  for (const key of sortedKeys(candidates, a === b, linksB.meshes.length)) {
    const linkA = Math.floor(key / linksB.meshes.length);
    const linkB = key - linkA * linksB.meshes.length;
    if (isAllowed(allowedLinks, linkA, linkB)) continue;
    stats.candidates++;
    visit(body, linkA, linkB);
  }
}

function sortedKeys({ pairs, count }: LinkCandidates, isSelf: boolean, linkCount: number): number[] {
  const keys: number[] = [];
  for (let i = 0; i < 2 * count; i += 2) {
    const [p, q] = [pairs[i], pairs[i + 1]];
    keys.push(isSelf && q < p ? q * linkCount + p : p * linkCount + q);
  }
  return keys.sort((x, y) => x - y);
}

/** Whether the hull of a body is worth keeping: a body that deforms needs a new one each time. */
function isHullKept(body: WorldBody): boolean {
  return body.deformation === null;
}

/** The links of an articulated body, or the body as a single link, with boxes that are up to date. */
export function linksOf(body: WorldBody): ArticulatedBody {
  const { changes, links } = body;
  if (links !== null && body.linksAt === changes) return links;
  if (!isArticulated(body)) placeSingleLink(body);
  updateBoxes(body.links!, CAB);
  body.linksAt = changes;
  return body.links!;
}

function placeSingleLink(body: WorldBody): void {
  const tree = freshTree(body);
  if (body.links === null) body.links = createArticulatedBody([{ name: "body", tree }]);
  else if (body.links.trees[0] !== tree) body.links.trees[0] = tree;
  setLinkPoses(body.links, body.toWorld);
}
