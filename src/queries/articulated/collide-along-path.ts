import { OptionError, show } from "../../errors.ts";
import { type Pose, readPose } from "../../geometry/affine.ts";
import { checkWorldPose } from "../../geometry/relative-pose.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { checkFillable, fillCounters } from "../../reused-objects.ts";
import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { checkBody } from "../../trees/articulated/check-body.ts";
import { OBB_HALF as HALF, OBB_STRIDE as STRIDE } from "../../trees/layout.ts";
import { ALL_COUNTERS } from "../stats.ts";
import type { AllowedPairs } from "./allowed-pairs.ts";
import { type BodyCache, readBodyCache } from "./body-cache.ts";
import { BODY_COUNTERS, BODY_STATS, type BodyQuery, type BodyStats, beginBodyQuery } from "./body-query.ts";
import { createPathMotion } from "./path-motion.ts";
import { pairsWithObstacles, pairsWithSelf } from "./path-pairs.ts";
import { findFirstContact, isFree, type PathSearch } from "./path-search.ts";

/**
 * The first contact of links on a path. Times count segments: 2.5 is half-way between the third waypoint and the fourth. All links are
 * apart before `lower`.
 *
 * - contact: at `upper` the two links meet, exactly as `collide` decides.
 * - near: at `upper` the two links are within the tolerance of each other; whether they meet shortly before or after was not determined.
 * - unknown: the limit of poses was reached. Nothing is known between `lower` and `upper`.
 */
export type PathContact =
  | {
      kind: "contact" | "near";
      /** The segment starts at this waypoint and ends at the next. */
      segment: number;
      lower: number;
      upper: number;
      /** A link of the body. */
      linkA: number;
      /** A link of the obstacles, or of the body itself. */
      linkB: number;
      /** Whether both links are the body's. */
      isSelf: boolean;
    }
  | { kind: "unknown"; segment: number; lower: number; upper: number };

export interface PathOptions {
  /** Whether the body's links are tested with each other. Default true. */
  self?: boolean | undefined;
  /** Which links of the body may touch each other. Default: those that a joint connects. See `createAllowedPairs`. */
  allowed?: AllowedPairs | undefined;
  /**
   * How near two links may come before that counts as a contact, in world units. Default: 10⁻⁴ of the longest diagonal of a link's box.
   * Each halving of the tolerance costs one more bisection where links come close.
   */
  tolerance?: number | undefined;
  /** How many poses are tried before the answer is "unknown" (`isPathFree`: false). Default: 100,000, a few seconds. */
  maxPoses?: number | undefined;
  /** The frame of the root link's joint. Default: the world's origin and axes. */
  rootToWorld?: Pose | null | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<PathStats> | undefined;
}

/** What a query along a path did. */
export interface PathStats extends BodyStats {
  /** Poses tried. */
  poses: number;
}

const PATH_OPTIONS: OptionNames<PathOptions> = {
  self: true,
  allowed: true,
  tolerance: true,
  maxPoses: true,
  rootToWorld: true,
  stats: true,
};

const PATH_STATS: OptionNames<PathStats> = { ...BODY_STATS, poses: true };
const PATH_COUNTERS = [...BODY_COUNTERS, "poses"] as const;

const TOLERANCE = 1e-4;
const MAX_POSES = 100_000;
/** The tolerance is at least this many times the largest rounding error of a point. */
const ROUNDINGS = 64;

/**
 * Where a body first meets obstacles, or itself, while its joint values move in straight lines from waypoint to waypoint; null for a free
 * path. It never misses a contact, however thin the links and however far apart the waypoints, because links are tested over whole
 * intervals of time. It may report a near miss as a contact, within the tolerance. Only surfaces count, as in `collide`; touching counts.
 *
 * A waypoint is a list of joint values in the order of `setPose`. Quaternions are interpolated component by component, so consecutive ones
 * must not be opposite. Obstacles are another body, which stands still, or null. The call leaves the body in its original pose.
 */
export function collideAlongPath(
  body: ArticulatedBody,
  waypoints: readonly ArrayLike<number>[],
  obstacles: ArticulatedBody | null,
  options: PathOptions = {},
): PathContact | null {
  checkOptionNames(options, PATH_OPTIONS, "collideAlongPath");
  return runSearch(body, waypoints, obstacles, options, (search) => {
    const end = findFirstContact(search);
    if (end === null) return null;
    const { kind, segment, from, to, pair } = end;
    const times = { segment, lower: segment + from, upper: segment + to };
    if (kind === "unknown" || pair === null) return { kind: "unknown", ...times };
    return { kind, ...times, linkA: pair.linkA, linkB: pair.linkB, isSelf: pair.isSelf };
  });
}

/**
 * Whether a path is certainly free: true where `collideAlongPath` returns null. Faster, because it stops at any contact, not only the
 * first. False also if links come within the tolerance of each other, or if the limit of poses is reached.
 */
export function isPathFree(
  body: ArticulatedBody,
  waypoints: readonly ArrayLike<number>[],
  obstacles: ArticulatedBody | null,
  options: PathOptions = {},
): boolean {
  checkOptionNames(options, PATH_OPTIONS, "isPathFree");
  return runSearch(body, waypoints, obstacles, options, isFree);
}

/** Sets up a search, runs it, and restores the body's pose. */
function runSearch<Answer>(
  body: ArticulatedBody,
  waypoints: readonly ArrayLike<number>[],
  obstacles: ArticulatedBody | null,
  options: PathOptions,
  run: (search: PathSearch) => Answer,
): Answer {
  checkBody(body, "body");
  if (obstacles !== null) checkBody(obstacles, "obstacles");
  if (obstacles === body)
    throw new OptionError(
      "obstacles: got the body itself; pass null, its links are tested against each other anyway",
    );
  const { self = true, allowed, tolerance, maxPoses = MAX_POSES, rootToWorld = null, stats } = options;
  if (typeof self !== "boolean") throw new OptionError(`self: expected true or false, got ${show(self)}`);
  if (tolerance !== undefined && !(typeof tolerance === "number" && tolerance > 0 && tolerance < Infinity))
    throw new OptionError(`tolerance: ${show(tolerance)} is not a positive number`);
  if (!(typeof maxPoses === "number" && maxPoses >= 1))
    throw new OptionError(`maxPoses: ${show(maxPoses)} is not a number of at least 1`);
  if (!self && obstacles === null)
    throw new OptionError("obstacles: null, and self is false: there is nothing to test");
  if (!self && allowed !== undefined)
    throw new OptionError("allowed: applies to the body tested against itself, but self is false");
  const counters = readStats(stats);
  const root = readRoot(rootToWorld);
  const before = body.linkToWorld.slice();
  try {
    const withObstacles = obstacles === null ? null : beginQuery(body, obstacles, undefined);
    const withSelf = self ? beginQuery(body, body, allowed) : null;
    const motion = createPathMotion(body, waypoints, root);
    const pairs = [
      ...(obstacles === null ? [] : pairsWithObstacles(body, obstacles)),
      ...(withSelf === null ? [] : pairsWithSelf(body, withSelf.allowed!)),
    ];
    const near = tolerance ?? TOLERANCE * longestDiagonal(body);
    const rounding = motion.rounding.reduce((most, value) => Math.max(most, 2 * value), 0);
    const search: PathSearch = {
      motion,
      withObstacles,
      withSelf,
      pairs,
      tolerance: Math.max(near, ROUNDINGS * rounding),
      maxPoses,
      poses: 0,
    };
    const answer = run(search);
    if (counters !== undefined) writeStats(search, counters);
    return answer;
  } finally {
    body.linkToWorld.set(before);
    body.poseCount++;
  }
}

/** The caller's `stats` with all counters. Throws `OptionError` where it cannot be filled. */
function readStats(stats: Partial<PathStats> | undefined): PathStats | undefined {
  if (stats === undefined) return undefined;
  checkFillable(stats, PATH_STATS, "stats", ALL_COUNTERS);
  fillCounters(stats, PATH_COUNTERS);
  return stats as PathStats;
}

function readRoot(rootToWorld: Pose | null): Float64Array | null {
  if (rootToWorld === null) return null;
  const root = new Float64Array(16);
  readPose(rootToWorld, "rootToWorld", root);
  checkWorldPose(root, 1, "rootToWorld");
  return root;
}

/** A query with its own counters and hints. Bringing its boxes up to date also detects links that were not refitted. */
function beginQuery(a: ArticulatedBody, b: ArticulatedBody, allowed: AllowedPairs | undefined): BodyQuery {
  const cache: BodyCache = {};
  readBodyCache(cache);
  return beginBodyQuery(a, b, { cache, allowed });
}

function longestDiagonal({ restBoxes, hierarchy }: ArticulatedBody): number {
  let longest = 0;
  for (let at = 0; at < STRIDE * hierarchy.leafCount; at += STRIDE) {
    const [x, y, z] = [restBoxes[at + HALF], restBoxes[at + HALF + 1], restBoxes[at + HALF + 2]];
    longest = Math.max(longest, 2 * Math.sqrt(x * x + y * y + z * z));
  }
  return longest;
}

function writeStats({ withObstacles, withSelf, poses }: PathSearch, stats: PathStats): void {
  for (const counter of BODY_COUNTERS)
    stats[counter] = (withObstacles?.stats[counter] ?? 0) + (withSelf?.stats[counter] ?? 0);
  stats.poses = poses;
}
