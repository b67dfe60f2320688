import { isRefusal } from "../errors.ts";
import { classifyContact, onlyTouch, type Relation } from "../queries/classify/classify.ts";
import { curvesOfContact } from "../queries/contacts/find-contacts.ts";
import { createPairContact, type PairContact } from "../queries/contacts/pair-contact.ts";
import { distance } from "../queries/distance/distance.ts";
import { withoutKernels } from "../queries/kernel-choice.ts";
import { findPairs } from "../queries/pairs/find-pairs.ts";
import { addStats, createStats, type QueryStats } from "../queries/stats.ts";
import { type Clash, type ClashKind, hasDepth } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";
import { clashCurves } from "./clash-curves.ts";
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

/** A clash, or why there is none: nothing in common and far enough apart; within the tolerance; only a touch. */
export type CheckedPair = Clash | "clear" | "tolerated" | "touching-ignored";

/** One job: whether two parts clash. `a` is the one with the lesser key. What was done is added to `sum`. */
export function checkPair(a: ClashBody, b: ClashBody, settings: ClashSettings, sum: QueryStats): CheckedPair {
  // The counters are part of the report: they must not depend on the order of jobs.
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
  // The pairs of triangles that meet are found once: kind and curves are both made of them.
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

/** The depth is null, too, where `overlapDepth` refuses the pair: the parts still clash. */
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

/** Surfaces that do not meet: one part, or a piece of it, is in the other. */
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

/** Their contact is everything: its lines say nothing, and there may be millions. */
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
  const kept = clashCurves(found, curvePoints);
  clash.curves = kept.curves;
  clash.curvesTruncated = kept.truncated;
}

/** A point of the contact for each pair of triangles: what they share is convex. */
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
