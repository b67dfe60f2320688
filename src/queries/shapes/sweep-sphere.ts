import { plainVector } from "../../geometry/coordinates.ts";
import { nearestOnTriangle, ON_POINT, onTriangle } from "../../geometry/distance/point-triangle.ts";
import {
  SWEPT_SPHERE,
  sphereExactTestCount,
  sweptSphereMeetsTriangle,
  sweptSphereTime,
} from "../../geometry/sweep/sphere-triangle.ts";
import type { Vector } from "../../geometry/vector.ts";
import { magnification } from "../../numerics/binary-scale.ts";
import type { AabbTree } from "../../trees/layout.ts";
import {
  createSweepQuery,
  findFirstHit,
  readSweepOptions,
  type SweepHit,
  type SweepOptions,
  type SweepQuery,
  type SweptShape,
} from "./find-first-hit.ts";
import { readSphere, setBoxAroundSphere } from "./overlap-sphere.ts";
import { sweepNodes } from "./sweep-nodes.ts";
import { writeWorldCorners } from "./tree-query.ts";
import { normalise, unitNormal } from "./unit-normal.ts";

interface SphereSweepQuery extends SweepQuery {
  /** The sphere at the start, without motion. */
  readonly atStart: Float64Array;
  /** Its centre at the time of the hit. */
  readonly centre: Float64Array;
}

const query: SphereSweepQuery = {
  ...createSweepQuery(SWEPT_SPHERE),
  atStart: new Float64Array(SWEPT_SPHERE),
  centre: new Float64Array(3),
};

const SWEPT: SweptShape<SphereSweepQuery> = {
  caller: "sweepSphere",
  setMovingBox: setBoxAroundSphere,
  begin: ({ shape, atStart }) => {
    for (let axis = 0; axis < 3; axis++) atStart[axis] = shape[axis];
    atStart[6] = shape[6];
  },
  descend: (query, tree) => sweepNodes(query.search, tree, visitLeaf, query),
  exactTestCount: sphereExactTestCount,
  describeHit,
};

/**
 * The first triangle that a solid sphere meets while it moves by `motion`, or null. Touching counts, and whether there is a
 * hit is exact; its time is rounded, and among hits at one time the lowest triangle number wins.
 */
export function sweepSphere(
  tree: AabbTree,
  centre: ArrayLike<number>,
  radius: number,
  motion: ArrayLike<number>,
  options: SweepOptions = {},
): SweepHit | null {
  const plain = readSweepOptions(options, "sweepSphere");
  const along = plainVector(motion, "motion");
  return findFirstHit(SWEPT, query, tree, readSphere(centre, radius, along), plain);
}

function visitLeaf(query: SphereSweepQuery, tree: AabbTree, slot: number, count: number): void {
  const { search, shape: sphere, atStart } = query;
  const { placement, corners, maxTime } = search;
  search.triangleTests += count;
  for (let s = slot; s < slot + count; s++) {
    writeWorldCorners(placement, tree, s, corners);
    if (!sweptSphereMeetsTriangle(sphere, corners, 0)) continue;
    // Time 0 is never the result of rounding: a contact after the start has a positive time, however small.
    const time = sweptSphereMeetsTriangle(atStart, corners, 0)
      ? 0
      : Math.max(Number.MIN_VALUE, sweptSphereTime(sphere, corners, 0));
    if (time > maxTime[0]) continue;
    const isLater = time === maxTime[0] && query.nearest >= 0;
    if (isLater && tree.triangles[query.nearest] < tree.triangles[s]) continue;
    maxTime[0] = time;
    query.firstTime = time;
    query.nearest = s;
  }
}

function describeHit(
  { search, shape: sphere, centre, nearest, firstTime: time }: SphereSweepQuery,
  tree: AabbTree,
): SweepHit {
  const { placement, corners } = search;
  writeWorldCorners(placement, tree, nearest, corners);
  for (let k = 0; k < 3; k++) centre[k] = sphere[k] + time * sphere[3 + k];
  // Products of four tiny lengths would underflow.
  let reach = 0;
  for (let k = 0; k < 3; k++) reach = Math.max(reach, Math.abs(centre[k]));
  for (let i = 0; i < 9; i++) reach = Math.max(reach, Math.abs(corners[i]));
  const scale = magnification(reach);
  for (let k = 0; k < 3; k++) centre[k] *= scale;
  for (let i = 0; i < 9; i++) corners[i] *= scale;
  nearestOnTriangle(centre, 0, corners, 0);
  const foot: Vector = [onTriangle[ON_POINT], onTriangle[ON_POINT + 1], onTriangle[ON_POINT + 2]];
  const normal = time > 0 ? normalThen(sphere, centre, foot, corners) : null;
  const point: Vector = [foot[0] / scale, foot[1] / scale, foot[2] / scale];
  return { triangle: tree.triangles[nearest], time, point, normal };
}

/**
 * From the point touched to the centre. Where these are one point, as for a sphere without radius or one that is thinner than the last place
 * of its centre: the triangle's normal, against the motion. Where that has no area: the way back.
 */
function normalThen(sphere: Float64Array, centre: Float64Array, foot: Vector, corners: Float64Array): Vector {
  const [dx, dy, dz] = [centre[0] - foot[0], centre[1] - foot[1], centre[2] - foot[2]];
  if (sphere[6] > 0 && (dx !== 0 || dy !== 0 || dz !== 0)) return normalise(dx, dy, dz);
  const [x, y, z] = unitNormal(corners);
  if (x === 0 && y === 0 && z === 0) return normalise(-sphere[3], -sphere[4], -sphere[5]);
  const isAlong = x * sphere[3] + y * sphere[4] + z * sphere[5] > 0;
  return isAlong ? [0 - x, 0 - y, 0 - z] : [x, y, z];
}
