import { readVector } from "../../geometry/coordinates.ts";
import { clipToBox } from "../../geometry/overlap/clip-to-box.ts";
import {
  boxExactTestCount,
  lastAxis,
  SWEPT_BOX,
  sweptBoxTriangle,
} from "../../geometry/sweep/box-triangle.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkStats, type QueryStats, writeCounts } from "../stats.ts";
import { enlarge, scaleTree, shrink } from "../tiny-worlds.ts";
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
  const { toWorld = null, stats } = options;
  checkStats(stats);
  readBox(bounds, "box", box);
  readVector(motion, "motion", box, 6);
  const scaled = scaleTree(tree, options, bounds, motion);
  if (scaled !== null) {
    const { factor } = scaled;
    const larger = { ...options, toWorld: scaled.toWorld };
    return smallerSweep(
      sweepBox(scaled.tree, enlarge(bounds, factor), enlarge(motion, factor), larger),
      factor,
    );
  }
  beginTreeQuery(tree, toWorld, "sweepBox");
  setMovingBox(box, world);
  for (let axis = 0; axis < 3; axis++) world[MOTION + axis] = box[6 + axis]!;
  toTreeFrame(tree, world, moving);
  limit[0] = 1;
  nearest = -1;
  triangleTests = 0;
  const exactBefore = boxExactTestCount();
  const boxTests = sweepNodes(tree, moving, limit, visit);
  if (stats !== undefined) writeCounts(stats, boxTests, triangleTests, boxExactTestCount() - exactBefore);
  return nearest < 0 ? null : hitOf(tree, nearest, limit[0]);
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
    const time = sweptBoxTriangle(box, corners, 0);
    if (!(time >= 0 && time <= limit[0]!)) continue;
    if (time === limit[0] && nearest >= 0 && tree.triangles[nearest]! < tree.triangles[s]!) continue;
    limit[0] = time;
    nearest = s;
  }
  return false;
}

function hitOf(tree: AabbTree, slot: number, time: number): SweepHit {
  writeWorldCorners(tree, slot, corners);
  sweptBoxTriangle(box, corners, 0); // for its last axis
  const normal = time > 0 ? normalise(lastAxis[0]!, lastAxis[1]!, lastAxis[2]!) : null;
  for (let axis = 0; axis < 3; axis++) {
    box[axis]! += time * box[6 + axis]!;
    box[3 + axis]! += time * box[6 + axis]!;
  }
  return { triangle: tree.triangles[slot]!, time, point: clipToBox(corners, box), normal };
}
