import { OptionError, show } from "../../errors.ts";
import { plainPose } from "../../geometry/affine.ts";
import { MAX_COORDINATE, readVector } from "../../geometry/coordinates.ts";
import {
  SWEPT_SPHERE,
  sphereExactTestCount,
  sweptSphereMeetsTriangle,
} from "../../geometry/sweep/sphere-triangle.ts";
import { checkOptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkInto, checkStats, writeCounts } from "../stats.ts";
import { enlarge, isTinyQuery, scaleTree } from "../tiny-worlds.ts";
import { OVERLAP_OPTIONS, type OverlapOptions } from "./overlap-box.ts";
import { sweepNodes } from "./sweep-nodes.ts";
import { beginTreeQuery, CENTRE, HALF, MOVING_BOX, toTreeFrame } from "./tree-frame.ts";
import {
  addTriangle,
  clearTriangles,
  createTriangleList,
  type TriangleList,
  takeTriangles,
} from "./triangle-list.ts";
import { writeWorldCorners } from "./world-corners.ts";

const sphere = new Float64Array(SWEPT_SPHERE); // without motion
const world = new Float64Array(MOVING_BOX);
const moving = new Float64Array(MOVING_BOX);
const corners = new Float64Array(9);
const atStart = new Float64Array(1);
let triangleTests = 0;

/** The triangles that share a point with a closed, solid sphere in world space. Exact: touching counts. */
export function overlapSphere(
  tree: AabbTree,
  centre: ArrayLike<number>,
  radius: number,
  options: OverlapOptions = {},
): TriangleList {
  checkOptionNames(options, OVERLAP_OPTIONS, "overlapSphere");
  const { toWorld: pose = null, into, stats } = options;
  checkInto(into, "createTriangleList");
  checkStats(stats);
  const toWorld = plainPose(pose, "toWorld");
  readSphere(centre, radius, sphere);
  if (isTinyQuery(tree, { toWorld })) {
    const plain = sphere.slice(0, 3);
    const scaled = scaleTree(tree, { toWorld }, plain, radius);
    if (scaled !== null) {
      const { factor } = scaled;
      const larger = { ...options, toWorld: scaled.toWorld };
      return overlapSphere(scaled.tree, enlarge(plain, factor), radius * factor, larger);
    }
  }
  beginTreeQuery(tree, toWorld, "overlapSphere");
  setMovingSphere(sphere, world);
  toTreeFrame(tree, world, moving);
  clearTriangles();
  triangleTests = 0;
  const exactBefore = sphereExactTestCount();
  const boxTests = sweepNodes(tree, moving, atStart, visit);
  const result = into ?? createTriangleList();
  takeTriangles(result);
  const exactTests = sphereExactTestCount() - exactBefore;
  writeCounts(result.stats, boxTests, triangleTests, exactTests);
  if (stats !== undefined) writeCounts(stats, boxTests, triangleTests, exactTests);
  return result;
}

function visit(tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    triangleTests++;
    writeWorldCorners(tree, s, corners);
    if (sweptSphereMeetsTriangle(sphere, corners, 0)) addTriangle(tree.triangles[s]);
  }
  return false;
}

/** Copies centre and radius of a ball that stands still, or throws `OptionError`. */
export function readSphere(centre: ArrayLike<number>, radius: number, out: Float64Array): void {
  if (!(typeof radius === "number" && radius >= 0 && radius <= MAX_COORDINATE))
    throw new OptionError(`radius: ${show(radius)} is not a number of 0 to 2^100`);
  readVector(centre, "centre", out, 0);
  out[6] = radius;
}

/** The box that goes with a moving ball. */
export function setMovingSphere(sphere: Float64Array, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    out[CENTRE + axis] = sphere[axis];
    out[HALF + axis] = sphere[6];
  }
}
