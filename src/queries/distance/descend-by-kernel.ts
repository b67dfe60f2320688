import { LIMIT_WAY } from "../../geometry/distance/triangle-distance-within.ts";
import { C, M } from "../../geometry/relative-pose-layout.ts";
import { loadDistanceKernels } from "../../kernels/distance-kernels.ts";
import * as Memory from "../../kernels/distance-memory-map.ts";
import { CORNER_SLACK } from "../../kernels/pair-memory-map.ts";
import { hypot } from "../../numerics/portable-math.ts";
import { kernelRuns } from "../../numerics/wasm/kernel-runs.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import type { TreeCopy } from "../../trees/tree-copies.ts";
import { areKernelsUnwanted } from "../kernel-choice.ts";
import { setF32Pose } from "../pairs/simd/f32-pose.ts";
import type { DistanceDescent } from "./distance-query.ts";
import { bound, leavesWithin, nearestTestCount, nearLeaves, setNearestTestCount } from "./nearest-pairs.ts";
import { ANY_AXIS, MOST } from "./world-metric.ts";

// The descent of two AABB trees for a distance by the kernels. Of the triangle pairs they come to they know that each is at
// least so far apart and at most so far. They lower a bound of their own, and keep the pairs that may be the nearest. Those
// are left to `nearLeaves`, so the answer is that of `descendBoxesForDistance`.
//
// The kernels' lengths are those of a's space. In the world they are longer by factors between two numbers (world-metric.ts);
// a pose of a whose factors differ is not served.
//
// The slack. Let η be a sixth of CORNER_SLACK, marginA + 8u·T: corners and boxes as computed by the kernels are at most η away,
// on every axis, from where those of the world triangles are in a's space; T is the largest coordinate there, u = 2^-24
// (f32-pose.ts). So distances and gaps are off by 2√3·η at most, and by what the arithmetic rounds: less than 48u·T for a
// difference of two points on triangles, as for a gap along a unit vector, as for the reaches of two nodes. That is less
// than 10η. Along the line between the doubled centres of boxes it is 2·(marginA + 7u·T) and 80u·T more, for which
// twice the slack is granted.

/** The slack as a multiple of η. */
const SLACK_FACTOR = 16;
/** The square of the shortest length 1 of a's space in the world, as a share of the longest. */
const SIMILAR = 1 - 2 ** -20;
/** The cosine of the angle up to which a way stays as it is, 8°. */
const SAME_WAY = 0.99;
const BOTH_RATIO = 2;
/** A generation is a way. No query has as many as are left then. */
const LAST_GENERATION = 2 ** 30;

// Places in the memory, as words of 32 bits.
const BEST = Memory.BEST >> 2;
const SLACK = Memory.SLACK >> 2;
const GENERATION = Memory.GENERATION >> 2;
const KEPT = Memory.KEPT >> 2;
const BOX_TESTS = Memory.BOX_TESTS >> 2;
const TRIANGLE_TESTS = Memory.TRIANGLE_TESTS >> 2;
const FOUND_WAY = Memory.FOUND_DIRECTION >> 2;
const UNIT_WAY = Memory.UNIT_DIRECTION >> 2;
const SIDE_A = Memory.SIDE_A >> 2;
const SIDE_B = Memory.SIDE_B >> 2;
const SIDE_OFFSET = Memory.SIDE_OFFSET >> 2;
const STACK = Memory.STACK >> 2;
const PAIRS = Memory.PAIRS >> 2;
const PAIR = Memory.PAIR_BYTES >> 2;
const PAIR_LOWER = Memory.PAIR_LOWER >> 2;

let ints: Int32Array = new Int32Array(0);
let floats: Float32Array = new Float32Array(0);
/** The way that reaches are kept for; zero at the begin of a query. */
const way = new Float64Array(3);
const newWay = new Float64Array(3);

/** The same as `descendBoxesForDistance`; null where the kernels cannot serve, and then nothing has been done. */
export function descendBoxesByKernel(a: AabbTree, b: AabbTree, descent: DistanceDescent): boolean | null {
  const { metricA, clearance } = descent;
  if (areKernelsUnwanted() || !(metricA[ANY_AXIS] >= SIMILAR * metricA[MOST])) return null;
  // A step takes one pair and adds at most four, one or two levels deeper; and writes four.
  if (3 * (a.depth + b.depth) + 8 > Memory.STACK_ROOM) return null;
  const copyA = copyFor(a, "distance");
  const copyB = copyFor(b, "distance");
  if (copyA === null || copyB === null) return null;
  const kernels = loadDistanceKernels();
  if (kernels === null) return null;
  ({ ints, floats } = kernels);
  if (!setF32Pose(a, b, descent.bToA, BOTH_RATIO, floats)) return null;

  kernelRuns.distance++;
  begin(copyA, copyB, descent);
  let isMore = true;
  let isWithin = false;
  while (isMore && !isWithin) {
    isMore = kernels.descendForDistance(copyA.nodes, copyB.nodes) !== 0;
    isWithin = floats[BEST] * Math.sqrt(metricA[MOST]) < clearance * (2 - Memory.GROW); // certainly
    if (!isMore || ints[KEPT] >= Memory.FULL) isWithin ||= takeKept(a, b, descent);
    if (isMore) followFound(descent);
  }
  descent.boxTests = ints[BOX_TESTS];
  setNearestTestCount(nearestTestCount() + ints[TRIANGLE_TESTS]);
  return isWithin;
}

/** The state of a query at its begin: with the roots, and with what `startFromPair` may have found. */
function begin(copyA: TreeCopy, copyB: TreeCopy, descent: DistanceDescent): void {
  floats[SLACK] = (SLACK_FACTOR / 6) * floats[CORNER_SLACK];
  ints[KEPT] = 0;
  ints[BOX_TESTS] = 0;
  ints[TRIANGLE_TESTS] = 0;
  ints[Memory.TOP >> 2] = Memory.ENTRY_BYTES;
  ints[STACK] = copyA.nodes;
  ints[STACK + 1] = copyB.nodes;
  floats[STACK + (Memory.ENTRY_SQUARE >> 2)] = 0;
  setSide(Memory.SIDE_A, copyA, Memory.SUPPORTS_A);
  setSide(Memory.SIDE_B, copyB, Memory.SUPPORTS_B);
  if (ints[GENERATION] > LAST_GENERATION) {
    ints.fill(0, Memory.SUPPORTS_A >> 2, Memory.SUPPORTS_END >> 2);
    ints[GENERATION] = 0;
  }
  const { aToWorld } = descent;
  for (let k = 0; k < 3; k++) {
    way[k] = 0;
    floats[UNIT_WAY + k] = 0;
    floats[FOUND_WAY + k] = 0;
    newWay[k] = 0;
    for (let row = 0; row < 3; row++) newWay[k] += aToWorld[4 * k + row] * bound[LIMIT_WAY + row];
  }
  turnTo(newWay, descent);
  setBest(bestOfBound(descent));
}

/** Goes on with what the kernels have found. */
function followFound(descent: DistanceDescent): void {
  for (let k = 0; k < 3; k++) newWay[k] = floats[FOUND_WAY + k];
  turnTo(newWay, descent);
  setBest(floats[BEST]);
}

function setSide(side: number, copy: TreeCopy, reaches: number): void {
  for (let at = 0; at <= Memory.SIDE_OFFSET; at += 4) floats[(side + at) >> 2] = 0;
  ints[(side + Memory.SIDE_NODES) >> 2] = copy.nodes;
  ints[(side + Memory.SIDE_CORNERS) >> 2] = copy.corners;
  ints[(side + Memory.SIDE_POSITIONS) >> 2] = copy.positions;
  ints[(side + Memory.SIDE_SUPPORTS) >> 2] = reaches;
}

/** How far apart in a's space what is within the bound of the world can be; no less than f32 can tell. */
function bestOfBound({ metricA }: DistanceDescent): number {
  return Math.max(Math.sqrt(bound[0] / metricA[ANY_AXIS]) * Memory.GROW, floats[SLACK]);
}

function setBest(best: number): void {
  const hasWay = way[0] !== 0 || way[1] !== 0 || way[2] !== 0;
  floats[BEST] = best;
  floats[Memory.LIMIT >> 2] = (2 * best * Memory.GROW) ** 2;
  floats[Memory.ROOT >> 2] = hasWay ? best * Memory.GROW + floats[SLACK] : Infinity;
}

/** Takes another way, in a's space; for reaches only if it is not nearly the same. Any way is a right one, but zero is none. */
function turnTo(direction: Float64Array, { bToA }: DistanceDescent): void {
  const length = hypot(direction[0], direction[1], direction[2]);
  if (!(length > 0 && length < Infinity)) return;
  let cosine = 0;
  for (let k = 0; k < 3; k++) {
    floats[UNIT_WAY + k] = direction[k] / length;
    cosine += (way[k] * direction[k]) / length;
  }
  if (cosine > SAME_WAY) return;
  ints[GENERATION]++;
  for (let k = 0; k < 3; k++) way[k] = direction[k] / length;
  let offset = 0;
  for (let k = 0; k < 3; k++) {
    let along = 0;
    for (let row = 0; row < 3; row++) along += way[row] * bToA[M + 3 * row + k];
    floats[SIDE_A + k] = way[k];
    floats[SIDE_B + k] = -along;
    offset += way[k] * bToA[C + k];
  }
  floats[SIDE_B + SIDE_OFFSET] = -offset;
}

/**
 * Leaves the pairs kept to the next stage, the nearest first, so that most of the others are beyond the bound. Whether one is
 * within the clearance, for a query that looks for such.
 */
function takeKept(a: AabbTree, b: AabbTree, descent: DistanceDescent): boolean {
  const end = PAIRS + (ints[KEPT] >> 2);
  const testsBefore = nearestTestCount(); // the kernels have counted theirs
  let first = PAIRS;
  for (let at = PAIRS; at < end; at += PAIR)
    if (floats[at + PAIR_LOWER] < floats[first + PAIR_LOWER]) first = at;
  let isWithin = first < end && takePair(a, b, descent, first);
  for (let at = PAIRS; at < end && !isWithin; at += PAIR)
    if (at !== first) isWithin = takePair(a, b, descent, at);
  setNearestTestCount(testsBefore);
  ints[KEPT] = 0;
  return isWithin;
}

function takePair(a: AabbTree, b: AabbTree, descent: DistanceDescent, at: number): boolean {
  if (floats[at + PAIR_LOWER] > floats[BEST]) return false;
  const slotA = ints[at];
  const slotB = ints[at + 1];
  if (descent.clearance >= 0) return leavesWithin(a, slotA, 1, b, slotB, 1, descent.clearance);
  nearLeaves(a, slotA, 1, b, slotB, 1);
  floats[BEST] = Math.min(floats[BEST], bestOfBound(descent));
  return false;
}
