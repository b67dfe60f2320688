import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { loadRayKernels, type RayKernels, renewViews } from "../../kernels/ray-kernels.ts";
import {
  AHEAD,
  ALL_CORNERS,
  BOX_TESTS,
  DROP_NEGATIVE,
  DROP_POSITIVE,
  FIRST_ONLY,
  FOUND,
  FOUND_BYTES,
  FOUND_LOWER,
  RAY_END,
  ROW_BYTES,
  SLACK,
  STACK_ROOM,
  TRIANGLE_TESTS,
  VIEW,
  WIDTH,
} from "../../kernels/ray-memory-map.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { boxReach } from "../pairs/f32-pose.ts";
import { BEGIN, beginAtRoot, endAt, kernelTime, MARGIN, SPEED, setNodeAxis } from "./kernel-descent.ts";
import type { VisitSlots } from "./sweep-nodes.ts";
import { CENTRE, HALF, MOTION } from "./tree-frame.ts";
import type { TreeQuery } from "./tree-query.ts";
import { copyWithWideNodes } from "./widen-tree.ts";

// The descent of an AABB tree by a ray, in f32. The kernel reports every triangle that the ray hits, and some that it misses. All of them
// go to the visitor that `sweepNodes` would call, so the answers equal those of `sweepNodes`.
//
// The frame. A ray in the tree's space, c + t·m, is known up to `margin` (tree-frame.ts): when the world's ray hits a world
// triangle at t, a point of the tree's triangle is within `margin` of c + t·m, on every axis. It is restarted where it
// enters the root's box, at t0, so that no coordinate exceeds R, the root's reach, however far away its origin. Lengths are
// measured on the axis of its largest component: τ = (t − t0)·|m|, at most 2R within the box. The view: shears across the
// ray, a = x − s·z, b = y − s'·z, z = ±(the coordinate on that axis), all relative to the ray's new origin; |s| ≤ 1.
//
// The slack. Let u = 2^-24 and G = margin + 2^-37·(t0·|m| + 2R): in addition to the margin, the second term covers the
// rounding in f64 of c + t0·m and m, and that of t in rayTriangle, a share of 2^-39 of t. The error of a corner's a, b or z
// is
// - 2G from the ray; 2u·R from vertices rounded to f32; 2u·R from s, times a length of 2R; 2u·R from the constants;
// - 1 + 2 + 3 + 4 units of u·R from the product and the sums.
// So E = 2G + 16u·R. A triangle that is hit has a point within E of (0, 0, τ) in the view. Let w = a·b' − a'·b of two
// corners, |w| the volume of edge and ray; moving the ray by E changes it by at most E·h, h = |a| + |b| + |a'| + |b'|;
// computing it rounds by 2u·(|a·b'| + |a'·b|) ≤ 8u·R·h. So if one w is certainly positive and one certainly negative, there
// is no hit. Conversely, the triangle's true corners are within E of those computed, each in its own direction. That adds
// 2E², which half of E·h covers: w > 1.5·E·h is only possible with h > 6E. So if all w exceed 1.5·(E + 8u·R)·h in
// magnitude, the ray's line hits the triangle between its nearest and its farthest corner, up to E.
//
// A node is entered at (bound − c)/m: the difference, 1/m and the product have rounding errors of 3u of at most 2R/|m|, c
// one of u·R. With the box larger by 8u·R + G on all sides, no rounding delays the entry beyond, or moves the exit before,
// a true hit. Components of m below 2^-40 become 2^-40, which moves the ray by at most 2^-38·R.
//
// All of this is less than SLACK = 32G + 48u·R. Underflow: if products underflow, w is zero and proves nothing; otherwise
// the slack times h exceeds the effect of underflow, since R > 2^-30.

const U = 2 ** -24;
const F64_SHARE = 2 ** -37;
const SMALLEST = 2 ** -30;
const LARGEST = 2 ** 30;
/** If the slack exceeds this fraction of the model, f32 is too coarse. */
const MOST_SLACK = 2 ** -8;
/** A mask that no triangle has. */
const NOTHING = -1;
/** The largest 1 / direction, relative to the largest component. */
const STEEPEST = 2 ** 40;
/** Farther than any hit, and finite in f32 after additions. */
const FARTHEST = 2 ** 100;

/** A ray as the kernel sees it. */
export interface RayDescent {
  /** The ray's new origin in the tree's space: the point at which it enters the root's box. */
  readonly origin: Float64Array;
  /**
   * BEGIN: t at the new origin. SPEED: τ per t. MARGIN: the slack. An array, because fields that hold f64 numbers would be
   * boxed.
   */
  readonly scale: Float64Array;
}

export function createRayDescent(): RayDescent {
  return { origin: new Float64Array(3), scale: new Float64Array(3) };
}

/**
 * Like `sweepNodes` with a ray as the moving box, which enters the root's box at `enter`; the visitor gets single slots. With `facing` 1 or
 * −1, only triangles whose normal has, or may have, a component of that sign along the ray are visited. With `isFirstOnly`, hits farther
 * than the first are omitted. Returns the number of box tests and sets the number of triangle tests; null, with nothing done, if the kernel
 * cannot be used.
 */
export function descendRay<Context>(
  descent: RayDescent,
  query: TreeQuery,
  tree: AabbTree,
  enter: number,
  facing: number,
  isFirstOnly: boolean,
  visit: VisitSlots<Context>,
  context: Context,
): number | null {
  // A step takes one node and adds at most four, one to three levels deeper.
  if (areKernelsUnwanted() || 3 * tree.depth + WIDTH > STACK_ROOM) return null;
  const copy = copyWithWideNodes(tree);
  if (copy === null) return null;
  const kernels = loadRayKernels();
  if (kernels === null) return null;
  // A view's length is cheap to read; asking the memory for its buffer would be a call.
  if (kernels.ints.length === 0) renewViews(kernels);
  if (!setRay(kernels, descent, tree, query, enter, facing)) return null;
  kernelRuns.ray++;
  const { ints } = kernels;
  ints[FIRST_ONLY >> 2] = isFirstOnly ? 1 : 0;
  beginAtRoot(kernels);
  for (;;) {
    const bytes = kernels.descendRay(copy.wide, copy.corners, copy.positions);
    const isMore = bytes < 0;
    visitFound(kernels, descent.scale, query.maxTime, isMore ? ~bytes : bytes, tree, visit, context);
    if (!isMore) break;
  }
  query.triangleTests = ints[TRIANGLE_TESTS >> 2];
  return ints[BOX_TESTS >> 2];
}

/** Writes the ray to the kernel's memory; false if f32 is too coarse for it, or the model is too small. */
function setRay(
  kernels: RayKernels,
  { origin, scale }: RayDescent,
  tree: AabbTree,
  { moving, maxTime }: TreeQuery,
  enter: number,
  facing: number,
): boolean {
  const sizeX = Math.abs(moving[MOTION]);
  const sizeY = Math.abs(moving[MOTION + 1]);
  const sizeZ = Math.abs(moving[MOTION + 2]);
  const along = sizeX >= sizeY ? (sizeX >= sizeZ ? 0 : 2) : sizeY >= sizeZ ? 1 : 2;
  const main = moving[MOTION + along];
  const speed = Math.abs(main);
  const travel = enter * speed;
  const reach = boxReach(tree.nodes);
  const slack = 32 * (moving[HALF] + F64_SHARE * (travel + 2 * reach)) + 48 * U * reach;
  if (!(reach > SMALLEST && reach < LARGEST && slack < MOST_SLACK * reach && speed > 0)) return false;
  scale[BEGIN] = enter;
  scale[SPEED] = speed;
  scale[MARGIN] = slack;
  const { ints, floats } = kernels;
  setBoxAxes(kernels, moving, scale, origin);
  setView(floats, moving, along, 1 / main, origin);
  const sign = main > 0 ? 1 : -1;
  // A volume has the sign of the normal's component along the ray, reversed for a ray in the negative direction of its
  // axis.
  ints[DROP_POSITIVE >> 2] = sign * facing < 0 ? ALL_CORNERS : NOTHING;
  ints[DROP_NEGATIVE >> 2] = sign * facing > 0 ? ALL_CORNERS : NOTHING;
  floats[RAY_END >> 2] = Math.min(kernelTime(maxTime[0], scale), FARTHEST);
  floats[SLACK >> 2] = slack;
  floats[AHEAD >> 2] = travel > 4 * slack ? -FARTHEST : 0;
  return true;
}

/** Writes the ray for box tests, and its new origin to `origin`. */
function setBoxAxes(
  kernels: RayKernels,
  moving: Float64Array,
  scale: Float64Array,
  origin: Float64Array,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const motion = moving[MOTION + axis];
    const begin = moving[CENTRE + axis] + scale[BEGIN] * motion;
    origin[axis] = begin;
    const inverse = Math.min(scale[SPEED] / Math.abs(motion), STEEPEST);
    setNodeAxis(kernels, axis, begin, motion > 0, inverse, scale[MARGIN]);
  }
}

/** Writes the view of the ray from `origin`, for the axis `along` and 1 / motion on that axis. */
function setView(
  floats: Float32Array,
  moving: Float64Array,
  along: number,
  inverse: number,
  origin: Float64Array,
): void {
  const sign = inverse > 0 ? 1 : -1;
  const z = origin[along];
  let row = VIEW >> 2;
  let axis = along;
  for (let k = 0; k < 2; k++) {
    axis = axis === 2 ? 0 : axis + 1;
    const shear = Math.fround(moving[MOTION + axis] * inverse);
    floats[row] = 0;
    floats[row + 1] = 0;
    floats[row + 2] = 0;
    floats[row + axis] = 1;
    floats[row + along] = -shear;
    floats[row + 3] = shear * z - origin[axis];
    row += ROW_BYTES >> 2;
  }
  floats[row] = 0;
  floats[row + 1] = 0;
  floats[row + 2] = 0;
  floats[row + along] = sign;
  floats[row + 3] = -sign * z;
}

/** Visits the nearest triangle first: most of the others are then too far. */
function visitFound<Context>(
  kernels: RayKernels,
  scale: Float64Array,
  maxTime: Float64Array,
  bytes: number,
  tree: AabbTree,
  visit: VisitSlots<Context>,
  context: Context,
): void {
  if (bytes === 0) return;
  const { ints, floats } = kernels;
  const end = FOUND + bytes;
  let nearest = FOUND;
  for (let at = FOUND; at < end; at += FOUND_BYTES)
    if (floats[(at + FOUND_LOWER) >> 2] < floats[(nearest + FOUND_LOWER) >> 2]) nearest = at;
  visit(context, tree, ints[nearest >> 2], 1);
  endAt(floats, maxTime, scale);
  for (let at = FOUND; at < end; at += FOUND_BYTES) {
    if (at === nearest || floats[(at + FOUND_LOWER) >> 2] > floats[RAY_END >> 2]) continue;
    visit(context, tree, ints[at >> 2], 1);
    endAt(floats, maxTime, scale);
  }
}
