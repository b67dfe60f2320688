import { largestOfThree, poseNorm } from "../../geometry/norms.ts";
import type { BoxEntry } from "../../geometry/sweep/box-entry.ts";
import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import {
  BOX_TESTS,
  FOUND,
  FOUND_BYTES,
  FOUND_LOWER,
  FROM_BOX,
  HALF_EXTENTS,
  HAND_OUT,
  INVERSE_PACE,
  MOST_HANDED_OUT,
  PACE,
  RAY_END,
  ROW_BYTES,
  SLACK,
  STACK_ROOM,
  TIE_NUMBER,
  TIE_PLACE,
  TIE_ROW,
  TIE_SIGN,
  TRIANGLE_TESTS,
  WIDE_ROW_BYTES,
  WIDTH,
} from "../../kernels/ray-memory-map.ts";
import { loadSweepKernels, renewSweepViews, type SweepKernels } from "../../kernels/sweep-kernels.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { boxReach } from "../pairs/f32-pose.ts";
import { BEGIN, beginAtRoot, endAt, kernelTime, MARGIN, SPEED, setNodeAxis } from "./kernel-descent.ts";
import { setLowestNumbers } from "./lowest-numbers.ts";
import { enterRoot, type VisitSlots } from "./sweep-nodes.ts";
import { CENTRE, HALF, MOTION, type Placement, worldReach } from "./tree-frame.ts";
import type { TreeQuery } from "./tree-query.ts";
import { copyWithWideNodes } from "./widen-tree.ts";

// The descent of an AABB tree by a moving box, in f32. The kernel reports every triangle that the box may meet first, and some others. All
// of them go to the visitor, which decides by exact times, so the answers equal those of `sweepNodes`.
//
// The frame. The box is restarted where it enters the root's box, at t0, so that all numbers are of the size of box and model,
// however far away it begins. Triangles are seen from the box, in the world's directions, mirrored so that it moves up on every
// axis: p = σ·(L·v + d), L the linear part of the pose, d what is left of pose, origin and the box's centre at t0. Let R be the
// reach of the tree's boxes, W = |L|·R, D = |d|, H the largest half extent, and σ = 1/(W + D + H): |p| ≤ 1. Times are
// τ = (t − t0)·σ·S, S the largest component of the motion, so the box moves by 1 on that axis during τ = 1, and by then it has
// left the model.
//
// The slack. Let u = 2^-24 and F = 2^-43·σ·(world reach + reach of the box + t0·S): F covers the rounding in f64 of the world's
// vertices, of t0 and d, and of the times that the visitor reports. A computed corner is within E = F + 8u of the true one on
// every axis: u each from v, L and d, and from a product and three sums, of which none exceeds 1. So a box larger by E meets the
// computed triangle while the box meets the true one, and while a box smaller by E meets the computed triangle, the box meets the
// true one: a point of either triangle has its counterpart, with the same barycentric coordinates, within E. On an axis n
// that is E·|n|, |n| the sum of the magnitudes. All that is left is rounding within the test of the computed triangle: edges are
// relative to their own size, so an axis that is a cross product of an edge has an error of u·|n|; projections of points,
// box and motion, each of at most 1 times |n|, have less than 12u·|n|, taking both ends of an edge for one 4u·|n|, the
// quotients, with τ ≤ 1 and a pace of at most |n|, 3u·|n|. The normal is a difference of products: there |n| is replaced by the
// sum of their magnitudes, and its own error, 4u of that, projected thrice, is 12u. All of this is less than SLACK = F + 96u.
//
// Any axis that separates proves "never", so a wrong one does no harm. "Certainly" needs all 13 axes of the computed triangle,
// and has them; what is certain by `upper` ends the search there.
//
// A node is entered at (bound − centre ∓ half)/motion: as for rays (descend-ray.ts), the box of nodes is larger by 48u times
// the reach of both, which exceeds the rounding, plus 2^-37 of all lengths. Components of the motion below 2^-40 of the largest
// become that.
//
// Ties. Nodes round outward, so a node whose bound is not before the coordinate at which the box meets the nearest triangle on an axis of
// the box holds no triangle that is met sooner. If its numbers are higher, too, none of its triangles is the answer: it is left out.
//
// Underflow. R > 2^-30, lengths are about 1, so it can only happen to axes of tiny triangles: 2^-96 is added to the error on each axis, more
// than it can do, and more than what raising a pace to 2^-100 does.

const U = 2 ** -24;
const F64_SHARE = 2 ** -43;
const F64_SHARE_OF_NODES = 2 ** -37;
const SMALLEST = 2 ** -30;
const LARGEST = 2 ** 30;
/** With more slack than this, f32 is too coarse. */
const MOST_SLACK = 2 ** -8;
/** The least component of a motion in the tree's space, relative to the largest. */
const FLATTEST = 2 ** -40;
/** The kernel has an equal constant. */
const LEAST_PACE = 2 ** -100;
/** The half extent in the unused lane: nothing is excluded there. */
const UNBOUNDED = 2 ** 60;

/** Triangles whose least times differ by less than this times the slack may be met at one time. */
const NEARLY_EQUAL = 8;

/** Bytes of triangles visited before it is known how the nearest is met. */
const FIRST_HANDED_OUT = 4 * FOUND_BYTES;

/** What a query knows of the nearest triangle. */
interface NearestTriangle {
  /** Its slot, −1 for none. */
  readonly nearest: number;
  readonly firstTime: number;
  /** How the triangle in the slot `nearestIn` is met. */
  readonly nearestEntry: BoxEntry;
  readonly nearestIn: number;
}

/** A moving box as the kernel sees it. */
export interface BoxDescent {
  /**
   * BEGIN: t where the box enters the root's box. SPEED: τ per t. MARGIN: the slack. UNIT: σ. OFFSET: d. An array, because fields that
   * hold f64 numbers would be boxed.
   */
  readonly scale: Float64Array;
}

const UNIT = 3;
const OFFSET = 4;

export function createBoxDescent(): BoxDescent {
  return { scale: new Float64Array(16) };
}

/**
 * Like `sweepNodes`; the visitor gets single slots. Returns the number of box tests and sets the number of triangle tests; null, with
 * nothing done, if the kernel cannot be used.
 */
export function descendSweptBox<Nearest extends NearestTriangle>(
  descent: BoxDescent,
  query: TreeQuery,
  tree: AabbTree,
  visit: VisitSlots<Nearest>,
  context: Nearest,
): number | null {
  // A step takes one node and adds at most four, one to three levels deeper.
  if (areKernelsUnwanted() || 3 * tree.depth + WIDTH > STACK_ROOM) return null;
  const copy = copyWithWideNodes(tree);
  if (copy === null) return null;
  const kernels = loadSweepKernels();
  if (kernels === null) return null;
  // A view's length is cheap to read; asking the memory for its buffer would be a call.
  if (kernels.ints.length === 0) renewSweepViews(kernels);
  setLowestNumbers(kernels.ints, tree.triangles, copy.wide);
  const enter = enterRoot(tree.nodes, query.moving);
  if (!(enter <= query.maxTime[0])) return 1;
  if (!setSweptBox(kernels, descent.scale, tree, query, enter)) return null;
  kernelRuns.sweep++;
  const { ints, floats } = kernels;
  beginAtRoot(kernels);
  ints[HAND_OUT >> 2] = FIRST_HANDED_OUT;
  ints[TIE_ROW >> 2] = 0;
  floats[TIE_PLACE >> 2] = NaN;
  // Coordinates of nodes and of the nearest triangle are comparable: world coordinates, as f32 numbers.
  const mayTie = !query.placement.moves && copy.exact === copy.positions;
  for (;;) {
    const bytes = kernels.descendSweptBox(copy.wide, copy.corners, copy.positions);
    const isMore = bytes < 0;
    visitFound(kernels, descent, query.maxTime, isMore ? ~bytes : bytes, tree, visit, context);
    if (!isMore) break;
    const { nearest, nearestIn, firstTime } = context;
    if (nearest >= 0 && (firstTime === 0 || (mayTie && nearestIn === nearest))) {
      setTie(kernels, context, tree, query.world);
      ints[HAND_OUT >> 2] = MOST_HANDED_OUT;
    }
  }
  query.triangleTests = ints[TRIANGLE_TESTS >> 2];
  return ints[BOX_TESTS >> 2];
}

/** Writes the box to the kernel's memory; false if f32 is too coarse for it, or if it does not move. */
function setSweptBox(
  kernels: SweepKernels,
  scale: Float64Array,
  tree: AabbTree,
  query: TreeQuery,
  enter: number,
): boolean {
  const { world, moving, placement, maxTime } = query;
  const reach = boxReach(tree.nodes);
  const halfInTree = largestOfThree(moving, HALF);
  if (!(reach > SMALLEST && reach < LARGEST && halfInTree < LARGEST)) return false;
  setOffset(placement, tree, world, enter, scale);
  const half = largestOfThree(world, HALF);
  const speed = largestOfThree(world, MOTION);
  const stretch = placement.moves ? poseNorm(placement.toWorld) : 1;
  const unit = 1 / (stretch * reach + largestOfThree(scale, OFFSET) + half);
  const far = worldReach(placement, tree) + largestOfThree(world, CENTRE) + half + enter * speed;
  const slack = F64_SHARE * far * unit + 96 * U;
  if (!(slack < MOST_SLACK && speed * unit > 0)) return false;
  scale[BEGIN] = enter;
  scale[SPEED] = speed * unit;
  scale[MARGIN] = slack;
  scale[UNIT] = unit;
  setNodeAxes(kernels, moving, scale, reach + halfInTree);
  setView(kernels.floats, query, scale, speed);
  kernels.floats[RAY_END >> 2] = Math.min(kernelTime(maxTime[0], scale), 1 + slack);
  kernels.floats[SLACK >> 2] = slack;
  return true;
}

/** Writes the origin of the tree's boxes relative to the centre of the moving box at `enter`. */
function setOffset(
  { moves, toWorld: m }: Placement,
  { origin: [x, y, z] }: AabbTree,
  world: Float64Array,
  enter: number,
  scale: Float64Array,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const linear = m[axis] * x + m[4 + axis] * y + m[8 + axis] * z;
    const origin = moves ? linear + m[12 + axis] : axis === 0 ? x : axis === 1 ? y : z;
    scale[OFFSET + axis] = origin - (world[CENTRE + axis] + enter * world[MOTION + axis]);
  }
}

/** Writes the box for tests of nodes, in the tree's space. */
function setNodeAxes(kernels: SweepKernels, moving: Float64Array, scale: Float64Array, size: number): void {
  const speed = largestOfThree(moving, MOTION);
  const slack = 32 * F64_SHARE_OF_NODES * (scale[BEGIN] * speed + 2 * size) + 48 * U * size;
  for (let axis = 0; axis < 3; axis++) {
    const motion = moving[MOTION + axis];
    const begin = moving[CENTRE + axis] + scale[BEGIN] * motion;
    const inverse = scale[SPEED] / Math.max(Math.abs(motion), FLATTEST * speed);
    setNodeAxis(kernels, axis, begin, motion > 0, inverse, moving[HALF + axis] + slack);
  }
}

/** Writes the tree's pose as seen from the box, its half extents and its motion. */
function setView(
  floats: Float32Array,
  { world, placement }: TreeQuery,
  scale: Float64Array,
  speed: number,
): void {
  const { moves, toWorld } = placement;
  const unit = scale[UNIT];
  for (let axis = 0; axis < 3; axis++) {
    const motion = world[MOTION + axis];
    const factor = motion < 0 ? -unit : unit;
    for (let k = 0; k < 3; k++)
      floats[((FROM_BOX + k * ROW_BYTES) >> 2) + axis] =
        factor * (moves ? toWorld[4 * k + axis] : k === axis ? 1 : 0);
    floats[((FROM_BOX + 3 * ROW_BYTES) >> 2) + axis] = factor * scale[OFFSET + axis];
    floats[(HALF_EXTENTS >> 2) + axis] = unit * world[HALF + axis];
    const pace = Math.abs(motion) / speed;
    floats[(PACE >> 2) + axis] = pace;
    floats[(INVERSE_PACE >> 2) + axis] = 1 / Math.max(pace, LEAST_PACE);
  }
  for (let k = 0; k < 4; k++) floats[((FROM_BOX + k * ROW_BYTES) >> 2) + 3] = 0;
  floats[(HALF_EXTENTS >> 2) + 3] = UNBOUNDED;
  floats[(PACE >> 2) + 3] = 0;
  floats[(INVERSE_PACE >> 2) + 3] = 1;
}

/**
 * Visits the lowest-numbered of the nearest triangles first. Most others are then too far; and of triangles met at one time, like those of
 * a floor, it wins, so the visitor need not examine any other fully.
 */
function visitFound<Nearest extends NearestTriangle>(
  { ints, floats }: SweepKernels,
  { scale }: BoxDescent,
  maxTime: Float64Array,
  bytes: number,
  tree: AabbTree,
  visit: VisitSlots<Nearest>,
  query: Nearest,
): void {
  const { triangles } = tree;
  const end = FOUND + bytes;
  let near = Infinity;
  for (let at = FOUND; at < end; at += FOUND_BYTES)
    if (floats[(at + FOUND_LOWER) >> 2] < near) near = floats[(at + FOUND_LOWER) >> 2];
  near += NEARLY_EQUAL * scale[MARGIN];
  let first = -1;
  for (let at = FOUND; at < end; at += FOUND_BYTES) {
    const slot = ints[at >> 2];
    if (floats[(at + FOUND_LOWER) >> 2] > near) continue;
    if (first < 0 || triangles[slot] < triangles[ints[first >> 2]]) first = at;
  }
  if (first >= 0) visitBefore(floats, maxTime, scale, first, tree, visit, query, ints[first >> 2]);
  for (let at = FOUND; at < end; at += FOUND_BYTES)
    if (at !== first) visitBefore(floats, maxTime, scale, at, tree, visit, query, ints[at >> 2]);
}

/** Visits a triangle that may be met before the end. */
function visitBefore<Nearest extends NearestTriangle>(
  floats: Float32Array,
  maxTime: Float64Array,
  scale: Float64Array,
  at: number,
  tree: AabbTree,
  visit: VisitSlots<Nearest>,
  query: Nearest,
  slot: number,
): void {
  if (floats[(at + FOUND_LOWER) >> 2] > floats[RAY_END >> 2]) return;
  visit(query, tree, slot, 1);
  endAt(floats, maxTime, scale);
}

/**
 * Lets the kernel leave out nodes that hold no triangle before `nearest`: they begin no sooner on the box axis on which it is met, and hold
 * no lower number. If it is met at the start, no node begins sooner. Changes nothing if no box axis decides: what was left out before
 * does not come before an even nearer triangle.
 */
function setTie(
  { ints, floats }: SweepKernels,
  { nearest, firstTime, nearestEntry: { part, place } }: NearestTriangle,
  { triangles }: AabbTree,
  world: Float64Array,
): void {
  const isAtStart = firstTime === 0;
  if (!isAtStart && !(part >= 0 && part < 3)) return;
  const isUp = isAtStart || world[MOTION + part] > 0;
  ints[TIE_ROW >> 2] = WIDE_ROW_BYTES * (isAtStart ? 0 : isUp ? part : 3 + part);
  floats[TIE_SIGN >> 2] = isUp ? 1 : -1;
  floats[TIE_PLACE >> 2] = isAtStart ? -Infinity : isUp ? place[0] : -place[0];
  ints[TIE_NUMBER >> 2] = triangles[nearest];
}
