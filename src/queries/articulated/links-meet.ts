import { type ConvexPair, createConvexPair, setConvexPair } from "../../geometry/convex/convex-pair.ts";
import { createConvexDistance, gjk } from "../../geometry/convex/gjk.ts";
import { createSimplex, type Simplex } from "../../geometry/convex/simplex.ts";
import type { Solid } from "../../mesh/solid.ts";
import { solidOfTree } from "../../trees/solid-of-tree.ts";
import { type CollideOptions, collide } from "../pairs/collide.ts";
import { lengthBeyondRounding } from "../penetration/hull-depth.ts";
import { holdsPiece } from "../penetration/solids-meet.ts";
import { addCounts, clearStats, createStats, type QueryStats } from "../stats.ts";
import { contactOf, simplexOf } from "./body-cache.ts";
import type { BodyQuery } from "./body-query.ts";

// Whether two links meet. A plane between their hulls says no for most; the rest is decided by triangles, exactly.

/** The links of the last `hullsApart`, for queries that go on with them. */
export const hullPair: ConvexPair = createConvexPair();
const gap = createConvexDistance();
const scratch = createSimplex();
const counts: QueryStats = createStats();
const inside: QueryStats = createStats();
const options: CollideOptions & { stats: QueryStats } = {
  aToWorld: null,
  bToWorld: null,
  cache: undefined,
  stats: counts,
};

/** Exact: a common point of the surfaces, or of the solids if the query says so. */
export function linksMeet(query: BodyQuery, linkA: number, linkB: number): boolean {
  if (hullsApart(query, linkA, linkB, simplexFor(query, linkA, linkB))) {
    query.stats.hullsApart++;
    return false;
  }
  return surfacesMeet(query, linkA, linkB) || (query.solids && oneHoldsOther(query, linkA, linkB));
}

/** The simplex to begin with: that of the last frame, or an empty one. */
export function simplexFor({ b, cache }: BodyQuery, linkA: number, linkB: number): Simplex {
  if (cache !== undefined) return simplexOf(cache, linkA * b.meshes.length + linkB);
  scratch.count = 0;
  return scratch;
}

/** True only when there is room between the links for certain. */
export function hullsApart(query: BodyQuery, linkA: number, linkB: number, simplex: Simplex): boolean {
  return hullGap(query, linkA, linkB, simplex, 0) > 0;
}

/**
 * A length that two links certainly are apart; 0 or less when their hulls may meet. Found as soon as it is above `enough`, so it
 * may be less than the distance of the hulls.
 */
export function hullGap(
  { a, b }: BodyQuery,
  linkA: number,
  linkB: number,
  simplex: Simplex,
  enough: number,
): number {
  const poseA = a.linkPoses[linkA];
  const poseB = b.linkPoses[linkB];
  setConvexPair(hullPair, hullOf(a.trees[linkA]!), poseA, hullOf(b.trees[linkB]!), poseB);
  const certain = certainLength(poseA, poseB);
  gjk(hullPair, simplex, true, gap, enough > 0 ? enough + certain : 0);
  return gap.lower - certain;
}

function hullOf(tree: Parameters<typeof solidOfTree>[0]): Solid["hull"] {
  return solidOfTree(tree).hull;
}

/** Lengths of `hullPair` above this are beyond all rounding. */
export function certainLength(poseA: Float64Array, poseB: Float64Array): number {
  return lengthBeyondRounding(hullPair, poseA, poseB);
}

export function surfacesMeet({ a, b, cache, stats }: BodyQuery, linkA: number, linkB: number): boolean {
  options.aToWorld = a.linkPoses[linkA];
  options.bToWorld = b.linkPoses[linkB];
  options.cache = cache === undefined ? undefined : contactOf(cache, linkA * b.meshes.length + linkB);
  const meet = collide(a.trees[linkA]!, b.trees[linkB]!, options);
  addCounts(stats, counts);
  return meet;
}

/** Whether one link has a piece of the other inside, when their surfaces do not meet. */
export function oneHoldsOther({ a, b, stats }: BodyQuery, linkA: number, linkB: number): boolean {
  const treeA = a.trees[linkA]!;
  const treeB = b.trees[linkB]!;
  const solidA = solidOfTree(treeA);
  const solidB = solidOfTree(treeB);
  const poseA = a.linkPoses[linkA];
  const poseB = b.linkPoses[linkB];
  clearStats(inside);
  const holds =
    (solidA.closed && holdsPiece(treeA, poseA, treeB, solidB, poseB, inside)) ||
    (solidB.closed && holdsPiece(treeB, poseB, treeA, solidA, poseA, inside));
  addCounts(stats, inside);
  return holds;
}
