import { OptionError } from "../../errors.ts";
import { describe, isCoordinate, readCoordinate } from "../../geometry/coordinates.ts";
import { boxMeetsTriangle, restingExactTestCount } from "../../geometry/overlap/resting-box-triangle.ts";
import { SWEPT_BOX } from "../../geometry/sweep/box-triangle.ts";
import type { AabbTree } from "../../trees/layout.ts";
import {
  createOverlapQuery,
  findOverlaps,
  type OverlapOptions,
  readOverlapOptions,
  type SolidShape,
} from "./find-overlaps.ts";
import { CENTRE, HALF, MOTION } from "./tree-frame.ts";
import type { TriangleList } from "./triangle-list.ts";

const ROUNDING = 2 ** -50;
export const AT_REST = [0, 0, 0] as const;

export const SOLID_BOX: SolidShape = {
  caller: "overlapBox",
  length: SWEPT_BOX,
  isBall: false,
  setMovingBox: setBoxAround,
  meets: (box, corners) => boxMeetsTriangle(box, corners, 0),
  exactTestCount: restingExactTestCount,
};

const query = createOverlapQuery(SOLID_BOX);

/**
 * The triangles that share a point with a closed, solid, axis-aligned world box, given as its minima and maxima (minX minY
 * minZ maxX maxY maxZ). Exact: touching counts.
 */
export function overlapBox(
  tree: AabbTree,
  bounds: ArrayLike<number>,
  options: OverlapOptions = {},
): TriangleList {
  const plain = readOverlapOptions(options, "overlapBox");
  return findOverlaps(query, tree, readBox(bounds, AT_REST), plain);
}

/** The numbers of a swept box; throws an `OptionError` that names the invalid number. `motion` is already checked. */
export function readBox(bounds: ArrayLike<number>, motion: readonly number[]): number[] {
  if (bounds?.length !== 6)
    throw new OptionError(
      `box: expected 6 numbers, the minima and the maxima of a box, got ${describe(bounds)}`,
    );
  // Each number is read once, because it may be a getter that runs a query.
  const [dx, dy, dz] = motion;
  const plain = [bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5], dx, dy, dz];
  // Names are made only for errors.
  for (let i = 0; i < 6; i++) if (!isCoordinate(plain[i])) readCoordinate(plain[i], `box[${i}]`);
  for (let i = 0; i < 3; i++)
    if (plain[i] > plain[3 + i])
      throw new OptionError(
        `box: its minimum ${plain[i]} is above its maximum ${plain[3 + i]} in ${"xyz"[i]}`,
      );
  return plain;
}

/** The moving box of a swept box: centre and half extents, widened for their rounding. */
export function setBoxAround(box: Float64Array, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = box[axis];
    const high = box[3 + axis];
    out[CENTRE + axis] = low + (high - low) / 2;
    out[HALF + axis] = (high - low) / 2 + ROUNDING * (Math.abs(low) + Math.abs(high));
    out[MOTION + axis] = box[6 + axis];
  }
}
