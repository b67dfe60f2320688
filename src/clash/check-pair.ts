import { isRefusal } from "../errors.ts";
import {
  meetingOf,
  onlyTouches,
  type Relation,
  type RelationName,
  relationOf,
  surelyOverlaps,
} from "../queries/classify/classify.ts";
import { type CurvesOfContact, curvesOfContact } from "../queries/contacts/find-contacts.ts";
import { createPairContact, type PairContact } from "../queries/contacts/pair-contact.ts";
import { distance } from "../queries/distance/distance.ts";
import { findPairs } from "../queries/pairs/find-pairs.ts";
import { addStats, createStats, type QueryStats } from "../queries/stats.ts";
import { type Clash, type ClashCurve, type ClashKind, hasDepth } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";
import { clashDepth } from "./clash-depth.ts";
import { clashId } from "./clash-id.ts";
import {
  boxAround,
  commonBounds,
  cornersOfPart,
  middleOf,
  pointNearMiddle,
  pointOfPieceInside,
} from "./clash-place.ts";
import { type ClashSettings, reachOf } from "./clash-settings.ts";
import { scaleCheck, shrinkClash } from "./scale-clash.ts";

/** A clash, or why the parts do not clash: they are far enough apart, overlap within the tolerance, or only touch. */
export type CheckedPair = Clash | "clear" | "tolerated" | "touching-ignored";

/**
 * Whether two parts clash. The key of `a` sorts before the key of `b`. Adds the counters of all queries to `sum`; they depend on which
 * queries the kernels answer, the outcome does not.
 */
export function checkPair(a: ClashBody, b: ClashBody, settings: ClashSettings, sum: QueryStats): CheckedPair {
  const scaled = scaleCheck(a, b, settings);
  if (scaled !== null) return shrinkClash(checkPair(scaled.a, scaled.b, scaled.settings, sum), scaled.factor);
  const { touching, depth, curves, tolerance } = settings;
  const meeting = meetingOf(a, b);
  if (depth === "none" && !curves && tolerance === 0 && surelyOverlaps(meeting)) {
    // Nothing else is needed for most overlaps, not even whether the parts are closed.
    addStats(sum, meeting.work);
    const clash = createClash(a, b, "overlapping", true);
    placeUncounted(clash, a, b);
    return clash;
  }
  const isTouch = touching === "ignore" && onlyTouches(meeting);
  let contact: PairContact | null = null;
  if (!isTouch && meeting.surfacesMeet && (depth !== "none" || curves)) {
    // Find the triangle pairs once: both the kind and the curves follow from them.
    const { pairs, stats } = findPairs(a.tree, b.tree, { aToWorld: a.toWorld, bToWorld: b.toWorld });
    addStats(sum, stats);
    contact = createPairContact(a.tree.mesh, a.toWorld, b.tree.mesh, b.toWorld, pairs);
  }
  const relation = isTouch ? null : relationOf(meeting, contact);
  addStats(sum, meeting.work);
  if (relation === null) return "touching-ignored";
  if (relation.relation === "separate") return checkClearance(a, b, relation, settings, sum);
  const clash = createClash(a, b, relation.relation, relation.exact);
  if (meeting.surfacesMeet) clash.trianglePairs = contact === null ? null : contact.pairs.length / 2;
  if (hasDepth(clash.kind)) {
    const measured = knownDepth(a, b, relation, settings, sum);
    if (measured === "tolerated") {
      if (touching === "ignore") return "tolerated";
      clash.kind = "touching";
    } else clash.depth = measured;
  }
  if (clash.kind === "touching" && touching === "ignore") return "touching-ignored";
  place(clash, relation.relation, a, b, contact, settings, sum);
  return clash;
}

/** Sets the place of the clash. `relation` is that of the parts, even if the tolerance makes the clash milder. */
function place(
  clash: Clash,
  relation: RelationName,
  a: ClashBody,
  b: ClashBody,
  contact: PairContact | null,
  settings: ClashSettings,
  sum: QueryStats,
): void {
  if (relation === "duplicate") placeDuplicate(clash, a, b);
  else if (clash.trianglePairs === null) placeUncounted(clash, a, b);
  else if (contact === null) placeInside(clash, relation, a, b, sum);
  else placeContact(clash, relation, a, b, contact, settings);
}

/**
 * Places a clash whose triangle pairs were not found. Which pair `collide` finds first depends on the code path, and the place must not.
 */
function placeUncounted(clash: Clash, a: ClashBody, b: ClashBody): void {
  clash.trianglePairs = null;
  clash.box = commonBounds(a.box, b.box);
  clash.point = middleOf(clash.box);
}

/** The depth, or null if `overlapDepth` rejects the pair: the parts clash even if their depth is unknown. */
function knownDepth(...job: Parameters<typeof clashDepth>): ReturnType<typeof clashDepth> {
  try {
    return clashDepth(...job);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

function createClash(a: ClashBody, b: ClashBody, kind: ClashKind, exact: boolean): Clash {
  return {
    id: clashId(a.key, b.key),
    kind,
    a: a.part,
    b: b.part,
    depth: null,
    distance: null,
    trianglePairs: 0,
    point: [0, 0, 0],
    box: [0, 0, 0, 0, 0, 0],
    curves: [],
    curvesTruncated: false,
    exact,
  };
}

function checkClearance(
  a: ClashBody,
  b: ClashBody,
  { exact }: Relation,
  settings: ClashSettings,
  sum: QueryStats,
): Clash | "clear" | "touching-ignored" {
  const { clearance, tolerance, touching } = settings;
  const maxDistance = reachOf(settings);
  if (maxDistance === 0) return "clear";
  const stats = createStats();
  const found = distance(a.tree, b.tree, {
    aToWorld: a.toWorld,
    bToWorld: b.toWorld,
    maxDistance,
    stats,
  });
  addStats(sum, stats);
  if (found === null) return "clear";
  const isTouch = found.distance <= tolerance;
  if (!isTouch && found.distance >= clearance) return "clear";
  if (isTouch && touching === "ignore") return "touching-ignored";
  const { pointA, pointB } = found;
  const clash = createClash(a, b, isTouch ? "touching" : "too-close", exact);
  clash.distance = { distance: found.distance, pointA: [...pointA], pointB: [...pointB] };
  clash.point = [0, 1, 2].map((axis) => pointA[axis] / 2 + pointB[axis] / 2) as Clash["point"];
  clash.box = boxAround([...pointA, ...pointB]);
  return clash;
}

/** Places a clash of parts whose surfaces do not meet: one part, or a piece of it, lies inside the other. */
function placeInside(
  clash: Clash,
  relation: RelationName,
  a: ClashBody,
  b: ClashBody,
  sum: QueryStats,
): void {
  if (relation === "overlapping") {
    clash.box = commonBounds(a.box, b.box);
    clash.point = pointOfPieceInside(a, b, sum) ?? middleOf(clash.box);
    return;
  }
  const inner = relation === "contains" ? b : a;
  clash.box = inner.box;
  clash.point = pointNearMiddle(cornersOfPart(inner), inner.box);
}

/** Places a clash of duplicates. They meet everywhere: contact curves would be millions of lines that show nothing. */
function placeDuplicate(clash: Clash, a: ClashBody, b: ClashBody): void {
  clash.box = boxAround([...a.box, ...b.box]);
  clash.point = pointNearMiddle(cornersOfPart(a), clash.box);
}

function placeContact(
  clash: Clash,
  relation: RelationName,
  a: ClashBody,
  b: ClashBody,
  contact: PairContact,
  { curves, curvePoints }: ClashSettings,
): void {
  const found = curvesOfContact(contact);
  const around = boxAround(found.points);
  clash.box = relation === "contains" ? b.box : relation === "inside" ? a.box : around;
  clash.point = pointNearMiddle(middlesOfPairs(contact, found.points), around);
  if (!curves) return;
  const kept = longestCurves(found, curvePoints);
  clash.curves = kept.curves;
  clash.curvesTruncated = kept.truncated;
}

/** The longest curves whose points fit into `maxPoints`, the longest first. */
function longestCurves(
  contact: CurvesOfContact,
  maxPoints: number,
): { curves: ClashCurve[]; truncated: boolean } {
  const curves: ClashCurve[] = [];
  let left = maxPoints;
  let truncated = false;
  for (const { points, closed } of contact.curves.slice().sort((p, q) => q.length - p.length)) {
    if (points.length > left) {
      truncated = true;
      continue;
    }
    left -= points.length;
    const places = new Float64Array(3 * points.length);
    for (let i = 0; i < points.length; i++)
      for (let axis = 0; axis < 3; axis++) places[3 * i + axis] = contact.points[3 * points[i] + axis];
    curves.push({ points: places, closed });
  }
  return { curves, truncated };
}

/** One point of the contact for each triangle pair: the mean of the corners of their intersection, which is convex. */
function middlesOfPairs(contact: PairContact, points: Float64Array): Float64Array {
  const { starts, points: corners } = contact.joined().corners;
  const count = starts.length - 1;
  const middles = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let k = starts[i]; k < starts[i + 1]; k++)
      for (let axis = 0; axis < 3; axis++)
        middles[3 * i + axis] += points[3 * corners[k] + axis] / (starts[i + 1] - starts[i]);
  return middles;
}
