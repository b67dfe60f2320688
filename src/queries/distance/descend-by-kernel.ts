import { LIMIT_DIRECTION } from "../../geometry/distance/triangle-distance-within.ts";
import { C, M } from "../../geometry/relative-pose-layout.ts";
import { type DistanceKernels, loadDistanceKernels } from "../../kernels/distance-kernels.ts";
import * as Memory from "../../kernels/distance-memory-map.ts";
import { GROW } from "../../kernels/distance-memory-map.ts";
import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { CORNER_SLACK } from "../../kernels/pair-memory-map.ts";
import { hypot } from "../../numerics/portable-math.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import type { TreeCopy } from "../../trees/tree-copies.ts";
import { setF32Pose } from "../pairs/f32-pose.ts";
import type { DistanceQuery } from "./distance-query.ts";
import { testLeaves } from "./nearest-pairs.ts";
import { ANY_AXIS, MOST } from "./world-metric.ts";

// The descent of two AABB trees for a distance by kernels. For each triangle pair that they test, they have an upper and a lower bound of
// the distance. They lower a bound of their own, and keep the pairs that may be the nearest. `testLeaves` decides about those, so the
// answer equals that of `descendBoxesForDistance`.
//
// The kernels' lengths are those of a's space. In the world they are longer by factors between two numbers
// (world-metric.ts); if these differ, the kernels are not used.
//
// The slack. Let η be a sixth of CORNER_SLACK, marginA + 8u·T: corners and boxes as computed by the kernels are at most η,
// on every axis, from those of the world triangles in a's space; T is the largest coordinate there, u = 2^-24
// (f32-pose.ts). So the error of distances and gaps is at most 2√3·η plus the rounding of the arithmetic: less than 48u·T
// for a difference of two points on triangles, for a gap along a unit vector, and for the supports of two nodes. That is
// less than 10η. Along the line between the doubled centres of boxes it is 2·(marginA + 7u·T) and 80u·T more, which twice
// the slack covers.

/** The slack as a multiple of η. */
const SLACK_FACTOR = 16;
/** The squared world length of the shortest unit vector of a's space must be at least this fraction of the longest's. */
const SIMILAR = 1 - 2 ** -20;
/** The cosine of 8°: supports are kept for a direction that turns by less. */
const SAME_DIRECTION = 0.99;
/** Both nodes are split unless one is larger by at least this factor. */
const BOTH_RATIO = 2;
/** Every direction has a generation. No query has as many directions as i32 has left beyond this. */
const LAST_GENERATION = 2 ** 30;

// Places in the memory, as indices of 32-bit numbers.
const BEST = Memory.BEST >> 2;
const LIMIT = Memory.LIMIT >> 2;
const ROOT = Memory.ROOT >> 2;
const SLACK = Memory.SLACK >> 2;
const GENERATION = Memory.GENERATION >> 2;
const TOP = Memory.TOP >> 2;
const KEPT = Memory.KEPT >> 2;
const BOX_TESTS = Memory.BOX_TESTS >> 2;
const TRIANGLE_TESTS = Memory.TRIANGLE_TESTS >> 2;
const FOUND_DIRECTION = Memory.FOUND_DIRECTION >> 2;
const UNIT_DIRECTION = Memory.UNIT_DIRECTION >> 2;
const SIDE_A = Memory.SIDE_A >> 2;
const SIDE_B = Memory.SIDE_B >> 2;
const SIDE_OFFSET = Memory.SIDE_OFFSET >> 2;
const STACK = Memory.STACK >> 2;
const PAIRS = Memory.PAIRS >> 2;
const PAIR = Memory.PAIR_BYTES >> 2;
const PAIR_LOWER = Memory.PAIR_LOWER >> 2;

/** Does the work of `descendBoxesForDistance` in kernels. Null, with nothing changed, if they cannot be used. */
export function descendBoxesByKernel(
  a: AabbTree,
  b: AabbTree,
  boxesA: AabbTree,
  boxesB: AabbTree,
  query: DistanceQuery,
): boolean | null {
  const { metricA, pairs } = query;
  if (areKernelsUnwanted() || !(metricA[ANY_AXIS] >= SIMILAR * metricA[MOST])) return null;
  // A step takes one pair and adds at most four, one or two levels deeper; it may write four.
  if (3 * (a.depth + b.depth) + 8 > Memory.STACK_ROOM) return null;
  const copyA = copyFor(boxesA, "distance");
  const copyB = copyFor(boxesB, "distance");
  if (copyA === null || copyB === null) return null;
  const kernels = loadDistanceKernels();
  if (kernels === null) return null;
  const { ints, floats } = kernels;
  if (!setF32Pose(boxesA, boxesB, query.bToA, BOTH_RATIO, floats)) return null;

  kernelRuns.distance++;
  begin(kernels, copyA, copyB, query);
  let isMore = true;
  let isWithin = false;
  while (isMore && !isWithin) {
    isMore = kernels.descendForDistance(copyA.nodes, copyB.nodes) !== 0;
    isWithin = floats[BEST] * Math.sqrt(metricA[MOST]) < pairs.clearance * (2 - GROW); // certainly
    if (!isMore || ints[KEPT] >= Memory.FULL) isWithin ||= testKept(kernels, a, b, query);
    if (isMore) followFound(kernels, query);
  }
  query.boxTests = ints[BOX_TESTS];
  pairs.triangleTests += ints[TRIANGLE_TESTS];
  return isWithin;
}

/** Sets the kernels' state to the roots, with the bound and the direction that `startFromPair` may have found. */
function begin(kernels: DistanceKernels, copyA: TreeCopy, copyB: TreeCopy, query: DistanceQuery): void {
  const { ints, floats } = kernels;
  floats[SLACK] = (SLACK_FACTOR / 6) * floats[CORNER_SLACK];
  ints[KEPT] = 0;
  ints[BOX_TESTS] = 0;
  ints[TRIANGLE_TESTS] = 0;
  ints[TOP] = Memory.ENTRY_BYTES;
  ints[STACK] = copyA.nodes;
  ints[STACK + 1] = copyB.nodes;
  floats[STACK + (Memory.ENTRY_SQUARE >> 2)] = 0;
  setSide(kernels, Memory.SIDE_A, copyA, Memory.SUPPORTS_A);
  setSide(kernels, Memory.SIDE_B, copyB, Memory.SUPPORTS_B);
  if (ints[GENERATION] > LAST_GENERATION) {
    ints.fill(0, Memory.SUPPORTS_A >> 2, Memory.SUPPORTS_END >> 2);
    ints[GENERATION] = 0;
  }
  const { boxesAToWorld, direction, foundDirection, pairs } = query;
  for (let k = 0; k < 3; k++) {
    direction[k] = 0;
    floats[UNIT_DIRECTION + k] = 0;
    floats[FOUND_DIRECTION + k] = 0;
    foundDirection[k] = 0;
    for (let row = 0; row < 3; row++)
      foundDirection[k] += boxesAToWorld[4 * k + row] * pairs.bound[LIMIT_DIRECTION + row];
  }
  turnToFound(kernels, query);
  setBest(kernels, query, bestOfBound(kernels, query));
}

/** Adopts the bound and the direction that the kernels have found. */
function followFound(kernels: DistanceKernels, query: DistanceQuery): void {
  const { floats } = kernels;
  for (let k = 0; k < 3; k++) query.foundDirection[k] = floats[FOUND_DIRECTION + k];
  turnToFound(kernels, query);
  setBest(kernels, query, floats[BEST]);
}

function setSide({ ints, floats }: DistanceKernels, side: number, copy: TreeCopy, supports: number): void {
  for (let at = 0; at <= Memory.SIDE_OFFSET; at += 4) floats[(side + at) >> 2] = 0;
  ints[(side + Memory.SIDE_NODES) >> 2] = copy.nodes;
  ints[(side + Memory.SIDE_CORNERS) >> 2] = copy.corners;
  ints[(side + Memory.SIDE_POSITIONS) >> 2] = copy.positions;
  ints[(side + Memory.SIDE_SUPPORTS) >> 2] = supports;
}

/** An upper bound, in a's space, of distances within the world's bound; not below the resolution of f32. */
function bestOfBound({ floats }: DistanceKernels, { metricA, pairs }: DistanceQuery): number {
  return Math.max(Math.sqrt(pairs.bound[0] / metricA[ANY_AXIS]) * GROW, floats[SLACK]);
}

function setBest({ floats }: DistanceKernels, { direction }: DistanceQuery, best: number): void {
  const hasDirection = direction[0] !== 0 || direction[1] !== 0 || direction[2] !== 0;
  floats[BEST] = best;
  floats[LIMIT] = (2 * best * GROW) ** 2;
  floats[ROOT] = hasDirection ? best * GROW + floats[SLACK] : Infinity;
}

/**
 * Uses the direction found for triangles; for the supports of nodes only if it differs by more than 8°. Bounds hold along any direction
 * except that of a zero vector.
 */
function turnToFound(
  { ints, floats }: DistanceKernels,
  { bToA, direction, foundDirection }: DistanceQuery,
): void {
  const length = hypot(foundDirection[0], foundDirection[1], foundDirection[2]);
  if (!(length > 0 && length < Infinity)) return;
  let cosine = 0;
  for (let k = 0; k < 3; k++) {
    floats[UNIT_DIRECTION + k] = foundDirection[k] / length;
    cosine += (direction[k] * foundDirection[k]) / length;
  }
  if (cosine > SAME_DIRECTION) return;
  ints[GENERATION]++;
  for (let k = 0; k < 3; k++) direction[k] = foundDirection[k] / length;
  let offset = 0;
  for (let k = 0; k < 3; k++) {
    let along = 0;
    for (let row = 0; row < 3; row++) along += direction[row] * bToA[M + 3 * row + k];
    floats[SIDE_A + k] = direction[k];
    floats[SIDE_B + k] = -along;
    offset += direction[k] * bToA[C + k];
  }
  floats[SIDE_B + SIDE_OFFSET] = -offset;
}

/**
 * Tests the pairs kept in f64, the nearest first, so that most of the others are beyond the bound. Returns whether one is
 * within the clearance, for a query that looks for such a pair.
 */
function testKept(kernels: DistanceKernels, a: AabbTree, b: AabbTree, query: DistanceQuery): boolean {
  const { ints, floats } = kernels;
  const end = PAIRS + (ints[KEPT] >> 2);
  const testsBefore = query.pairs.triangleTests; // the kernels have already counted these pairs
  let first = PAIRS;
  for (let at = PAIRS; at < end; at += PAIR)
    if (floats[at + PAIR_LOWER] < floats[first + PAIR_LOWER]) first = at;
  let isWithin = first < end && testPair(kernels, a, b, query, first);
  for (let at = PAIRS; at < end && !isWithin; at += PAIR)
    if (at !== first) isWithin = testPair(kernels, a, b, query, at);
  query.pairs.triangleTests = testsBefore;
  ints[KEPT] = 0;
  return isWithin;
}

function testPair(
  kernels: DistanceKernels,
  a: AabbTree,
  b: AabbTree,
  query: DistanceQuery,
  at: number,
): boolean {
  const { ints, floats } = kernels;
  if (floats[at + PAIR_LOWER] > floats[BEST]) return false;
  if (testLeaves(query.pairs, a, ints[at], 1, b, ints[at + 1], 1)) return true;
  // With a clearance the world's bound does not change, and neither does BEST.
  floats[BEST] = Math.min(floats[BEST], bestOfBound(kernels, query));
  return false;
}
