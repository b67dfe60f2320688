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
import { penetrationByPatches } from "../penetration/patch-depth.ts";
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

/** How deeply two links that meet penetrate each other. */
export interface LinkContact {
  linkA: number;
  linkB: number;
  /** Moving b by depth · normal separates the links; null if the depth is unknown, 0 if they only touch. */
  depth: number | null;
  /**
   * Unit vector in world space, from a to b. If the depth is unknown: the mean over the winding of the triangles that meet, zero where they
   * cancel.
   */
  normal: Vector;
  /** pointA − pointB = depth · normal. If the depth is unknown, both points are the middle of the contact. */
  pointA: Vector;
  pointB: Vector;
  /**
   * "exact": no shorter translation separates the links, up to rounding. "upper-bound": this translation separates them, a shorter one may
   * exist. "unknown": a link's mesh is open or flat, so depth is undefined.
   */
  kind: "exact" | "upper-bound" | "lower-bound" | "estimate" | "unknown";
  /** The true depth is at least this. */
  lowerBound: number;
}

export interface LinkContactOptions extends Omit<BodyOptions, "solids"> {
  /**
   * How to compute the depth of links that are not convex. "search" (default): `penetration`, milliseconds for each pair that meets.
   * "hulls": the depth of the links' hulls, microseconds; a valid upper bound that gets looser the hollower a hull is. "patches": a convex
   * surface decomposition, as in the CAB paper; an upper bound together with a lower bound.
   */
  depth?: LinkDepth | undefined;
}

/** How to compute the depth of links that are not convex. */
type LinkDepth = "search" | "hulls" | "patches";

const LINK_CONTACT_OPTIONS: OptionNames<LinkContactOptions> = {
  ...BOX_OPTIONS,
  allowed: true,
  cache: true,
  stats: true,
  depth: true,
};

/**
 * All pairs of links that meet as solids, with normal and depth; sorted by (a, b). The depth is exact where both links are convex up to f64
 * rounding (GJK and EPA), within close bounds where they are convex up to f32 rounding, and otherwise an upper bound: moving b by depth ·
 * normal frees it. A link inside another counts.
 */
export function findLinkContacts(
  a: ArticulatedBody,
  b: ArticulatedBody,
  options: LinkContactOptions = {},
): LinkContact[] {
  checkOptionNames(options, LINK_CONTACT_OPTIONS, "findLinkContacts");
  const { depth: from = "search" } = options;
  if (from !== "search" && from !== "hulls" && from !== "patches")
    throw new OptionError(`depth: ${show(from)} is not "search", "hulls" or "patches"`);
  const query = beginBodyQuery(a, b, options);
  const { pairs, count } = candidatesUnderWay();
  const { stats } = query;
  const found: LinkContact[] = [];
  for (let i = 0; i < count; i++) {
    const contact = contactOfLinks(query, pairs[2 * i], pairs[2 * i + 1], from);
    if (contact !== null) found.push(contact);
  }
  stats.candidates = count;
  stats.falseAlarms = count - found.length;
  return found.sort((p, q) => p.linkA - q.linkA || p.linkB - q.linkB);
}

const depth = createConvexDepth();

/** Starts a query whose pairs of links the caller chooses, for `contactOfLinks`. */
export function beginContacts(
  a: ArticulatedBody,
  b: ArticulatedBody,
  options: Omit<BodyOptions, "solids"> = {},
): BodyQuery {
  return beginBodyQuery(a, b, options);
}

/** The contact of two links of the query; null if they are apart. */
export function contactOfLinks(
  query: BodyQuery,
  linkA: number,
  linkB: number,
  from: LinkDepth,
): LinkContact | null {
  const byHulls = from === "hulls";
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
    // A depth beyond rounding proves contact. Below that, triangles decide.
    if (!(least > certainLength(poseA, poseB)) && !meet(query, linkA, linkB)) return null;
    if (byHulls || isTight(least, depth, hullPair.scale)) return convexContact(linkA, linkB, least);
    return solidContact(query, linkA, linkB, from);
  }
  if (!hasInside(solidA) || !hasInside(solidB)) return surfaceContact(query, linkA, linkB);
  if (!meet(query, linkA, linkB)) return null;
  if (!byHulls) return solidContact(query, linkA, linkB, from);
  epa(hullPair, simplex, depth);
  return { ...convexContact(linkA, linkB, 0), kind: "upper-bound" };
}

function hasInside({ closed, hull }: Solid): boolean {
  return closed && hull.dimension === 3;
}

function meet(query: BodyQuery, linkA: number, linkB: number): boolean {
  return surfacesMeet(query, linkA, linkB) || oneHoldsOther(query, linkA, linkB);
}

/** The contact found by `epa`; its depth is at least `least`. */
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

/** The contact of two links that are known to meet. */
function solidContact(query: BodyQuery, linkA: number, linkB: number, from: LinkDepth): LinkContact {
  const { a, b } = query;
  const stats = createStats();
  const measure = from === "patches" ? penetrationByPatches : penetration;
  const found = measure(a.trees[linkA]!, b.trees[linkB]!, {
    aToWorld: a.linkPoses[linkA],
    bToWorld: b.linkPoses[linkB],
    stats,
  })!;
  addCounts(query.stats, stats);
  const { direction: normal, pointA, pointB, kind, lowerBound } = found;
  return { linkA, linkB, depth: found.depth, normal, pointA, pointB, kind, lowerBound };
}

/** An open or flat link: where it meets the other is known, but depth is undefined. */
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
