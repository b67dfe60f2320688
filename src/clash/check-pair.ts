import { isRefusal } from "../errors.ts";
import { withoutKernels } from "../kernels/kernel-choice.ts";
import { classifyContact, onlyTouch, type Relation } from "../queries/classify/classify.ts";
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
import type { ClashSettings } from "./clash-settings.ts";
import { scaleCheck, smallerClash } from "./scale-clash.ts";

/** A clash, or why the parts do not clash: they are far enough apart, overlap within the tolerance, or only touch. */
export type CheckedPair = Clash | "clear" | "tolerated" | "touching-ignored";

/** Whether two parts clash. The key of `a` sorts before the key of `b`. The counters of all queries are added to `sum`. */
export function checkPair(a: ClashBody, b: ClashBody, settings: ClashSettings, sum: QueryStats): CheckedPair {
  // The report prints the counters. With kernels they would depend on the order of the jobs.
  return withoutKernels(() => checkPlainly(a, b, settings, sum));
}

function checkPlainly(a: ClashBody, b: ClashBody, settings: ClashSettings, sum: QueryStats): CheckedPair {
  const scaled = scaleCheck(a, b, settings);
  if (scaled !== null)
    return smallerClash(checkPlainly(scaled.a, scaled.b, scaled.settings, sum), scaled.factor);
  const { tolerance, touching } = settings;
  const poses = { aToWorld: a.toWorld, bToWorld: b.toWorld };
  if (touching === "ignore") {
    const first = createStats();
    const isTouch = onlyTouch(a.tree, a.toWorld, b.tree, b.toWorld, first);
    addStats(sum, first);
    if (isTouch) return "touching-ignored";
  }
  // Find the triangle pairs once: both the kind and the curves follow from them.
  const { pairs, stats } = findPairs(a.tree, b.tree, poses);
  addStats(sum, stats);
  const contact =
    pairs.length === 0 ? null : createPairContact(a.tree.mesh, a.toWorld, b.tree.mesh, b.toWorld, pairs);
  const relation = classifyContact(a.tree, a.toWorld, b.tree, b.toWorld, contact);
  addStats(sum, relation.stats);
  if (relation.relation === "separate") return checkClearance(a, b, relation, settings, sum);
  const clash = createClash(a, b, relation.relation, relation.exact);
  clash.trianglePairs = pairs.length / 2;
  if (clash.kind === "touching" && touching === "ignore") return "touching-ignored";
  if (hasDepth(clash.kind)) {
    const depth = knownDepth(a, b, relation, tolerance, sum);
    if (depth === "tolerated") return "tolerated";
    clash.depth = depth;
  }
  if (contact === null) placeInside(clash, a, b, sum);
  else if (clash.kind === "duplicate") placeDuplicate(clash, a, b);
  else placeContact(clash, a, b, contact, settings);
  return clash;
}

/** The depth, or null where `overlapDepth` rejects the pair: the parts clash even when their depth is unknown. */
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
  { clearance }: ClashSettings,
  sum: QueryStats,
): Clash | "clear" {
  if (clearance === 0) return "clear";
  const stats = createStats();
  const found = distance(a.tree, b.tree, {
    aToWorld: a.toWorld,
    bToWorld: b.toWorld,
    maxDistance: clearance,
    stats,
  });
  addStats(sum, stats);
  if (found === null || found.distance >= clearance) return "clear";
  const { pointA, pointB } = found;
  const clash = createClash(a, b, "too-close", exact);
  clash.distance = { distance: found.distance, pointA: [...pointA], pointB: [...pointB] };
  clash.point = [0, 1, 2].map((axis) => pointA[axis] / 2 + pointB[axis] / 2) as Clash["point"];
  clash.box = boxAround([...pointA, ...pointB]);
  return clash;
}

/** Places a clash of parts whose surfaces do not meet: one part, or a piece of it, lies inside the other. */
function placeInside(clash: Clash, a: ClashBody, b: ClashBody, sum: QueryStats): void {
  if (clash.kind === "overlapping") {
    clash.box = commonBounds(a.box, b.box);
    clash.point = pointOfPieceInside(a, b, sum) ?? middleOf(clash.box);
    return;
  }
  const inner = clash.kind === "contains" ? b : a;
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
  a: ClashBody,
  b: ClashBody,
  contact: PairContact,
  { curves, curvePoints }: ClashSettings,
): void {
  const { kind } = clash;
  const found = curvesOfContact(contact);
  const around = boxAround(found.points);
  clash.box = kind === "contains" ? b.box : kind === "inside" ? a.box : around;
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
