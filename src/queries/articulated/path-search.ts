import { moveRestBoxes } from "../../trees/articulated/move-rest-boxes.ts";
import { OBB_HALF as HALF } from "../../trees/layout.ts";
import { isWithin } from "../distance/is-within.ts";
import { addCounts, createStats } from "../stats.ts";
import type { BodyQuery } from "./body-query.ts";
import { orientedGap } from "./link-gap.ts";
import { hullGap, linksMeet, simplexFor, surfacesMeet } from "./links-meet.ts";
import { type PathMotion, setInstant, setPeriod } from "./path-motion.ts";

// Whether links meet on a path, without a gap between instants (after Schwarzer, Saha and Latombe, "Adaptive dynamic collision
// checking", 2005). In the middle of a period, two links that are farther apart than they can move until its ends are apart all the
// time; pairs of which that is not known wait for both halves of the period. Links that move no farther than the tolerance, and are no
// farther apart, end the search.

/** Two links that may meet. */
export interface PathPair {
  readonly isSelf: boolean;
  readonly linkA: number;
  readonly linkB: number;
  /** Where their boxes begin. */
  readonly boxA: number;
  readonly boxB: number;
  /** The links whose joints move one against the other, and where in `reaches` and `scales` of the motion it says how far. */
  readonly joints: Int32Array;
  readonly places: Int32Array;
}

/** A part of a segment, and the pairs that are not known to stay apart in it. */
interface Period {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly pairs: readonly PathPair[];
}

export interface PathSearch {
  readonly motion: PathMotion;
  /** Of the body with obstacles, and with itself; null where that is not asked. */
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
  /** Shares of the segment, 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly pair: PathPair | null;
}

/** Moves the body to an instant, and the boxes of its links; those of the hierarchy are left for the next query. */
function poseAt(search: PathSearch, segment: number, share: number): void {
  setInstant(search.motion, segment, share);
  moveRestBoxes(search.motion.body);
  search.poses++;
}

/** How two links lie to each other: farther apart than the length asked about, perhaps not, or in contact. */
const APART = 0;
const CLOSE = 1;
const CONTACT = 2;

/** Triangles are asked about a clearance below this share of the smaller link: above it, the answer would be that links are near. */
const WORTH_TRIANGLES = 1 / 16;

function queryOf({ withSelf, withObstacles }: PathSearch, { isSelf }: PathPair): BodyQuery {
  return (isSelf ? withSelf : withObstacles)!;
}

/** Whether a pair is surely farther apart than `clearance`. At the tolerance, triangles decide. */
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

/** How far the links of a pair can move against each other between the middle of the period that was set and any time of it. */
function travelOf({ joints, places, linkA, linkB, isSelf }: PathPair, motion: PathMotion): number {
  const { turns, slides, reaches, scales, rounding } = motion;
  // An obstacle is off by no more than the rounding of a link that touches it.
  let travel = rounding[linkA] + rounding[isSelf ? linkB : linkA];
  for (let i = 0; i < joints.length; i++)
    travel += turns[joints[i]] * reaches[places[i]] + slides[joints[i]] * scales[places[i]];
  return travel;
}

/** Whether the links of a pair meet where the body stands; exact. */
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

/** The first period in which links are in contact or too near to tell, or null. */
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
  // Later periods lie below earlier ones.
  const waiting: Period[] = [{ segment, from: 0, to: 1, pairs: search.pairs }];
  let contact: PathEnd | null = null;
  for (let period = waiting.pop(); period !== undefined; period = waiting.pop()) {
    const { from, to } = period;
    if (search.poses >= search.maxPoses)
      return { kind: "unknown", segment, from, to: contact?.to ?? 1, pair: null };
    const { close, met, near } = testMiddle(search, period);
    const middle = (from + to) / 2;
    if (met !== null) {
      // Nothing later can be first.
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
 * Two links are no farther apart than they move in a period, which is no more than the tolerance. Links that come this near mostly meet
 * soon after: instants from there on are tried, at doubling steps, or up to a contact that is known.
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

/** Instants that are tried after links came near: the last is as far away as 256 periods. */
const TRIES = 8;

interface MiddleTest {
  /** Pairs that both halves of the period have to look at. */
  readonly close: PathPair[];
  /** A pair in contact in the middle. */
  readonly met: PathPair | null;
  /** A pair that is as near as the tolerance in the middle, and moves no more than that in the period. */
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
    // A period too short to be halved ends the search like one within the tolerance.
    if (travel <= tolerance || !isDivisible(from, to)) near ??= pair;
  }
  return { close, met, near };
}

function isDivisible(from: number, to: number): boolean {
  const middle = (from + to) / 2;
  return middle > from && middle < to;
}

/** Whether links surely stay apart all along; contacts are sought at waypoints, then in ever shorter periods. */
export function isFree(search: PathSearch): boolean {
  const { motion, pairs } = search;
  const { length } = motion.waypoints;
  for (let i = 0; i < length; i++) {
    poseAt(search, Math.max(0, Math.min(i, length - 2)), i === length - 1 && i > 0 ? 1 : 0);
    if (pairs.some((pair) => meetsNow(search, pair))) return false;
  }
  const waiting: Period[] = [];
  for (let segment = 0; segment < length - 1; segment++) waiting.push({ segment, from: 0, to: 1, pairs });
  // The list grows while it is walked: short periods come after long ones.
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
