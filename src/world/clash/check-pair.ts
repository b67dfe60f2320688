import { classify, type Relation } from "../../queries/classify/classify.ts";
import { type Contacts, findContacts } from "../../queries/contacts/find-contacts.ts";
import { distance } from "../../queries/distance/distance.ts";
import { findPairs } from "../../queries/pairs/find-pairs.ts";
import { addStats, createStats, type QueryStats } from "../../queries/stats.ts";
import type { Clash, ClashKind } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";
import { clashCurves } from "./clash-curves.ts";
import { clashDepth, isProvenWithin } from "./clash-depth.ts";
import { clashId } from "./clash-id.ts";
import {
  boxAround,
  commonBounds,
  cornersOfPart,
  pointNearMiddle,
  pointOfPieceInside,
} from "./clash-place.ts";
import type { ClashSettings } from "./clash-settings.ts";

/** A clash, or why there is none: nothing in common and far enough apart; within the tolerance; only a touch. */
export type CheckedPair = Clash | "clear" | "tolerated" | "touching-ignored";

/** One job: whether two parts clash. `a` is the one with the lesser key. What was done is added to `sum`. */
export function checkPair(a: ClashBody, b: ClashBody, settings: ClashSettings, sum: QueryStats): CheckedPair {
  const { tolerance, touching } = settings;
  const relation = classify(a.tree, b.tree, { aToWorld: a.toWorld, bToWorld: b.toWorld });
  addStats(sum, relation.stats);
  if (relation.relation === "separate") return checkClearance(a, b, relation, settings, sum);
  const clash = createClash(a, b, relation.relation, relation.exact);
  if (relation.relation === "touching") {
    if (touching === "ignore") return "touching-ignored";
  } else {
    clash.depth = clashDepth(a, b, relation, sum);
    if (isProvenWithin(clash.depth, tolerance)) return "tolerated";
  }
  placeClash(clash, a, b, relation, settings, sum);
  return clash;
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
  clash.point = [0, 1, 2].map((axis) => pointA[axis]! / 2 + pointB[axis]! / 2) as Clash["point"];
  clash.box = boxAround([...pointA, ...pointB]);
  return clash;
}

/** Where they meet, and in how many pairs of triangles. */
function placeClash(
  clash: Clash,
  a: ClashBody,
  b: ClashBody,
  { surfacesMeet }: Relation,
  { curves, curvePoints }: ClashSettings,
  sum: QueryStats,
): void {
  const poses = { aToWorld: a.toWorld, bToWorld: b.toWorld };
  const { kind } = clash;
  if (kind === "duplicate") {
    // Their contact is everything: its lines say nothing, and there may be millions.
    const { count, stats } = findPairs(a.tree, b.tree, poses);
    addStats(sum, stats);
    clash.trianglePairs = count;
    clash.box = boxAround([...a.box, ...b.box]);
    clash.point = pointNearMiddle(cornersOfPart(a), clash.box);
    return;
  }
  clash.box = kind === "contains" ? b.box : kind === "inside" ? a.box : commonBounds(a.box, b.box);
  if (!surfacesMeet) {
    if (kind === "overlapping") clash.point = pointOfPieceInside(a, b, sum) ?? clash.point;
    else clash.point = pointNearMiddle(cornersOfPart(kind === "contains" ? b : a), clash.box);
    return;
  }
  const contacts = findContacts(a.tree, b.tree, poses);
  addStats(sum, contacts.stats);
  clash.trianglePairs = contacts.count;
  const around = boxAround(contacts.points);
  if (kind === "overlapping" || kind === "touching") clash.box = around;
  clash.point = pointNearMiddle(middlesOfPairs(contacts), around);
  if (!curves) return;
  const found = clashCurves(contacts, curvePoints);
  clash.curves = found.curves;
  clash.curvesTruncated = found.truncated;
}

/** A point of the contact for each pair of triangles: what they share is convex. */
function middlesOfPairs({ count, starts, corners, points }: Contacts): Float64Array {
  const middles = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let k = starts[i]!; k < starts[i + 1]!; k++)
      for (let axis = 0; axis < 3; axis++)
        middles[3 * i + axis]! += points[3 * corners[k]! + axis]! / (starts[i + 1]! - starts[i]!);
  return middles;
}
