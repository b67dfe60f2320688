import { plainPose } from "../../geometry/affine.ts";
import { plainVector } from "../../geometry/coordinates.ts";
import { nearestOnTriangle, ON_POINT, onTriangle } from "../../geometry/distance/point-triangle.ts";
import {
  SWEPT_SPHERE,
  sphereExactTestCount,
  sweptSphereMeetsTriangle,
  sweptSphereTime,
} from "../../geometry/sweep/sphere-triangle.ts";
import { checkOptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkStats, writeCounts } from "../stats.ts";
import { enlarge, isTinyQuery, scaleTree } from "../tiny-worlds.ts";
import { readSphere, setMovingSphere } from "./overlap-sphere.ts";
import { SWEEP_OPTIONS, type SweepHit, type SweepOptions, smallerSweep } from "./sweep-box.ts";
import { sweepNodes } from "./sweep-nodes.ts";
import { beginTreeQuery, MOTION, MOVING_BOX, toTreeFrame } from "./tree-frame.ts";
import { normalise, unitNormal, type Vector3 } from "./unit-normal.ts";
import { writeWorldCorners } from "./world-corners.ts";

const sphere = new Float64Array(SWEPT_SPHERE);
const standing = new Float64Array(SWEPT_SPHERE); // the same before it moves
const world = new Float64Array(MOVING_BOX);
const moving = new Float64Array(MOVING_BOX);
const corners = new Float64Array(9);
const limit = new Float64Array(1);
const centreThen = new Float64Array(3);
const foot = new Float64Array(3);
let triangleTests = 0;
let nearest = -1;

/**
 * The first triangle that a solid sphere meets while it moves by `motion`, or null. Whether there is a hit is exact,
 * touching counts; its time is rounded, and of hits at one time the lowest triangle number wins.
 */
export function sweepSphere(
  tree: AabbTree,
  centre: ArrayLike<number>,
  radius: number,
  motion: ArrayLike<number>,
  options: SweepOptions = {},
): SweepHit | null {
  checkOptionNames(options, SWEEP_OPTIONS, "sweepSphere");
  const { toWorld: pose = null, stats } = options;
  checkStats(stats);
  const toWorld = plainPose(pose, "toWorld");
  const along = plainVector(motion, "motion");
  readSphere(centre, radius, sphere);
  for (let axis = 0; axis < 3; axis++) sphere[3 + axis] = along[axis];
  if (isTinyQuery(tree, { toWorld })) {
    const start = sphere.slice(0, 3);
    const scaled = scaleTree(tree, { toWorld }, start, radius, along);
    if (scaled !== null) {
      const { factor } = scaled;
      const larger = { ...options, toWorld: scaled.toWorld };
      return smallerSweep(
        sweepSphere(scaled.tree, enlarge(start, factor), radius * factor, enlarge(along, factor), larger),
        factor,
      );
    }
  }
  beginTreeQuery(tree, toWorld, "sweepSphere");
  setMovingSphere(sphere, world);
  for (let axis = 0; axis < 3; axis++) {
    world[MOTION + axis] = sphere[3 + axis];
    standing[axis] = sphere[axis];
  }
  standing[6] = radius;
  toTreeFrame(tree, world, moving);
  limit[0] = 1;
  nearest = -1;
  triangleTests = 0;
  const exactBefore = sphereExactTestCount();
  const boxTests = sweepNodes(tree, moving, limit, visit);
  if (stats !== undefined) writeCounts(stats, boxTests, triangleTests, sphereExactTestCount() - exactBefore);
  return nearest < 0 ? null : hitOf(tree, nearest, limit[0]);
}

function visit(tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    triangleTests++;
    writeWorldCorners(tree, s, corners);
    if (!sweptSphereMeetsTriangle(sphere, corners, 0)) continue;
    // 0 is never rounded: a contact after the start comes later, however little.
    const time = sweptSphereMeetsTriangle(standing, corners, 0)
      ? 0
      : Math.max(Number.MIN_VALUE, sweptSphereTime(sphere, corners, 0));
    if (time > limit[0]) continue;
    if (time === limit[0] && nearest >= 0 && tree.triangles[nearest] < tree.triangles[s]) continue;
    limit[0] = time;
    nearest = s;
  }
  return false;
}

function hitOf(tree: AabbTree, slot: number, time: number): SweepHit {
  writeWorldCorners(tree, slot, corners);
  for (let k = 0; k < 3; k++) centreThen[k] = sphere[k] + time * sphere[3 + k];
  nearestOnTriangle(centreThen, 0, corners, 0);
  foot.set(onTriangle.subarray(ON_POINT, ON_POINT + 3));
  const point: Vector3 = [foot[0], foot[1], foot[2]];
  return { triangle: tree.triangles[slot], time, point, normal: time > 0 ? normalThen() : null };
}

/** From the touched point to the centre; for a sphere without radius the triangle's own, against the motion. */
function normalThen(): Vector3 {
  if (sphere[6] > 0)
    return normalise(centreThen[0] - foot[0], centreThen[1] - foot[1], centreThen[2] - foot[2]);
  const [x, y, z] = unitNormal(corners);
  const isAlong = x * sphere[3] + y * sphere[4] + z * sphere[5] > 0;
  return isAlong ? [-x, -y, -z] : [x, y, z];
}
