import { OptionError, show } from "../../errors.ts";
import { copyPose, readPose } from "../../geometry/affine.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { reachOfPair } from "../../geometry/relative-pose.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { checkFillable } from "../../reused-objects.ts";
import { type AabbTree, checkTreeArrays, NO_TRIANGLE } from "../../trees/layout.ts";
import { addCounts, type Counters, createStats, type QueryStats, readStats } from "../stats.ts";
import { mayBeTiny, scalePair } from "../tiny-worlds.ts";
import { answerAtOnce, beginAtOnce } from "./answer-at-once.ts";
import { answerByKernel, boxTestsOfLast, readExits } from "./descend-pair-by-kernel.ts";
import { beginLeafPairs, leavesMeet } from "./leaf-pairs.ts";
import { type PairContext, returnPairContext, takePairContext } from "./pair-context.ts";
import {
  addCounters,
  beginCheckedQuery,
  beginPairQuery,
  descendPair,
  PAIR_OPTIONS,
  type PairOptions,
  type PairTree,
  placePair,
  reachOf,
  recordStats,
  useFrames,
} from "./pair-query.ts";

/**
 * What `collide` and `distance` remember from frame to frame: the triangles that met last or were nearest. Start with {}, use one per pair
 * of bodies, and pass it to every call.
 */
export interface ContactCache {
  /** The triangles that met last or, for `distance`, were nearest; −1 before there are any. */
  triangleA?: number;
  triangleB?: number;
  /** The slots of these triangles in the trees. */
  slotA?: number;
  slotB?: number;
}

/** A cache with all its fields. */
export type FilledContactCache = Required<ContactCache>;

const CACHE_FIELDS = ["triangleA", "triangleB", "slotA", "slotB"] as const;
const CACHE_NAMES: OptionNames<ContactCache> = { triangleA: true, triangleB: true, slotA: true, slotB: true };

/** An empty cache with all fields, so that caches of abut and of callers have one shape. */
export function createContactCache(): FilledContactCache {
  return fillContactCache({});
}

/** The caller's cache with all its fields; only the first call has to fill them in. */
export function readContactCache(cache: ContactCache | undefined): FilledContactCache | undefined {
  return cache === undefined || isFilled(cache) ? cache : fillContactCache(cache);
}

function isFilled(cache: ContactCache): cache is FilledContactCache {
  return (
    Number.isInteger(cache?.slotA) &&
    Number.isInteger(cache.slotB) &&
    Number.isInteger(cache.triangleA) &&
    Number.isInteger(cache.triangleB) &&
    Object.isExtensible(cache)
  );
}

function fillContactCache(cache: ContactCache): FilledContactCache {
  checkFillable(cache, CACHE_NAMES, "cache");
  for (const field of CACHE_FIELDS) {
    const value: unknown = cache[field];
    if (value === undefined) cache[field] = -1;
    else if (!Number.isInteger(value))
      throw new OptionError(`cache.${field}: expected an integer or nothing, got ${show(value)}`);
  }
  return cache as FilledContactCache;
}

export interface CollideOptions extends PairOptions {
  /**
   * Which pending node pair comes next. "best-first" (default): the one whose boxes overlap most deeply. "depth-first": the
   * last found. Changes the counters, never the answer.
   */
  order?: "best-first" | "depth-first" | undefined;
  /** A plain object, such as {}. The triangles that met last time are tested first, and those that meet now are remembered. */
  cache?: ContactCache | undefined;
}

const COLLIDE_OPTIONS: OptionNames<CollideOptions> = { ...PAIR_OPTIONS, order: true, cache: true };

/** Whether any triangle of a shares a point with one of b; exact, touching counts. */
export function collide(a: PairTree, b: PairTree, options: CollideOptions = {}): boolean {
  checkOptionNames(options, COLLIDE_OPTIONS, "collide");
  const { order = "best-first" } = options;
  if (order !== "best-first" && order !== "depth-first")
    throw new OptionError(`order: ${show(order)} is not "best-first" or "depth-first"`);
  const cache = readContactCache(options.cache);
  const stats = readStats(options.stats);
  const context = takePairContext();
  try {
    const bestFirst = order === "best-first";
    const meet = bestFirst ? collideAtOnce(context, a, b, options, cache) : null;
    if (meet !== null) {
      if (stats !== undefined) {
        readExits(context);
        recordStats(context, stats);
      }
      return meet;
    }
    const scaled = scalePair(a, b, options);
    if (scaled !== null) return collide(scaled.a, scaled.b, { ...options, ...scaled.poses });
    return collideIn(context, a, b, options, bestFirst, cache, stats);
  } finally {
    returnPairContext(context);
  }
}

function collideAtOnce(
  context: PairContext,
  a: PairTree,
  b: PairTree,
  options: PairOptions,
  cache: FilledContactCache | undefined,
): boolean | null {
  if (cache === undefined) return answerAtOnce(context, a, b, options, false);
  const { slotA, slotB } = cache;
  const hasWitness =
    slotA >= 0 && a?.kind === "aabb" && b?.kind === "aabb" && isInUse(a, slotA) && isInUse(b, slotB);
  const meet = answerAtOnce(context, a, b, options, false, hasWitness ? slotA : -1, hasWitness ? slotB : -1);
  if (meet === true) remember(cache, context, a, b);
  return meet;
}

/**
 * `collide` for checked poses, null for the identity, and a filled cache. Adds the query's counters to `sum`. A world runs thousands of
 * these in a step, and reading options would take longer than a short query. Poses of links lie in an array of the body's, into which callers
 * may write, and need not keep the trees in range: without `areInRange` they are checked as `collide` checks them.
 */
export function collideChecked(
  a: AabbTree,
  b: AabbTree,
  aToWorld: Float64Array | null,
  bToWorld: Float64Array | null,
  cache: FilledContactCache,
  sum: Counters,
  areInRange = true,
): boolean {
  checkTreeArrays(a, "a");
  checkTreeArrays(b, "b");
  const context = takePairContext();
  try {
    if (mayBeTiny(a, aToWorld, b, bToWorld)) {
      const stats = createStats();
      const meet = collide(a, b, { aToWorld, bToWorld, cache, stats });
      addCounts(sum, stats);
      return meet;
    }
    if (areInRange) {
      copyPose(aToWorld, context.aToWorld);
      copyPose(bToWorld, context.bToWorld);
    } else {
      readPose(aToWorld, "aToWorld", context.aToWorld);
      readPose(bToWorld, "bToWorld", context.bToWorld);
    }
    const { slotA, slotB } = cache;
    const hasWitness = isInUse(a, slotA) && isInUse(b, slotB);
    beginAtOnce(context, false, hasWitness ? slotA : -1, hasWitness ? slotB : -1);
    const meetAtOnce = answerByKernel(context, a, b);
    if (meetAtOnce !== null) {
      if (meetAtOnce) remember(cache, context, a, b);
      sum.boxTests += boxTestsOfLast();
      sum.triangleTests += context.triangleTests;
      sum.exactTests += exactTestCount() - context.exactBefore;
      return meetAtOnce;
    }
    beginCheckedQuery(context, aToWorld, bToWorld);
    const meet = findFirstPair(context, a, b, cache, areInRange);
    addCounters(context, sum);
    return meet;
  } finally {
    returnPairContext(context);
  }
}

function collideIn(
  context: PairContext,
  a: PairTree,
  b: PairTree,
  options: PairOptions,
  bestFirst: boolean,
  cache: FilledContactCache | undefined,
  stats: QueryStats | undefined,
): boolean {
  beginPairQuery(context, a, b, options, false);
  context.bestFirst = bestFirst;
  const meet = findFirstPair(context, a, b, cache, false);
  if (stats !== undefined) recordStats(context, stats);
  return meet;
}

function findFirstPair(
  context: PairContext,
  a: PairTree,
  b: PairTree,
  cache: FilledContactCache | undefined,
  isChecked: boolean,
): boolean {
  useFrames(context, a, b);
  context.witnessA = -1; // tested here, so the kernel need not test it again
  const meet =
    (cache !== undefined && witnessMeets(context, a, cache.slotA, b, cache.slotB, isChecked)) ||
    descendPair(context, a, b);
  if (meet && cache !== undefined) remember(cache, context, a, b);
  return meet;
}

/** Keeps the triangles that met. */
function remember(cache: FilledContactCache, { hitA, hitB }: PairContext, a: PairTree, b: PairTree): void {
  cache.slotA = hitA;
  cache.slotB = hitB;
  cache.triangleA = a.triangles[hitA];
  cache.triangleB = b.triangles[hitB];
}

/** Whether the triangles that met last meet again. Unchecked poses are checked in any case, even if the triangles meet. */
function witnessMeets(
  context: PairContext,
  a: PairTree,
  slotA: number,
  b: PairTree,
  slotB: number,
  isChecked: boolean,
): boolean {
  if (!isInUse(a, slotA) || !isInUse(b, slotB)) return false;
  const { aToWorld, bToWorld } = context;
  if (isChecked) beginLeafPairs(context, a, b, reachOfPair(aToWorld, reachOf(a), bToWorld, reachOf(b)));
  else placePair(context, a, b);
  return leavesMeet(context, a, slotA, 1, b, slotB, 1);
}

/** False for a slot of other trees, or of a triangle that an R-tree has lost: such a slot holds no witness. */
export function isInUse({ triangles }: PairTree, slot: number): boolean {
  return slot >= 0 && slot < triangles.length && triangles[slot] !== NO_TRIANGLE;
}
