import { type DistanceKernels, loadDistanceKernels } from "../../kernels/distance-kernels.ts";
import * as Memory from "../../kernels/distance-memory-map.ts";
import { GROW } from "../../kernels/distance-memory-map.ts";
import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { boxReach } from "../pairs/f32-pose.ts";
import type { PointQuery } from "./descend-to-point.ts";
import { measureTriangle } from "./nearest-to-point.ts";
import { ANY_AXIS, MOST } from "./world-metric.ts";

// The descent of an AABB tree towards a point by the kernel. For each triangle that it tests, it has an upper and a lower bound of the
// distance. It lowers a bound of its own, and keeps the triangles that may be the nearest. `measureTriangle` decides about those, so the
// answer equals that of `descendAabbToPoint`.
//
// Its lengths are those of the model's space. In the world they are longer by factors between two numbers
// (world-metric.ts); if these differ, the kernel is not used.
//
// The slack. Let u = 2^-24, the rounding of an f32, and T = |p|∞ + the largest coordinate of a box, both from the tree's
// origin.
// - A vertex rounded to f32, minus the point rounded to f32, has an error of u·T, and of u·T more for the difference: 2u·T
//   on each axis, 2√3·u·T in all.
// - A point of a triangle, c + s·(d − c) + t·(e − c), all within T, has an error of 10u·T on each axis; and it may lie
//   outside by the rounding of s + t, 2u·T. In all √3·12u·T.
// - The error of its length, by squares, sum and root, is 3u·√3·T; that of the product of a corner and a unit vector is
//   3u·√3·T, and 4u·√3·T for that length and the quotient.
// So the error of a distance, an upper bound, is 30u·T and that of a gap, a lower bound, 16u·T. The error of gaps to boxes
// is 2u·T on each axis and 3u relative, 9u·T in all. 32u·T covers all of them. In addition, the point may be off by
// `margin` along any vector, as in the plain descent, and Memory.GROW covers the rounding of sums with the slack itself,
// and of squares.

const SLACK_FACTOR = 32;
const U = 2 ** -24;
const LARGEST = 2 ** 30;
const SMALLEST = 2 ** -30;
/** The squared world length of the shortest unit vector of the model's space must be at least this fraction of the longest's. */
const SIMILAR = 1 - 2 ** -20;

// Places in the memory, as indices of 32-bit numbers.
const BEST = Memory.BEST >> 2;
const SLACK = Memory.SLACK >> 2;
const TOP = Memory.TOP >> 2;
const KEPT = Memory.KEPT >> 2;
const BOX_TESTS = Memory.BOX_TESTS >> 2;
const TRIANGLE_TESTS = Memory.TRIANGLE_TESTS >> 2;
const POINT = Memory.POINT >> 2;
const STACK = Memory.STACK >> 2;
const TRIANGLES = Memory.TRIANGLES >> 2;
const TRIANGLE = Memory.TRIANGLE_BYTES >> 2;
const LOWER = Memory.TRIANGLE_LOWER >> 2;

/**
 * Does the work of `descendAabbToPoint` and `measureCandidates` in a kernel. False, with nothing changed, if it cannot be
 * used.
 */
export function descendToPointByKernel(tree: AabbTree, query: PointQuery): boolean {
  const { metric, point } = query;
  if (areKernelsUnwanted() || !(metric[ANY_AXIS] >= SIMILAR * metric[MOST])) return false;
  if (tree.depth + 2 > Memory.NODE_STACK_ROOM) return false; // a step takes one node, adds at most one, and writes one
  const total = Math.max(Math.abs(point[0]), Math.abs(point[1]), Math.abs(point[2])) + boxReach(tree.nodes);
  if (!(total > SMALLEST && total < LARGEST)) return false;
  const copy = copyFor(tree, "point");
  if (copy === null) return false;
  const kernels = loadDistanceKernels();
  if (kernels === null) return false;
  const { ints, floats } = kernels;
  kernelRuns.point++;
  for (let k = 0; k < 3; k++) floats[POINT + k] = point[k];
  floats[POINT + 3] = 0;
  floats[SLACK] = GROW * (SLACK_FACTOR * U * total + query.margin);
  floats[BEST] = bestOfBound(kernels, query);
  ints[KEPT] = 0;
  ints[BOX_TESTS] = 0;
  ints[TRIANGLE_TESTS] = 0;
  ints[STACK] = copy.nodes;
  floats[STACK + 1] = 0;
  ints[TOP] = Memory.NODE_ENTRY_BYTES;
  while (kernels.descendToPoint(copy.nodes, copy.corners, copy.positions) !== 0)
    measureKept(kernels, tree, query);
  measureKept(kernels, tree, query);
  query.boxTests = ints[BOX_TESTS];
  query.search.triangleTests += ints[TRIANGLE_TESTS];
  return true;
}

/** An upper bound, in the model's space, of distances within the world's bound; not below the resolution of f32. */
function bestOfBound({ floats }: DistanceKernels, { metric, search }: PointQuery): number {
  return Math.max(Math.sqrt(search.bound[0] / metric[ANY_AXIS]) * GROW, floats[SLACK]);
}

/** Measures the triangles kept, the nearest first, so that most of the others are beyond the bound. */
function measureKept(kernels: DistanceKernels, tree: AabbTree, query: PointQuery): void {
  const { ints, floats } = kernels;
  const end = TRIANGLES + (ints[KEPT] >> 2);
  let first = TRIANGLES;
  for (let at = TRIANGLES; at < end; at += TRIANGLE)
    if (floats[at + LOWER] < floats[first + LOWER]) first = at;
  if (first < end) measureIfNear(kernels, tree, query, first);
  for (let at = TRIANGLES; at < end; at += TRIANGLE)
    if (at !== first) measureIfNear(kernels, tree, query, at);
  ints[KEPT] = 0;
}

function measureIfNear(kernels: DistanceKernels, tree: AabbTree, query: PointQuery, at: number): void {
  const { ints, floats } = kernels;
  if (floats[at + LOWER] > floats[BEST]) return;
  measureTriangle(query.search, tree, ints[at]);
  floats[BEST] = Math.min(floats[BEST], bestOfBound(kernels, query));
}
