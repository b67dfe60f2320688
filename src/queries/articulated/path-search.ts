import { moveRestBoxes } from "../../trees/articulated/move-rest-boxes.ts";
import { OBB_HALF as HALF } from "../../trees/layout.ts";
import { isWithin } from "../distance/is-within.ts";
import { addCounts, createStats } from "../stats.ts";
import type { BodyQuery } from "./body-query.ts";
import { orientedGap } from "./link-gap.ts";
import { hullGap, linksMeet, simplexFor, surfacesMeet } from "./links-meet.ts";
import { type PathMotion, setInstant, setPeriod } from "./path-motion.ts";

// Whether links meet on a path, without gaps between sampled instants (after Schwarzer, Saha and Latombe, "Adaptive dynamic collision
// checking", 2005). Each period is tested at its middle: two links farther apart there than they can move before the period's ends stay
// apart throughout. Any other pair goes on to both halves of the period. The search ends at a pair that is within the tolerance and moves
// by no more than the tolerance.

/** Two links that may meet. */
export interface PathPair {
  readonly isSelf: boolean;
  readonly linkA: number;
  readonly linkB: number;
  /** Offsets of the links' boxes. */
  readonly boxA: number;
  readonly boxB: number;
  /** The links whose joints move one relative to the other, and their offsets in the motion's `reaches` and `scales`. */
  readonly joints: Int32Array;
  readonly places: Int32Array;
}

/** Part of a segment, and the pairs not yet proven to stay apart during it. */
interface Period {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly pairs: readonly PathPair[];
}

export interface PathSearch {
  readonly motion: PathMotion;
  /** The queries against obstacles and against the body itself; null if not requested. */
  readonly withObstacles: BodyQuery | null;
  readonly withSelf: BodyQuery | null;
  readonly pairs: readonly PathPair[];
  readonly tolerance: number;
  readonly maxPoses: number;
  poses: number;
}

/** Where a search ended. */
export interface PathEnd {
  readonly kind: "contact" | "near" | "unknown";
  readonly segment: number;
  /** Fractions of the segment, 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly pair: PathPair | null;
}

/** Moves the body and its links' boxes to an instant; the next query updates the hierarchy's boxes. */
function poseAt(search: PathSearch, segment: number, share: number): void {
  setInstant(search.motion, segment, share);
  moveRestBoxes(search.motion.body);
  search.poses++;
}

/** The relation of two links: farther apart than the clearance, perhaps closer, or in contact. */
const APART = 0;
const CLOSE = 1;
const CONTACT = 2;

/**
 * Triangles are tested for clearances below this fraction of the smaller link; for larger clearances the links almost always prove near.
 */
const WORTH_TRIANGLES = 1 / 16;

function queryOf({ withSelf, withObstacles }: PathSearch, { isSelf }: PathPair): BodyQuery {
  return (isSelf ? withSelf : withObstacles)!;
}

/** Whether a pair is certainly farther apart than `clearance`. At the tolerance, triangles decide. */
function comparePair(search: PathSearch, pair: PathPair, clearance: number): number {
  const { tolerance } = search;
  const { linkA, linkB, boxA, boxB } = pair;
  const query = queryOf(search, pair);
  const { a, b, stats } = query;
  stats.linkBoxTests++;
  if (orientedGap(a.boxes, boxA, b.boxes, boxB) > clearance) return APART;
  stats.candidates++;
  const gap = hullGap(query, linkA, linkB, simplexFor(query, linkA, linkB), clearance);
  if (gap > clearance) {
    stats.hullsApart++;
    stats.falseAlarms++;
    return APART;
  }
  if (gap <= 0 && surfacesMeet(query, linkA, linkB)) return CONTACT;
  const size = Math.min(diagonal(a.boxes, boxA), diagonal(b.boxes, boxB));
  if (clearance > tolerance && (gap > 0 || clearance > WORTH_TRIANGLES * size)) return CLOSE;
  const counts = createStats();
  const isNear = isWithin(a.trees[linkA]!, b.trees[linkB]!, clearance, {
    aToWorld: a.linkPoses[linkA],
    bToWorld: b.linkPoses[linkB],
    stats: counts,
  });
  addCounts(stats, counts);
  if (!isNear) stats.falseAlarms++;
  return isNear ? CLOSE : APART;
}

function diagonal(boxes: Float64Array, at: number): number {
  const [x, y, z] = [boxes[at + HALF], boxes[at + HALF + 1], boxes[at + HALF + 2]];
  return 2 * Math.sqrt(x * x + y * y + z * z);
}

/** How far the links of a pair can move relative to each other between the middle of the current period and any time within it. */
function travelOf({ joints, places, linkA, linkB, isSelf }: PathPair, motion: PathMotion): number {
  const { turns, slides, reaches, scales, rounding } = motion;
  // Rounding moves an obstacle by no more than a link that touches it.
  let travel = rounding[linkA] + rounding[isSelf ? linkB : linkA];
  for (let i = 0; i < joints.length; i++)
    travel += turns[joints[i]] * reaches[places[i]] + slides[joints[i]] * scales[places[i]];
  return travel;
}

/** Whether the links of a pair meet in the body's current pose; exact. */
function meetsNow(search: PathSearch, pair: PathPair): boolean {
  const { linkA, linkB, boxA, boxB } = pair;
  const query = queryOf(search, pair);
  query.stats.linkBoxTests++;
  if (orientedGap(query.a.boxes, boxA, query.b.boxes, boxB) > 0) return false;
  query.stats.candidates++;
  const meet = linksMeet(query, linkA, linkB);
  if (!meet) query.stats.falseAlarms++;
  return meet;
}

/** The first period in which links meet or come too near to tell, or null. */
export function findFirstContact(search: PathSearch): PathEnd | null {
  const { motion, pairs } = search;
  poseAt(search, 0, 0);
  const atStart = pairs.find((pair) => meetsNow(search, pair)) ?? null;
  if (atStart !== null) return { kind: "contact", segment: 0, from: 0, to: 0, pair: atStart };
  for (let segment = 0; segment < motion.waypoints.length - 1; segment++) {
    const end = searchSegment(search, segment);
    if (end !== null) return end;
  }
  return null;
}

function searchSegment(search: PathSearch, segment: number): PathEnd | null {
  // A stack: earlier periods lie on top of later ones.
  const waiting: Period[] = [{ segment, from: 0, to: 1, pairs: search.pairs }];
  let contact: PathEnd | null = null;
  for (let period = waiting.pop(); period !== undefined; period = waiting.pop()) {
    const { from, to } = period;
    if (search.poses >= search.maxPoses)
      return { kind: "unknown", segment, from, to: contact?.to ?? 1, pair: null };
    const { close, met, near } = testMiddle(search, period);
    const middle = (from + to) / 2;
    if (met !== null) {
      // No later period can hold the first contact.
      contact = { kind: "contact", segment, from: middle, to: middle, pair: met };
      waiting.length = 0;
    }
    if (near !== null) return describeEnd(search, period, met, near, contact);
    if (close.length === 0) continue;
    if (met === null) waiting.push({ segment, from: middle, to, pairs: close });
    waiting.push({ segment, from, to: middle, pairs: close });
  }
  return contact;
}

/**
 * How a search ends where two links are within the tolerance and move by no more than it. Links that come this near mostly meet soon after,
 * so later instants are tried in doubling steps, up to the first known contact.
 */
function describeEnd(
  search: PathSearch,
  { segment, from, to }: Period,
  met: PathPair | null,
  near: PathPair,
  contact: PathEnd | null,
): PathEnd {
  const middle = (from + to) / 2;
  if (met !== null) return { kind: "contact", segment, from, to: middle, pair: met };
  let last = middle;
  let meets = contact?.pair === near ? contact.to : -1;
  for (let step = to - middle, tries = 0; meets < 0 && last < 1 && tries < TRIES; step *= 2, tries++) {
    const next = Math.min(1, last + step);
    poseAt(search, segment, next);
    if (meetsNow(search, near)) meets = next;
    else last = next;
  }
  if (meets < 0) return { kind: "near", segment, from, to: middle, pair: near };
  while (meets - last > to - from) {
    const between = (last + meets) / 2;
    poseAt(search, segment, between);
    if (meetsNow(search, near)) meets = between;
    else last = between;
  }
  return { kind: "contact", segment, from, to: meets, pair: near };
}

/** How many later instants are tried after links came near; the last is 256 periods away. */
const TRIES = 8;

interface MiddleTest {
  /** Pairs to test again in both halves of the period. */
  readonly close: PathPair[];
  /** A pair in contact in the middle. */
  readonly met: PathPair | null;
  /** A pair within the tolerance at the middle that moves by no more than the tolerance during the period. */
  readonly near: PathPair | null;
}

function testMiddle(search: PathSearch, { segment, from, to, pairs }: Period): MiddleTest {
  const { motion, tolerance } = search;
  poseAt(search, segment, (from + to) / 2);
  setPeriod(motion, segment, from, to);
  const close: PathPair[] = [];
  let met: PathPair | null = null;
  let near: PathPair | null = null;
  for (const pair of pairs) {
    const travel = travelOf(pair, motion);
    const outcome = comparePair(search, pair, travel);
    if (outcome === APART) continue;
    close.push(pair);
    if (outcome === CONTACT) met ??= pair;
    // A period too short to be halved ends the search, like one within the tolerance.
    if (travel <= tolerance || !isDivisible(from, to)) near ??= pair;
  }
  return { close, met, near };
}

function isDivisible(from: number, to: number): boolean {
  const middle = (from + to) / 2;
  return middle > from && middle < to;
}

/** Whether links certainly stay apart all along the path. Looks for contacts at waypoints first, then in ever shorter periods. */
export function isFree(search: PathSearch): boolean {
  const { motion, pairs } = search;
  const { length } = motion.waypoints;
  for (let i = 0; i < length; i++) {
    poseAt(search, Math.max(0, Math.min(i, length - 2)), i === length - 1 && i > 0 ? 1 : 0);
    if (pairs.some((pair) => meetsNow(search, pair))) return false;
  }
  const waiting: Period[] = [];
  for (let segment = 0; segment < length - 1; segment++) waiting.push({ segment, from: 0, to: 1, pairs });
  // The list grows during the loop: short periods come after long ones.
  for (const period of waiting) {
    if (search.poses >= search.maxPoses) return false;
    const { close, met, near } = testMiddle(search, period);
    if (met !== null || near !== null) return false;
    if (close.length === 0) continue;
    const { segment, from, to } = period;
    const middle = (from + to) / 2;
    waiting.push({ segment, from, to: middle, pairs: close }, { segment, from: middle, to, pairs: close });
  }
  return true;
}
