import { OptionError, show } from "../../errors.ts";
import { createConvexDepth, epa } from "../../geometry/convex/epa.ts";
import { type Vector, vectorFrom } from "../../geometry/vector.ts";
import type { Solid } from "../../mesh/solid.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { BOX_OPTIONS } from "../../trees/articulated/update-boxes.ts";
import { solidOfTree } from "../../trees/solid-of-tree.ts";
import { findContacts } from "../contacts/find-contacts.ts";
import { EXACT, isNearlyConvex, isTight, leastDepth } from "../penetration/core-depth.ts";
import { penetration } from "../penetration/penetration.ts";
import { addCounts, createStats } from "../stats.ts";
import { type BodyOptions, type BodyQuery, beginBodyQuery, candidatesUnderWay } from "./body-query.ts";
import {
  certainLength,
  hullPair,
  hullsApart,
  oneHoldsOther,
  simplexFor,
  surfacesMeet,
} from "./links-meet.ts";

/** How two links that meet are in each other. */
export interface LinkContact {
  linkA: number;
  linkB: number;
  /** Moving b by depth · normal parts them; null when the depth is unknown. 0 when they only touch. */
  depth: number | null;
  /** Unit, in the world, from a to b. Of unknown depth: by the winding of the triangles that meet, zero where they cancel. */
  normal: Vector;
  /** pointA − pointB = depth · normal; when the depth is unknown, twice the middle of the contact. */
  pointA: Vector;
  pointB: Vector;
  /**
   * "exact": no shorter translation parts the links, to rounding. "upper-bound": this one does, a shorter one may exist.
   * "unknown": a link's mesh is open or flat, so that there is no depth.
   */
  kind: "exact" | "upper-bound" | "lower-bound" | "estimate" | "unknown";
  /** The depth is not below this. */
  lowerBound: number;
}

export interface LinkContactOptions extends Omit<BodyOptions, "solids"> {
  /**
   * Where the depth of links that are not convex comes from. "search" (default): `penetration`, milliseconds for each pair that
   * meets. "hulls": the depth of their hulls, microseconds; a valid upper bound, the looser the more of a hull is hollow.
   */
  depth?: "search" | "hulls" | undefined;
}

const LINK_CONTACT_OPTIONS: OptionNames<LinkContactOptions> = {
  ...BOX_OPTIONS,
  allowed: true,
  cache: true,
  stats: true,
  depth: true,
};

/**
 * All pairs of links that meet as solids, with normal and depth; sorted by (a, b). Exact where both are convex, or but for
 * f64 rounding (GJK and EPA); where both are but for f32, between bounds nearly as close; otherwise
 * an upper bound: b moved by depth · normal is free. A link inside another counts.
 */
export function findLinkContacts(
  a: ArticulatedBody,
  b: ArticulatedBody,
  options: LinkContactOptions = {},
): LinkContact[] {
  checkOptionNames(options, LINK_CONTACT_OPTIONS, "findLinkContacts");
  const { depth: from = "search" } = options;
  if (from !== "search" && from !== "hulls")
    throw new OptionError(`depth: ${show(from)} is not "search" or "hulls"`);
  const query = beginBodyQuery(a, b, options);
  const { pairs, count } = candidatesUnderWay();
  const { stats } = query;
  const found: LinkContact[] = [];
  for (let i = 0; i < count; i++) {
    const contact = contactOfLinks(query, pairs[2 * i], pairs[2 * i + 1], from === "hulls");
    if (contact !== null) found.push(contact);
  }
  stats.candidates = count;
  stats.falseAlarms = count - found.length;
  return found.sort((p, q) => p.linkA - q.linkA || p.linkB - q.linkB);
}

const depth = createConvexDepth();

/** A query whose pairs the caller chooses, for `contactOfLinks`. */
export function beginContacts(
  a: ArticulatedBody,
  b: ArticulatedBody,
  options: Omit<BodyOptions, "solids"> = {},
): BodyQuery {
  return beginBodyQuery(a, b, options);
}

/** Two links of the query; null when they are apart. */
export function contactOfLinks(
  query: BodyQuery,
  linkA: number,
  linkB: number,
  byHulls: boolean,
): LinkContact | null {
  const simplex = simplexFor(query, linkA, linkB);
  if (hullsApart(query, linkA, linkB, simplex)) {
    query.stats.hullsApart++;
    return null;
  }
  const solidA = solidOfTree(query.a.trees[linkA]!);
  const solidB = solidOfTree(query.b.trees[linkB]!);
  if (isNearlyConvex(solidA) && isNearlyConvex(solidB)) {
    const poseA = query.a.linkPoses[linkA];
    const poseB = query.b.linkPoses[linkB];
    epa(hullPair, simplex, depth);
    const least = leastDepth(solidA, poseA, solidB, poseB, depth, hullPair.scale);
    // Deeper than rounding is proof. At the edge, the triangles decide.
    if (!(least > certainLength(poseA, poseB)) && !meet(query, linkA, linkB)) return null;
    if (byHulls || isTight(least, depth, hullPair.scale)) return convexContact(linkA, linkB, least);
    return solidContact(query, linkA, linkB);
  }
  if (!hasInside(solidA) || !hasInside(solidB)) return surfaceContact(query, linkA, linkB);
  if (!meet(query, linkA, linkB)) return null;
  if (!byHulls) return solidContact(query, linkA, linkB);
  epa(hullPair, simplex, depth);
  return { ...convexContact(linkA, linkB, 0), kind: "upper-bound" };
}

function hasInside({ closed, hull }: Solid): boolean {
  return closed && hull.dimension === 3;
}

function meet(query: BodyQuery, linkA: number, linkB: number): boolean {
  return surfacesMeet(query, linkA, linkB) || oneHoldsOther(query, linkA, linkB);
}

/** What `epa` has found; the depth is at least `least`. */
function convexContact(linkA: number, linkB: number, least: number): LinkContact {
  const upper = Math.max(0, depth.upper);
  const lowerBound = Math.min(least, upper);
  return {
    linkA,
    linkB,
    depth: upper,
    normal: vectorFrom(depth.direction),
    pointA: vectorFrom(depth.pointA),
    pointB: vectorFrom(depth.pointB),
    kind: upper - lowerBound <= EXACT * hullPair.scale ? "exact" : "upper-bound",
    lowerBound,
  };
}

/** Of links that meet. */
function solidContact(query: BodyQuery, linkA: number, linkB: number): LinkContact {
  const { a, b } = query;
  const stats = createStats();
  const found = penetration(a.trees[linkA]!, b.trees[linkB]!, {
    aToWorld: a.linkPoses[linkA],
    bToWorld: b.linkPoses[linkB],
    stats,
  })!;
  addCounts(query.stats, stats);
  const { direction: normal, pointA, pointB, kind, lowerBound } = found;
  return { linkA, linkB, depth: found.depth, normal, pointA, pointB, kind, lowerBound };
}

/** An open or flat link: where it meets the other is known, how deep has no meaning. */
function surfaceContact(query: BodyQuery, linkA: number, linkB: number): LinkContact | null {
  const { a, b } = query;
  if (!surfacesMeet(query, linkA, linkB)) {
    if (!oneHoldsOther(query, linkA, linkB)) return null;
    const at = vectorFrom(b.linkPoses[linkB].subarray(12, 15));
    return unknownDepth(linkA, linkB, [0, 0, 0], at);
  }
  const { regions, stats } = findContacts(a.trees[linkA]!, b.trees[linkB]!, {
    aToWorld: a.linkPoses[linkA],
    bToWorld: b.linkPoses[linkB],
  });
  addCounts(query.stats, stats);
  const largest = regions.reduce((p, q) => (q.area > p.area || q.length > p.length ? q : p));
  return unknownDepth(linkA, linkB, [...largest.normal], [...largest.centroid]);
}

function unknownDepth(linkA: number, linkB: number, normal: Vector, at: Vector): LinkContact {
  return { linkA, linkB, depth: null, normal, pointA: at, pointB: [...at], kind: "unknown", lowerBound: 0 };
}
