import { OptionError, show } from "../../errors.ts";
import { movePoint, type Pose, plainPose, readPose } from "../../geometry/affine.ts";
import { commonPoint } from "../../geometry/distance/common-point.ts";
import { type Vector, vectorFrom } from "../../geometry/vector.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import {
  type ContactCache,
  collide,
  createContactCache,
  type FilledContactCache,
  readContactCache,
} from "../pairs/collide.ts";
import { createTrianglePairs, findPairs } from "../pairs/find-pairs.ts";
import { checkTrees, type PairTree } from "../pairs/pair-query.ts";
import { copyStats, createStats, type QueryStats, readStats } from "../stats.ts";
import { enlargeLimit, scalePair, shrink, shrinkDistance } from "../tiny-worlds.ts";
import {
  addDistanceStats,
  beginDistanceQuery,
  checkLength,
  descendForDistance,
  startFromPair,
} from "./distance-query.ts";
import { compareTrianglePairs, takeNearest } from "./nearest-pairs.ts";

/** The distance of two meshes and their nearest points, in world coordinates. */
export interface Distance {
  /** Zero if and only if the meshes meet. */
  distance: number;
  /** The nearest points of a and b; if the meshes meet, one common point for both. */
  pointA: Vector;
  pointB: Vector;
  /** The triangles that these points lie on. */
  triangleA: number;
  triangleB: number;
  /** Counters of the search for a contact and of the search for the nearest pair; the exit axes are those of the search for a contact. */
  stats: QueryStats;
}

export interface DistanceOptions {
  /** The pose of a: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  aToWorld?: Pose | null | undefined;
  /** The pose of b. */
  bToWorld?: Pose | null | undefined;
  /** If the meshes are farther apart than this, the result is null and takes less time. Default Infinity. */
  maxDistance?: number | undefined;
  /**
   * Which intersecting pair is reported if the meshes meet. "least" (default): the one with the least sum of triangle numbers, whatever the
   * trees; takes as long as `findPairs`. "first": the first found, as fast as `collide`.
   */
  witness?: "least" | "first" | undefined;
  /**
   * A plain object, such as {}. Starts with the triangles that were nearest last time, and remembers the current ones.
   * Changes only the counters.
   */
  cache?: ContactCache | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<QueryStats> | undefined;
}

const DISTANCE_OPTIONS: OptionNames<DistanceOptions> = {
  aToWorld: true,
  bToWorld: true,
  maxDistance: true,
  witness: true,
  cache: true,
  stats: true,
};

const noCache = createContactCache();
const pairs = createTrianglePairs();
const corners = new Float64Array(18);
const pose = new Float64Array(16);
const point = new Float64Array(3);

/**
 * The distance of two surfaces and their nearest points; null beyond `maxDistance`, and for an R-tree that has lost all its triangles.
 * Exact up to rounding: zero if and only if `collide` is true, and equal to the last bit with a and b swapped. Among several nearest pairs
 * it reports the one whose points come first in the order of coordinates, whatever the trees.
 */
export function distance(a: PairTree, b: PairTree, options: DistanceOptions = {}): Distance | null {
  checkOptionNames(options, DISTANCE_OPTIONS, "distance");
  checkTrees(a, b);
  const { aToWorld: poseA = null, bToWorld: poseB = null, maxDistance = Infinity } = options;
  const { witness = "least" } = options;
  const cache = readContactCache(options.cache) ?? noCache;
  const stats = readStats(options.stats);
  checkLength(maxDistance, "maxDistance");
  if (witness !== "least" && witness !== "first")
    throw new OptionError(`witness: ${show(witness)} is not "least" or "first"`);
  const aToWorld = plainPose(poseA, "aToWorld");
  const bToWorld = plainPose(poseB, "bToWorld");
  const scaled = scalePair(a, b, { aToWorld, bToWorld });
  if (scaled !== null) {
    const { factor, poses } = scaled;
    const found = distance(scaled.a, scaled.b, {
      ...options,
      ...poses,
      maxDistance: enlargeLimit(maxDistance, factor),
    });
    return found === null ? null : shrinkResult(found, factor);
  }
  const counts = createStats();
  noCache.slotA = -1; // forget the contact of an earlier query
  const result = collide(a, b, { aToWorld, bToWorld, cache, stats: counts })
    ? whereTheyMeet(a, b, aToWorld, bToWorld, witness, cache, counts)
    : whereNearest(a, b, aToWorld, bToWorld, maxDistance, cache, counts);
  if (stats !== undefined) copyStats(counts, stats);
  return result;
}

/** Converts a result from a world scaled by `factor`. */
function shrinkResult(found: Distance, factor: number): Distance {
  found.distance = shrinkDistance(found.distance, factor);
  shrink(found.pointA, factor);
  shrink(found.pointB, factor);
  return found;
}

function whereNearest(
  a: PairTree,
  b: PairTree,
  aToWorld: readonly number[] | null,
  bToWorld: readonly number[] | null,
  maxDistance: number,
  cache: FilledContactCache,
  stats: QueryStats,
): Distance | null {
  const { slotA, slotB } = cache;
  const query = beginDistanceQuery(a, b, aToWorld, bToWorld, maxDistance);
  startFromPair(query, a, slotA, b, slotB);
  descendForDistance(query, a, b, -1);
  const nearest = takeNearest(query.pairs, a, b, maxDistance);
  addDistanceStats(query, stats);
  if (nearest === null) return null;
  const { slotA: nearestA, slotB: nearestB } = nearest;
  const result = {
    distance: nearest.distance,
    pointA: vectorFrom(nearest.points, 0),
    pointB: vectorFrom(nearest.points, 3),
    triangleA: a.triangles[nearestA],
    triangleB: b.triangles[nearestB],
    stats,
  };
  // Last, because a setter may run a query.
  cache.slotA = nearestA;
  cache.slotB = nearestB;
  cache.triangleA = result.triangleA;
  cache.triangleB = result.triangleB;
  return result;
}

/** Distance zero: a pair of triangles that meet, and a point they share. */
function whereTheyMeet(
  a: PairTree,
  b: PairTree,
  aToWorld: readonly number[] | null,
  bToWorld: readonly number[] | null,
  witness: "least" | "first",
  cache: FilledContactCache,
  stats: QueryStats,
): Distance {
  let { triangleA, triangleB } = cache;
  if (witness === "least") {
    const all = findPairs(a, b, { aToWorld, bToWorld, into: pairs });
    for (let k = 0; k < all.count; k++) {
      const i = all.pairs[2 * k];
      const j = all.pairs[2 * k + 1];
      if (compareTrianglePairs(i, j, triangleA, triangleB)) [triangleA, triangleB] = [i, j];
    }
    stats.boxTests += all.stats.boxTests;
    stats.triangleTests += all.stats.triangleTests;
    stats.exactTests += all.stats.exactTests;
  }
  setCorners(a, triangleA, aToWorld, 0);
  setCorners(b, triangleB, bToWorld, 9);
  commonPoint(corners, 0, corners, 9, point);
  return {
    distance: 0,
    pointA: vectorFrom(point, 0),
    pointB: vectorFrom(point, 0),
    triangleA,
    triangleB,
    stats,
  };
}

/** The corners of a triangle in world space. */
function setCorners({ mesh }: PairTree, triangle: number, toWorld: Pose | null, to: number): void {
  const moves = readPose(toWorld, "toWorld", pose);
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * vertexOf(mesh, triangle, corner);
    const [x, y, z] = [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]];
    if (moves) movePoint(pose, x, y, z, corners, to + 3 * corner);
    else corners.set([x, y, z], to + 3 * corner);
  }
}
