import { loadDistanceKernels } from "../../kernels/distance-kernels.ts";
import * as Memory from "../../kernels/distance-memory-map.ts";
import { kernelRuns } from "../../numerics/wasm/kernel-runs.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { areKernelsUnwanted } from "../kernel-choice.ts";
import { boxReach } from "../pairs/simd/f32-pose.ts";
import type { PointDescent } from "./descend-to-point.ts";
import { addPointTests, bound, measureTriangle } from "./nearest-to-point.ts";
import { ANY_AXIS, MOST } from "./world-metric.ts";

// The descent of an AABB tree towards a point by the kernel. Of the triangles it comes to it knows that each is at least so
// far away and at most so far. It lowers a bound of its own, and keeps the triangles that may be the nearest. Those are left
// to `measureTriangle`, so the answer is that of `descendAabbToPoint`.
//
// Its lengths are those of the model's space. In the world they are longer by factors between two numbers (world-metric.ts); a
// pose whose factors differ is not served.
//
// The slack. Let u = 2^-24, the rounding of an f32, and T = |p|∞ + the largest coordinate of a box, both from the tree's origin.
// - A vertex rounded to f32, minus the point rounded to f32, is off by u·T, and by u·T more for the difference: 2u·T on each
//   axis, 2√3·u·T in all.
// - A point of a triangle, c + s·(d − c) + t·(e − c), all within T, is off by 10u·T on each axis; and it may lie outside by the
//   rounding of s + t, 2u·T. In all √3·12u·T.
// - Its length, by squares, sum and root, is off by 3u·√3·T; the product of a corner and a way of length 1 by 3u·√3·T, and
//   by 4u·√3·T for that length and the quotient.
// So a distance, at most as far, is off by 30u·T and a gap, at least as far, by 16u·T. Gaps to boxes are off by 2u·T on each axis
// and by 3u of themselves, 9u·T. For all of them 32u·T is granted. Beside that, the point may be elsewhere by `margin` along any
// vector, as for the plain descent, and Memory.GROW is for the rounding of sums with the slack itself, and of squares.

const SLACK_FACTOR = 32;
const U = 2 ** -24;
const LARGEST = 2 ** 30;
const SMALLEST = 2 ** -30;
/** The square of the shortest length 1 of the model's space in the world, as a share of the longest. */
const SIMILAR = 1 - 2 ** -20;

// Places in the memory, as words of 32 bits.
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
const ENTRY_BYTES = Memory.NODE_ENTRY_BYTES;
const STACK_ROOM = Memory.NODE_STACK_ROOM;

let ints: Int32Array = new Int32Array(0);
let floats: Float32Array = new Float32Array(0);

/** The same as `descendAabbToPoint`; false where the kernel cannot serve, and then nothing has been done. */
export function descendToPointByKernel(tree: AabbTree, descent: PointDescent): boolean {
  const { metric, point } = descent;
  if (areKernelsUnwanted() || !(metric[ANY_AXIS] >= SIMILAR * metric[MOST])) return false;
  if (tree.depth + 2 > STACK_ROOM) return false; // a step takes one node, adds at most one, and writes one
  const total = Math.max(Math.abs(point[0]), Math.abs(point[1]), Math.abs(point[2])) + boxReach(tree.nodes);
  if (!(total > SMALLEST && total < LARGEST)) return false;
  const copy = copyFor(tree, "point");
  if (copy === null) return false;
  const kernels = loadDistanceKernels();
  if (kernels === null) return false;
  ({ ints, floats } = kernels);
  kernelRuns.point++;
  for (let k = 0; k < 3; k++) floats[POINT + k] = point[k];
  floats[POINT + 3] = 0;
  floats[SLACK] = Memory.GROW * (SLACK_FACTOR * U * total + descent.margin);
  floats[BEST] = bestOfBound(metric);
  ints[KEPT] = 0;
  ints[BOX_TESTS] = 0;
  ints[TRIANGLE_TESTS] = 0;
  ints[STACK] = copy.nodes;
  floats[STACK + 1] = 0;
  ints[TOP] = ENTRY_BYTES;
  while (kernels.descendToPoint(copy.nodes, copy.corners, copy.positions) !== 0) takeKept(tree, metric);
  takeKept(tree, metric);
  descent.boxTests = ints[BOX_TESTS];
  addPointTests(ints[TRIANGLE_TESTS]);
  return true;
}

/** How far away in the model's space what is within the bound of the world can be; no less than f32 can tell. */
function bestOfBound(metric: Float64Array): number {
  return Math.max(Math.sqrt(bound[0] / metric[ANY_AXIS]) * Memory.GROW, floats[SLACK]);
}

/** Leaves the triangles kept to the next stage, the nearest first, so that most of the others are beyond the bound. */
function takeKept(tree: AabbTree, metric: Float64Array): void {
  const end = TRIANGLES + (ints[KEPT] >> 2);
  let first = TRIANGLES;
  for (let at = TRIANGLES; at < end; at += TRIANGLE) if (floats[at + 1] < floats[first + 1]) first = at;
  if (first < end) takeTriangle(tree, metric, first);
  for (let at = TRIANGLES; at < end; at += TRIANGLE) if (at !== first) takeTriangle(tree, metric, at);
  ints[KEPT] = 0;
}

function takeTriangle(tree: AabbTree, metric: Float64Array, at: number): void {
  if (floats[at + 1] > floats[BEST]) return;
  measureTriangle(tree, ints[at]);
  floats[BEST] = Math.min(floats[BEST], bestOfBound(metric));
}
