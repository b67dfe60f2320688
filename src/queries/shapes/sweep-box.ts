import { plainPose } from "../../geometry/affine.ts";
import { plainVector } from "../../geometry/coordinates.ts";
import { clipToBox } from "../../geometry/overlap/clip-to-box.ts";
import {
  compareBoxEntries,
  createBoxEntry,
  isNotBefore,
  setBoxEntry,
} from "../../geometry/sweep/box-entry.ts";
import {
  boxExactTestCount,
  lastAxis,
  SWEPT_BOX,
  sweptBoxTriangle,
  TIME_ERROR,
} from "../../geometry/sweep/box-triangle.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkStats, type QueryStats, writeCounts } from "../stats.ts";
import { enlarge, isTinyQuery, scaleTree, shrink } from "../tiny-worlds.ts";
import { readBox, setMovingBox } from "./overlap-box.ts";
import { sweepNodes } from "./sweep-nodes.ts";
import {
  beginTreeQuery,
  MOTION,
  MOVING_BOX,
  TREE_OPTIONS,
  type TreeOptions,
  toTreeFrame,
} from "./tree-frame.ts";
import { normalise, type Vector3 } from "./unit-normal.ts";
import { writeWorldCorners } from "./world-corners.ts";

export interface SweepOptions extends TreeOptions {
  /** Filled with the query's counters. */
  stats?: QueryStats | undefined;
}

export const SWEEP_OPTIONS: OptionNames<SweepOptions> = { ...TREE_OPTIONS, stats: true };

export interface SweepHit {
  triangle: number;
  /** 0 at the start of the motion, 1 at its end. */
  time: number;
  /** A point of the triangle that the shape touches then. */
  point: Vector3;
  /** Of unit length, from the triangle to the shape, against the motion; null when the shape meets the triangle at the start already. */
  normal: Vector3 | null;
}

const box = new Float64Array(SWEPT_BOX);
const world = new Float64Array(MOVING_BOX);
const moving = new Float64Array(MOVING_BOX);
const corners = new Float64Array(9);
const limit = new Float64Array(1);
let triangleTests = 0;
let nearest = -1;
/** The time of `nearest`. */
let first = 0;
let exactTests = 0;
// how `nearest`, and the triangle at hand, are met; that of `nearest` where another came at about the same time
let nearestEntry = createBoxEntry();
let entry = createBoxEntry();
let nearestIn = -1;

/**
 * The first triangle that a solid box along the world's axes meets while it moves by `motion`, or null. Exact: touching
 * counts, whether there is a hit is never rounded; of hits at one time the lowest triangle number wins.
 */
export function sweepBox(
  tree: AabbTree,
  bounds: ArrayLike<number>,
  motion: ArrayLike<number>,
  options: SweepOptions = {},
): SweepHit | null {
  checkOptionNames(options, SWEEP_OPTIONS, "sweepBox");
  const { toWorld: pose = null, stats } = options;
  checkStats(stats);
  const toWorld = plainPose(pose, "toWorld");
  const along = plainVector(motion, "motion");
  readBox(bounds, "box", box);
  for (let axis = 0; axis < 3; axis++) box[6 + axis] = along[axis];
  if (isTinyQuery(tree, { toWorld })) {
    const start = box.slice(0, 6);
    const scaled = scaleTree(tree, { toWorld }, start, along);
    if (scaled !== null) {
      const { factor } = scaled;
      const larger = { ...options, toWorld: scaled.toWorld };
      return smallerSweep(
        sweepBox(scaled.tree, enlarge(start, factor), enlarge(along, factor), larger),
        factor,
      );
    }
  }
  beginTreeQuery(tree, toWorld, "sweepBox");
  setMovingBox(box, world);
  for (let axis = 0; axis < 3; axis++) world[MOTION + axis] = box[6 + axis];
  toTreeFrame(tree, world, moving);
  limit[0] = 1;
  nearest = -1;
  nearestIn = -1;
  triangleTests = 0;
  exactTests = 0;
  const exactBefore = boxExactTestCount();
  const boxTests = sweepNodes(tree, moving, limit, visit);
  if (stats !== undefined)
    writeCounts(stats, boxTests, triangleTests, boxExactTestCount() - exactBefore + exactTests);
  return nearest < 0 ? null : hitOf(tree, nearest, first);
}

/** What was found in a world that is `factor` times as large. */
export function smallerSweep(hit: SweepHit | null, factor: number): SweepHit | null {
  if (hit !== null) shrink(hit.point, factor);
  return hit;
}

function visit(tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    triangleTests++;
    writeWorldCorners(tree, s, corners);
    if (nearestIn === nearest && nearest >= 0 && isSurelyLater(tree, s)) continue;
    const time = sweptBoxTriangle(box, corners, 0);
    if (!(time >= 0 && time <= limit[0]) || (nearest >= 0 && !comesFirst(tree, s, time))) continue;
    first = time;
    nearest = s;
    // What is later by rounding alone may be the first: such nodes and triangles are still looked at.
    limit[0] = Math.min(1, time + 2 * TIME_ERROR);
  }
  return false;
}

/** Whether the triangle whose corners are at hand has a higher number than `nearest` and comes no sooner, as one axis shows. */
function isSurelyLater(tree: AabbTree, slot: number): boolean {
  return tree.triangles[slot] > tree.triangles[nearest] && isNotBefore(corners, nearestEntry, box);
}

/** Whether the triangle whose corners are at hand is met before `nearest`, or at the same time with a lower number. */
function comesFirst(tree: AabbTree, slot: number, time: number): boolean {
  const isLower = tree.triangles[slot] < tree.triangles[nearest];
  if (time === 0 && first === 0) return isLower; // 0 is never rounded
  if (Math.abs(time - first) > 2 * TIME_ERROR) return time < first;
  if (nearestIn !== nearest) {
    writeWorldCorners(tree, nearest, nearestEntry.corners);
    setBoxEntry(nearestEntry, box);
    nearestIn = nearest;
  }
  entry.corners.set(corners);
  setBoxEntry(entry, box);
  const wasExact = nearestEntry.exact !== null;
  const order = compareBoxEntries(box, entry, nearestEntry);
  if (entry.exact !== null) exactTests += wasExact ? 1 : 2;
  if (order > 0 || (order === 0 && !isLower)) return false;
  [entry, nearestEntry] = [nearestEntry, entry];
  nearestIn = slot;
  return true;
}

function hitOf(tree: AabbTree, slot: number, time: number): SweepHit {
  writeWorldCorners(tree, slot, corners);
  sweptBoxTriangle(box, corners, 0); // for its last axis
  const normal = time > 0 ? normalise(lastAxis[0], lastAxis[1], lastAxis[2]) : null;
  for (let k = 0; k < 3; k++) {
    box[k] += time * box[6 + k];
    box[3 + k] += time * box[6 + k];
  }
  return { triangle: tree.triangles[slot], time, point: clipToBox(corners, box), normal };
}
