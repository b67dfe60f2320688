import { type Pose, plainPose, readPose } from "../../geometry/affine.ts";
import { addThickness } from "../../geometry/near-margins.ts";
import { setRelativePose, shiftOrigins } from "../../geometry/relative-pose.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { checkBoxTree } from "../../trees/layout.ts";
import { reachOf } from "../pairs/pair-query.ts";
import { scalePair } from "../tiny-worlds.ts";
import { descendNear } from "./descend-near.ts";
import { clearNearContext, type NearContext, returnNearContext, takeNearContext } from "./near-context.ts";
import {
  checkNearInto,
  checkThickness,
  type NearPairs,
  type NearStats,
  readNearStats,
} from "./near-pairs.ts";
import { beginNearSide, type NearTree } from "./near-side.ts";
import { searchTwoByKernel } from "./search-two-by-kernel.ts";
import { shrinkNearPairs } from "./shrink-near.ts";
import { writeNearPairs } from "./write-near.ts";

export interface FindNearPairsOptions {
  /** The pose of a: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  aToWorld?: Pose | null | undefined;
  /** The pose of b. */
  bToWorld?: Pose | null | undefined;
  /** An earlier result, to be overwritten and returned so that its memory is reused. Default: a new result. */
  into?: NearPairs | null | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<NearStats> | undefined;
}

const NEAR_OPTIONS: OptionNames<FindNearPairsOptions> = {
  aToWorld: true,
  bToWorld: true,
  into: true,
  stats: true,
};

/**
 * Every vertex–face and edge–edge pair, one feature of a and one of b, at most `thickness` apart; exact. A distance equal to the thickness
 * counts, and a thickness of 0 finds the features that touch. Faces are closed triangles, edges closed segments.
 *
 * Features are those of the triangles in the trees: vertices by number, edges by their two vertex numbers, each once, however many
 * triangles share it. In a soup each triangle has its own vertices and edges. Degenerate triangles count as faces, as the segment or point
 * that they are.
 *
 * A distance is 0 if and only if the features touch. Then no vector leads from a's point to b's, and the normal comes from the winding of
 * the triangles: the face's normal, or the cross product of the two edges, on the side that leads out of a and into b.
 */
export function findNearPairs(
  a: NearTree,
  b: NearTree,
  thickness: number,
  options: FindNearPairsOptions = {},
): NearPairs {
  checkOptionNames(options, NEAR_OPTIONS, "findNearPairs");
  checkBoxTree(a, "findNearPairs");
  checkBoxTree(b, "findNearPairs");
  checkThickness(thickness);
  const { into } = options;
  checkNearInto(into);
  const stats = readNearStats(options.stats);
  const aToWorld = plainPose(options.aToWorld ?? null, "aToWorld");
  const bToWorld = plainPose(options.bToWorld ?? null, "bToWorld");
  const scaled = scalePair(a, b, { aToWorld, bToWorld });
  const context = takeNearContext();
  try {
    if (scaled === null) {
      search(context, a, b, thickness, aToWorld, bToWorld);
      return writeNearPairs(context, into, stats);
    }
    const { factor, poses } = scaled;
    search(context, scaled.a, scaled.b, thickness * factor, poses.aToWorld, poses.bToWorld);
    return shrinkNearPairs(writeNearPairs(context, into, stats), factor);
  } finally {
    returnNearContext(context);
  }
}

function search(
  context: NearContext,
  a: NearTree,
  b: NearTree,
  thickness: number,
  aToWorld: Pose | null,
  bToWorld: Pose | null,
): void {
  context.b = context.otherSide;
  const sideA = context.a;
  const sideB = context.b;
  sideA.moves = readPose(aToWorld, "aToWorld", sideA.toWorld);
  sideB.moves = readPose(bToWorld, "bToWorld", sideB.toWorld);
  clearNearContext(context, thickness);
  placeTrees(context, a, b);
  beginNearSide(sideA, a);
  beginNearSide(sideB, b);
  if (!searchTwoByKernel(context, a, b)) descendNear(context, a, b);
}

/** Sets the relative pose of the trees, with margins for the thickness. Throws `PoseError` for an invalid pose. */
export function placeTrees({ a: sideA, b: sideB, pose, test }: NearContext, a: NearTree, b: NearTree): void {
  setRelativePose(
    sideA.toWorld,
    sideA.moves,
    sideB.toWorld,
    sideB.moves,
    reachOf(a),
    reachOf(b),
    false,
    pose,
  );
  shiftOrigins(a.origin, b.origin, pose);
  addThickness(sideA.toWorld, sideA.moves, sideB.toWorld, sideB.moves, test.thickness, pose);
}
