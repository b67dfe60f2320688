import { OptionError, show } from "../../errors.ts";
import { MAX_COORDINATE, plainVector } from "../../geometry/coordinates.ts";
import {
  SWEPT_SPHERE,
  sphereExactTestCount,
  sweptSphereMeetsTriangle,
} from "../../geometry/sweep/sphere-triangle.ts";
import type { AabbTree } from "../../trees/layout.ts";
import {
  createOverlapQuery,
  findOverlaps,
  type OverlapOptions,
  readOverlapOptions,
  type SolidShape,
} from "./find-overlaps.ts";
import { AT_REST } from "./overlap-box.ts";
import { CENTRE, HALF, MOTION } from "./tree-frame.ts";
import type { TriangleList } from "./triangle-list.ts";

export const SOLID_SPHERE: SolidShape = {
  caller: "overlapSphere",
  length: SWEPT_SPHERE,
  isBall: true,
  setMovingBox: setBoxAroundSphere,
  meets: (sphere, corners) => sweptSphereMeetsTriangle(sphere, corners, 0),
  exactTestCount: sphereExactTestCount,
};

const query = createOverlapQuery(SOLID_SPHERE);

/** The triangles that share a point with a closed, solid sphere in world space. Exact: touching counts. */
export function overlapSphere(
  tree: AabbTree,
  centre: ArrayLike<number>,
  radius: number,
  options: OverlapOptions = {},
): TriangleList {
  const plain = readOverlapOptions(options, "overlapSphere");
  return findOverlaps(query, tree, readSphere(centre, radius, AT_REST), plain);
}

/** The numbers of a swept sphere; throws `OptionError` if one is invalid. `motion` is already checked. */
export function readSphere(
  centre: ArrayLike<number>,
  radius: number,
  motion: readonly number[],
): readonly number[] {
  if (!(typeof radius === "number" && radius >= 0 && radius <= MAX_COORDINATE))
    throw new OptionError(`radius: ${show(radius)} is not a number of 0 to 2^100`);
  const [x, y, z] = plainVector(centre, "centre");
  return [x, y, z, motion[0], motion[1], motion[2], radius];
}

/** The moving box of a swept sphere. */
export function setBoxAroundSphere(sphere: Float64Array, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    out[CENTRE + axis] = sphere[axis];
    out[HALF + axis] = sphere[6];
    out[MOTION + axis] = sphere[3 + axis];
  }
}
