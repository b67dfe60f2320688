import { PoseError } from "../../errors.ts";
import { type Pose, readPose } from "../../geometry/affine.ts";
import { MAX_COORDINATE } from "../../geometry/coordinates.ts";
import { largestOfThree, poseNorm, rowNorm } from "../../geometry/norms.ts";
import { invert } from "../../geometry/relative-pose.ts";
import type { OptionNames } from "../../option-names.ts";
import { type AabbTree, checkAabbTree } from "../../trees/layout.ts";
import { reachOf } from "../pairs/pair-query.ts";

// For the boxes of a tree, rays, boxes and spheres, moving or not, are all boxes that move along a straight line. The box
// is given in world space and mapped once to the tree's space, where it becomes a larger box; then every node test is a
// slab test. A margin covers rounding, so that no triangle whose world vertices meet the moving shape is lost.

// moving box, f64: centre (3) half extents (3) motion (3)
export const CENTRE = 0;
export const HALF = 3;
export const MOTION = 6;
export const MOVING_BOX = 9;

const ROUNDING = 2 ** -46; // as in relative-pose.ts: exceeds the error of any sum of products here
const SMALLEST = 2 ** -1020;

/** The options that every query of one tree has. */
export interface TreeOptions {
  /** The pose of the tree's mesh: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
}

export const TREE_OPTIONS: OptionNames<TreeOptions> = { toWorld: true };

/** The pose of a query's mesh. */
export interface Placement {
  /** Whether the pose moves anything; the other fields are valid only if it does. */
  moves: boolean;
  readonly toWorld: Float64Array;
  /** The inverse of the linear part, by rows. */
  readonly inverse: Float64Array;
  /** How far the product of the linear part and its inverse is from the identity. */
  residual: number;
}

export function createPlacement(): Placement {
  return { moves: false, toWorld: new Float64Array(16), inverse: new Float64Array(9), residual: 0 };
}

/** Checks a tree and its pose, which `plainPose` has read. */
export function setPlacement(placement: Placement, tree: AabbTree, pose: Pose | null, caller: string): void {
  checkAabbTree(tree, caller);
  placement.moves = pose !== null && readPose(pose, "toWorld", placement.toWorld);
  if (!placement.moves) return;
  placement.residual = invert(placement.toWorld, "toWorld", placement.inverse);
  const reach = worldReach(placement, tree);
  if (!(reach <= MAX_COORDINATE))
    throw new PoseError(`toWorld: moves the mesh to coordinates of about ${reach}, beyond ±2^100`);
}

/** An upper bound of the model's world coordinates. */
export function worldReach({ moves, toWorld }: Placement, tree: AabbTree): number {
  if (!moves) return reachOf(tree);
  return poseNorm(toWorld) * reachOf(tree) + largestOfThree(toWorld, 12) + SMALLEST;
}

/** Whether the pose mirrors. */
export function isMirrored({ moves, inverse }: Placement): boolean {
  if (!moves) return false;
  const unit = 1 / rowNorm(inverse, 0); // products of three entries might overflow
  const minor = (i: number, j: number) =>
    unit * inverse[3 + i] * (unit * inverse[6 + j]) - unit * inverse[3 + j] * (unit * inverse[6 + i]);
  return inverse[0] * minor(1, 2) + inverse[1] * minor(2, 0) + inverse[2] * minor(0, 1) < 0;
}

/**
 * Maps the moving box `world` to the space of the tree's boxes. Only the part of its path that can reach the model counts, so that even an
 * endless ray has a finite margin. Beside a tiny mesh, which is searched at its own scale, a box far away has no finite numbers: then it
 * becomes a box that meets every node.
 */
export function toTreeFrame(
  placement: Placement,
  tree: AabbTree,
  world: Float64Array,
  out: Float64Array,
): void {
  const reach = reachOf(tree);
  const { origin } = tree;
  const largest = Math.max(
    Math.abs(world[CENTRE]) + world[HALF],
    Math.abs(world[CENTRE + 1]) + world[HALF + 1],
    Math.abs(world[CENTRE + 2]) + world[HALF + 2],
  );
  if (!placement.moves) {
    const margin = ROUNDING * (reach + largest) + SMALLEST;
    out[CENTRE] = world[CENTRE] - origin[0];
    out[CENTRE + 1] = world[CENTRE + 1] - origin[1];
    out[CENTRE + 2] = world[CENTRE + 2] - origin[2];
    out[HALF] = world[HALF] + margin;
    out[HALF + 1] = world[HALF + 1] + margin;
    out[HALF + 2] = world[HALF + 2] + margin;
    out[MOTION] = world[MOTION];
    out[MOTION + 1] = world[MOTION + 1];
    out[MOTION + 2] = world[MOTION + 2];
    return;
  }
  const { toWorld, inverse, residual } = placement;
  const norm = rowNorm(inverse, 0);
  const margin =
    norm * (ROUNDING + 2 * residual) * 4 * (worldReach(placement, tree) + largest) +
    4 * ROUNDING * (reach + norm * largest) +
    SMALLEST * (1 + norm); // underflow in the world, mapped back, and here
  const x = world[CENTRE] - toWorld[12];
  const y = world[CENTRE + 1] - toWorld[13];
  const z = world[CENTRE + 2] - toWorld[14];
  let sum = 0; // NaN or infinite, if any number is
  for (let axis = 0; axis < 3; axis++) {
    const i = inverse[3 * axis];
    const j = inverse[3 * axis + 1];
    const k = inverse[3 * axis + 2];
    out[CENTRE + axis] = i * x + j * y + k * z - origin[axis];
    out[HALF + axis] =
      Math.abs(i) * world[HALF] + Math.abs(j) * world[HALF + 1] + Math.abs(k) * world[HALF + 2] + margin;
    out[MOTION + axis] = i * world[MOTION] + j * world[MOTION + 1] + k * world[MOTION + 2];
    sum += out[CENTRE + axis] + out[HALF + axis] + out[MOTION + axis];
  }
  if (0 * sum !== 0) out.fill(0).fill(Infinity, HALF, MOTION);
}
