import { OptionError, show } from "../../errors.ts";
import { plainPose } from "../../geometry/affine.ts";
import { MAX_COORDINATE, readTwoVectors } from "../../geometry/coordinates.ts";
import { rayWeights } from "../../geometry/overlap/ray-weights.ts";
import type { Vector } from "../../geometry/vector.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { type QueryStats, readStats } from "../stats.ts";
import { enlarge, isTinyQuery, largestOf, scaleTree, shrink } from "../tiny-worlds.ts";
import {
  beginRay,
  createRayQuery,
  findAllHits,
  findNearest,
  type RayQuery,
  writeRayStats,
} from "./ray-query.ts";
import { TREE_OPTIONS, type TreeOptions } from "./tree-frame.ts";
import { beginTreeQuery, writeWorldCorners } from "./tree-query.ts";
import { unitNormal } from "./unit-normal.ts";

export interface RayOptions extends TreeOptions {
  /**
   * The end of the ray, in units of its direction. A hit at the end counts, whether by its exact t or by the rounded t that is reported.
   * Default: no end.
   */
  maxT?: number | undefined;
  /**
   * Which sides of triangles count: "both" (default), "front" (the side on which the corners are counterclockwise), "back". A ray in a
   * triangle's plane hits neither side, so it counts only for "both".
   */
  side?: "both" | "front" | "back" | undefined;
  /** Filled with the query's counters, which differ by a few per cent if kernels are used. */
  stats?: Partial<QueryStats> | undefined;
}

const RAY_OPTIONS: OptionNames<RayOptions> = { ...TREE_OPTIONS, maxT: true, side: true, stats: true };

export interface RayHit {
  triangle: number;
  /** The position on the ray: origin + t · direction. Infinity if it overflows f64, for a direction below 1e-308. */
  t: number;
  point: Vector;
  /**
   * Weights of the triangle's corners, in the mesh's order, that give `point`: barycentric coordinates in the world triangle. A weight is 0
   * if and only if the ray hits the edge opposite its corner, decided exactly, and positive otherwise; within 2^-20 of an edge it is the
   * true value, rounded once. The weights add up to 1 up to rounding. For a ray in the triangle's plane they belong to the first common
   * point.
   */
  barycentric: Vector;
  /** A unit vector on the side where the triangle's corners are counterclockwise; zero for a degenerate triangle. */
  normal: Vector;
}

const NO_OPTIONS: RayOptions = {};
const SIDES = { both: 0, front: 1, back: -1 } as const;
const query = createRayQuery();

/**
 * The first triangle on the ray from `origin` along `direction` (any nonzero length), or null. Watertight and exact: a ray
 * through an edge or a vertex hits every triangle there; among hits at one t the lowest triangle number wins.
 */
export function castRay(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions = NO_OPTIONS,
): RayHit | null {
  if (isTinyQuery(tree, options)) {
    const scaled = scaleRay(tree, origin, direction, options);
    if (scaled !== null) {
      const hit = castRay(scaled.tree, scaled.origin, scaled.direction, scaled.options);
      return hit === null ? null : shrinkHit(hit, scaled);
    }
  }
  const stats = readRay(query, tree, origin, direction, options, "castRay");
  findNearest(query, tree);
  const hit = query.nearest < 0 ? null : describeHit(query, tree, query.nearest, query.firstT);
  if (stats !== undefined) writeRayStats(query, stats);
  return hit;
}

/** All triangles on the ray, sorted by (t, triangle). */
export function castRayAll(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions = NO_OPTIONS,
): RayHit[] {
  if (isTinyQuery(tree, options)) {
    const scaled = scaleRay(tree, origin, direction, options);
    if (scaled !== null)
      return castRayAll(scaled.tree, scaled.origin, scaled.direction, scaled.options).map((hit) =>
        shrinkHit(hit, scaled),
      );
  }
  const stats = readRay(query, tree, origin, direction, options, "castRayAll");
  const hits = findAllHits(query, tree).map(({ slot, t }) => describeHit(query, tree, slot, t));
  if (stats !== undefined) writeRayStats(query, stats);
  return hits;
}

/** The time at which a ray first hits a triangle other than its own; 0 if it hits none. Like `castRayAll`, without describing the hits. */
export function timeOfNextHit(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions,
  own: number,
): number {
  if (isTinyQuery(tree, options)) {
    const next = castRayAll(tree, origin, direction, options).find(
      ({ triangle, t }) => triangle !== own && t > 0,
    );
    return next === undefined ? 0 : next.t;
  }
  readRay(query, tree, origin, direction, options, "castRayAll");
  for (const { slot, t } of findAllHits(query, tree))
    if (tree.triangles[slot] !== own && t * query.lift > 0) return Math.min(t * query.lift, query.maxT);
  return 0;
}

/** Reads and checks all arguments, and starts the query. */
function readRay(
  query: RayQuery,
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions,
  caller: string,
): QueryStats | undefined {
  if (options !== NO_OPTIONS) checkOptionNames(options, RAY_OPTIONS, caller);
  const { maxT = Infinity, side = "both", toWorld: pose = null } = options;
  const stats = readStats(options.stats);
  if (!(typeof maxT === "number" && maxT >= 0))
    throw new OptionError(`maxT: ${show(maxT)} is not a number of at least 0`);
  if (side !== "both" && side !== "front" && side !== "back")
    throw new OptionError(`side: ${show(side)} is not "both", "front" or "back"`);
  const toWorld = plainPose(pose, "toWorld");
  const { ray } = query;
  readTwoVectors(origin, "origin", direction, "direction", ray);
  if (ray[3] === 0 && ray[4] === 0 && ray[5] === 0) throw new OptionError("direction: has no length");
  beginTreeQuery(query.search, tree, toWorld, caller);
  beginRay(query, maxT, SIDES[side]);
  return stats;
}

function describeHit({ search, ray, lift, maxT }: RayQuery, tree: AabbTree, slot: number, t: number): RayHit {
  const { placement, corners } = search;
  writeWorldCorners(placement, tree, slot, corners);
  const point: Vector = [ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]];
  return {
    triangle: tree.triangles[slot],
    t: Math.min(t * lift, maxT),
    point,
    barycentric: rayWeights(ray, corners, t),
    normal: unitNormal(corners),
  };
}

/** A ray in a world scaled by `factor`, on which t is scaled by `factorOfT`. */
interface ScaledRay {
  tree: AabbTree;
  origin: ArrayLike<number>;
  direction: ArrayLike<number>;
  options: RayOptions;
  factor: number;
  factorOfT: number;
}

/** The ray in a scaled world; null if its origin is too far away to be scaled. A short direction is scaled with the world. */
function scaleRay(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions,
): ScaledRay | null {
  const scaled = scaleTree(tree, options, origin);
  if (scaled === null) return null;
  const { factor } = scaled;
  const isShort = largestOf(direction) * factor <= MAX_COORDINATE;
  const factorOfT = isShort ? 1 : factor;
  const { maxT } = options;
  return {
    tree: scaled.tree,
    origin: enlarge(origin, factor),
    direction: isShort ? enlarge(direction, factor) : direction,
    options: {
      ...options,
      toWorld: scaled.toWorld,
      ...(maxT !== undefined && { maxT: enlarge(maxT, factorOfT) }),
    },
    factor,
    factorOfT,
  };
}

/** Converts a hit in the scaled world to the caller's, in place. */
function shrinkHit(hit: RayHit, { factor, factorOfT }: ScaledRay): RayHit {
  hit.t /= factorOfT;
  shrink(hit.point, factor);
  return hit;
}
