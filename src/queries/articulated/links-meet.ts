import { type ConvexPair, createConvexPair, setConvexPair } from "../../geometry/convex/convex-pair.ts";
import { createConvexDistance, gjk } from "../../geometry/convex/gjk.ts";
import { createSimplex, type Simplex } from "../../geometry/convex/simplex.ts";
import type { Solid } from "../../mesh/solid.ts";
import { solidOfTree } from "../../trees/solid-of-tree.ts";
import {
  collideChecked,
  createContactCache,
  type FilledContactCache,
  readContactCache,
} from "../pairs/collide.ts";
import { lengthBeyondRounding } from "../penetration/hull-depth.ts";
import { holdsPiece } from "../penetration/solids-meet.ts";
import { addCounts, clearStats, createStats, type QueryStats } from "../stats.ts";
import { contactOf, type FilledBodyCache, simplexOf } from "./body-cache.ts";
import type { BodyQuery, SurfaceQuery } from "./body-query.ts";

// Whether two links meet. For most pairs a plane between their hulls proves that they do not; triangles decide the rest, exactly.

/** The links of the last `hullsApart`, for queries that continue with them. */
export const hullPair: ConvexPair = createConvexPair();
const gap = createConvexDistance();
const scratch = createSimplex();
const inside: QueryStats = createStats();
/** The cache of queries without one; cleared before each use. */
const noContact = createContactCache();

/** Whether the surfaces share a point, or the solids if the query says so. Exact. */
export function linksMeet(query: BodyQuery, linkA: number, linkB: number): boolean {
  if (hullsApart(query, linkA, linkB, simplexFor(query, linkA, linkB))) {
    query.stats.hullsApart++;
    return false;
  }
  return surfacesMeet(query, linkA, linkB) || (query.solids && oneHoldsOther(query, linkA, linkB));
}

/** The simplex to start from: the last frame's, or an empty one. */
export function simplexFor({ b, cache }: BodyQuery, linkA: number, linkB: number): Simplex {
  if (cache !== undefined) return simplexOf(cache, linkA * b.meshes.length + linkB);
  scratch.count = 0;
  return scratch;
}

/** True only if the links are certainly apart. */
export function hullsApart(query: BodyQuery, linkA: number, linkB: number, simplex: Simplex): boolean {
  return hullGap(query, linkA, linkB, simplex, 0) > 0;
}

/**
 * A lower bound of the distance between two links; 0 or less if their hulls may meet. The search stops as soon as the bound exceeds
 * `enough`, so it may be less than the hulls' distance.
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

/** Lengths from `hullPair` above this exceed all rounding errors. */
export function certainLength(poseA: Float64Array, poseB: Float64Array): number {
  return lengthBeyondRounding(hullPair, poseA, poseB);
}

export function surfacesMeet({ a, b, cache, stats }: SurfaceQuery, linkA: number, linkB: number): boolean {
  const contact = contactFor(cache, linkA * b.meshes.length + linkB);
  const poseA = a.linkPoses[linkA];
  const poseB = b.linkPoses[linkB];
  return collideChecked(a.trees[linkA]!, b.trees[linkB]!, poseA, poseB, contact, stats, false);
}

function contactFor(cache: FilledBodyCache | undefined, at: number): FilledContactCache {
  if (cache !== undefined) return readContactCache(contactOf(cache, at))!;
  noContact.slotA = noContact.slotB = -1;
  return noContact;
}

/** Whether one link holds a piece of the other, given that their surfaces do not meet. */
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
