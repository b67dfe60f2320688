import { OptionError } from "../../errors.ts";
import { plainPose } from "../../geometry/affine.ts";
import { describe, readCoordinate } from "../../geometry/coordinates.ts";
import { boxExactTestCount, SWEPT_BOX, sweptBoxTriangle } from "../../geometry/sweep/box-triangle.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkInto, checkStats, type QueryStats, writeCounts } from "../stats.ts";
import { enlarge, isTinyQuery, scaleTree } from "../tiny-worlds.ts";
import { sweepNodes } from "./sweep-nodes.ts";
import {
  beginTreeQuery,
  CENTRE,
  HALF,
  MOVING_BOX,
  TREE_OPTIONS,
  type TreeOptions,
  toTreeFrame,
} from "./tree-frame.ts";
import {
  addTriangle,
  clearTriangles,
  createTriangleList,
  type TriangleList,
  takeTriangles,
} from "./triangle-list.ts";
import { writeWorldCorners } from "./world-corners.ts";

export interface OverlapOptions extends TreeOptions {
  /** An earlier result to overwrite and return, so that its memory is used again. */
  into?: TriangleList | undefined;
  /** Filled with the query's counters. */
  stats?: QueryStats | undefined;
}

export const OVERLAP_OPTIONS: OptionNames<OverlapOptions> = { ...TREE_OPTIONS, into: true, stats: true };

const box = new Float64Array(SWEPT_BOX); // without motion
const world = new Float64Array(MOVING_BOX);
const moving = new Float64Array(MOVING_BOX);
const corners = new Float64Array(9);
const atStart = new Float64Array(1);
let triangleTests = 0;

/**
 * The triangles that share a point with a closed, solid box along the world's axes, given as its minima and maxima (minX
 * minY minZ maxX maxY maxZ). Exact: touching counts.
 */
export function overlapBox(
  tree: AabbTree,
  bounds: ArrayLike<number>,
  options: OverlapOptions = {},
): TriangleList {
  checkOptionNames(options, OVERLAP_OPTIONS, "overlapBox");
  const { toWorld: pose = null, into, stats } = options;
  checkInto(into, "createTriangleList");
  checkStats(stats);
  const toWorld = plainPose(pose, "toWorld");
  readBox(bounds, "box", box);
  if (isTinyQuery(tree, { toWorld })) {
    const plain = box.slice(0, 6);
    const scaled = scaleTree(tree, { toWorld }, plain);
    if (scaled !== null)
      return overlapBox(scaled.tree, enlarge(plain, scaled.factor), { ...options, toWorld: scaled.toWorld });
  }
  beginTreeQuery(tree, toWorld, "overlapBox");
  setMovingBox(box, world);
  toTreeFrame(tree, world, moving);
  clearTriangles();
  triangleTests = 0;
  const exactBefore = boxExactTestCount();
  const boxTests = sweepNodes(tree, moving, atStart, visit);
  const result = into ?? createTriangleList();
  takeTriangles(result);
  const exactTests = boxExactTestCount() - exactBefore;
  writeCounts(result.stats, boxTests, triangleTests, exactTests);
  if (stats !== undefined) writeCounts(stats, boxTests, triangleTests, exactTests);
  return result;
}

function visit(tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    triangleTests++;
    writeWorldCorners(tree, s, corners);
    if (sweptBoxTriangle(box, corners, 0) >= 0) addTriangle(tree.triangles[s]);
  }
  return false;
}

/** Copies the six numbers of a box, or throws `OptionError` that names the one that is wrong. */
export function readBox(bounds: ArrayLike<number>, name: string, out: Float64Array): void {
  if (bounds?.length !== 6)
    throw new OptionError(
      `${name}: expected 6 numbers, the minima and the maxima of a box, got ${describe(bounds)}`,
    );
  // Each is read once, before the first is written: it may be a getter, even one that runs a query of its own.
  const plain = [bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5]];
  for (let i = 0; i < 6; i++) readCoordinate(plain[i], `${name}[${i}]`);
  for (let i = 0; i < 3; i++)
    if (plain[i] > plain[3 + i])
      throw new OptionError(
        `${name}: its minimum ${plain[i]} is above its maximum ${plain[3 + i]} in ${"xyz"[i]}`,
      );
  for (let i = 0; i < 6; i++) out[i] = plain[i];
}

/** Centre and half extents, with room for their rounding. */
export function setMovingBox(box: Float64Array, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = box[axis];
    const high = box[3 + axis];
    out[CENTRE + axis] = low + (high - low) / 2;
    out[HALF + axis] = (high - low) / 2 + ROUNDING * (Math.abs(low) + Math.abs(high));
  }
}

const ROUNDING = 2 ** -50;
