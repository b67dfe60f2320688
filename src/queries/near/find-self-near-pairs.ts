import { type Pose, plainPose, readPose } from "../../geometry/affine.ts";
import { thicknessInModel } from "../../geometry/near-margins.ts";
import { setSelfMargin } from "../../geometry/relative-pose.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type AabbTree, checkBoxTree } from "../../trees/layout.ts";
import { reachOf } from "../pairs/pair-query.ts";
import { descendSelf } from "../self/descend-self.ts";
import { scaleTree } from "../tiny-worlds.ts";
import { descendNear } from "./descend-near.ts";
import { placeTrees } from "./find-near-pairs.ts";
import { clearNearContext, type NearContext, returnNearContext, takeNearContext } from "./near-context.ts";
import {
  checkNearInto,
  checkThickness,
  type NearPairs,
  type NearStats,
  readNearStats,
} from "./near-pairs.ts";
import { beginNearSide, type NearTree, placeAll } from "./near-side.ts";
import { searchByKernel } from "./search-by-kernel.ts";
import { shrinkNearPairs } from "./shrink-near.ts";
import { testSlots } from "./test-slots.ts";
import { writeNearPairs } from "./write-near.ts";

export interface FindSelfNearPairsOptions {
  /** The model's pose: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
  /** An earlier result, to be overwritten and returned so that its memory is reused. Default: a new result. */
  into?: NearPairs | null | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<NearStats> | undefined;
}

const SELF_NEAR_OPTIONS: OptionNames<FindSelfNearPairsOptions> = { toWorld: true, into: true, stats: true };

/**
 * `findNearPairs` of a mesh with itself: every pair of features without a common vertex number that are at most `thickness` apart, each
 * once. In a row the vertex is a's and the face b's; of two edges, the one that sorts first is a's. The triangles of a soup share no
 * vertices, so neighbours touch: weld it first.
 */
export function findSelfNearPairs(
  tree: NearTree,
  thickness: number,
  options: FindSelfNearPairsOptions = {},
): NearPairs {
  checkOptionNames(options, SELF_NEAR_OPTIONS, "findSelfNearPairs");
  checkBoxTree(tree, "findSelfNearPairs");
  checkThickness(thickness);
  const { into } = options;
  checkNearInto(into);
  const stats = readNearStats(options.stats);
  const toWorld = plainPose(options.toWorld ?? null, "toWorld");
  const scaled = scaleTree(tree, { toWorld });
  const context = takeNearContext();
  try {
    if (scaled === null) {
      searchSelf(context, tree, thickness, toWorld);
      return writeNearPairs(context, into, stats);
    }
    searchSelf(context, scaled.tree, thickness * scaled.factor, scaled.toWorld);
    return shrinkNearPairs(writeNearPairs(context, into, stats), scaled.factor);
  } finally {
    returnNearContext(context);
  }
}

function searchSelf(context: NearContext, tree: NearTree, thickness: number, toWorld: Pose | null): void {
  const side = context.a;
  context.b = side;
  side.moves = readPose(toWorld, "toWorld", side.toWorld);
  clearNearContext(context, thickness);
  const margin = marginOf(context, tree);
  if (tree.kind === "r-tree") placeTrees(context, tree, tree);
  beginNearSide(side, tree);
  placeAll(side);
  if (tree.kind === "r-tree") descendNear(context, tree, tree);
  else searchAabb(context, tree, margin);
}

const margins = new Float64Array(2);
/** More than the rounding error of coordinates relative to the tree's origin, as a fraction of the largest coordinate. */
const ROUNDING = 2 ** -48;

/** The largest gap along an axis between the boxes of features that are near each other. */
function marginOf({ a: { toWorld, moves }, test }: NearContext, tree: NearTree): number {
  const reach = reachOf(tree);
  setSelfMargin(toWorld, moves, reach, margins);
  return margins[0] + thicknessInModel(toWorld, moves, "toWorld", test.thickness) + ROUNDING * reach;
}

function searchAabb(context: NearContext, tree: AabbTree, margin: number): void {
  if (searchByKernel(context, tree, margin)) return;
  const { selfDescent } = context;
  descendSelf(selfDescent, tree, margin, (candidates, count) => {
    for (let k = 0; k < count; k++) testSlots(context, candidates[2 * k], candidates[2 * k + 1]);
    return false;
  });
  context.boxTests = selfDescent.boxTests;
}
