import { OptionError, show } from "../../errors.ts";
import { copyPose, type Pose, readPose } from "../../geometry/affine.ts";
import { setFramedPose } from "../../geometry/framed-pose.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { setRelativePose, shiftOrigins } from "../../geometry/relative-pose.ts";
import { WORLD_REACH } from "../../geometry/relative-pose-layout.ts";
import type { OptionNames } from "../../option-names.ts";
import { framedBoxes } from "../../trees/frame/framed-boxes.ts";
import {
  AABB_MAX,
  AABB_MIN,
  type AabbTree,
  checkTreeArrays,
  OBB_AXES,
  OBB_CENTRE,
  OBB_HALF,
  type ObbTree,
  type RTree,
} from "../../trees/layout.ts";
import { type Counters, EXIT_COUNT, type QueryStats } from "../stats.ts";
import { descendAabb } from "./descend-aabb.ts";
import { descendPairByKernel } from "./descend-pair-by-kernel.ts";
import { usesFrames } from "./frame-choice.ts";
import { beginLeafPairs } from "./leaf-pairs.ts";
import { clearContext, type PairContext } from "./pair-context.ts";
import type { RTreeAlgorithm } from "./r-tree-algorithms.ts";
import { supportOf } from "./tree-support.ts";

/** The kinds of trees that pair queries accept; both must be of one kind. */
export type PairTree = AabbTree | ObbTree | RTree;

export interface PairOptions {
  /** The pose of a: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  aToWorld?: Pose | null | undefined;
  /** The pose of b. */
  bToWorld?: Pose | null | undefined;
  /** The box test. "sat-lite" (default): the six face normals. "sat": also the nine edge cross products. */
  test?: "sat-lite" | "sat" | undefined;
  /**
   * Which of two overlapping nodes is split. "both" (default): both, unless one is twice as large. "larger": always only
   * the larger one, by the sum of extents. "larger-volume": always only the one with the larger volume, as in van den
   * Bergen's paper; runs without kernels. Changes the counters, never the answer.
   */
  descend?: "both" | "larger" | "larger-volume" | undefined;
  /**
   * How two R-trees are searched; has no effect on other trees. "together" (default): both are descended at once, all
   * children of two nodes in a step. "version-1" and "version-2": the algorithms of Figueiredo 2009. "version-2-merged":
   * version 2 with one box test per node instead of two. "blocks": the merged version 2 with all triangles of a node at
   * once. `test`, `descend` and `order` affect only "together". Changes the counters, never the answer.
   */
  algorithm?: RTreeAlgorithm | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<QueryStats> | undefined;
}

export const PAIR_OPTIONS: OptionNames<PairOptions> = {
  aToWorld: true,
  bToWorld: true,
  test: true,
  descend: true,
  algorithm: true,
  stats: true,
};

const BOTH_RATIO = { both: 2, larger: 1, "larger-volume": 1 } as const;

/** Checks the arguments and sets up the context for a query: for all pairs, or for the first one found. */
export function beginPairQuery(
  context: PairContext,
  a: PairTree,
  b: PairTree,
  options: PairOptions,
  all: boolean,
): void {
  checkTrees(a, b);
  const { test = "sat-lite", descend = "both", algorithm, aToWorld = null, bToWorld = null } = options;
  checkDescent(test, descend);
  if (algorithm !== undefined) checkAlgorithm(a, algorithm);
  context.aMoves = readPose(aToWorld, "aToWorld", context.aToWorld);
  context.bMoves = readPose(bToWorld, "bToWorld", context.bToWorld);
  context.all = all;
  context.edges = test === "sat";
  context.bothRatio = BOTH_RATIO[descend];
  context.byVolume = descend === "larger-volume";
  context.bestFirst = true;
  context.algorithm = algorithm ?? "together";
  clearContext(context);
}

/** Lets the query use the boxes along the frames of its trees, where they have one. */
export function useFrames(context: PairContext, a: PairTree, b: PairTree): void {
  if (a.kind !== "aabb" || !usesFrames(a, b as AabbTree, context.aToWorld, context.bToWorld)) return;
  context.framedA = framedBoxesAt(a, context.aToWorld, context.framedAToWorld);
  context.framedB = framedBoxesAt(b as AabbTree, context.bToWorld, context.framedBToWorld);
}

/** The tree's framed boxes, with their pose in `out`; null if the boxes along the model's axes must be used. */
export function framedBoxesAt(tree: AabbTree, toWorld: Float64Array, out: Float64Array): AabbTree | null {
  const boxes = framedBoxes(tree);
  return boxes !== null && setFramedPose(toWorld, tree.frame!, reachOf(boxes), out) ? boxes : null;
}

/** Sets up the context for the first pair, with default options, at checked poses. */
export function beginCheckedQuery(
  context: PairContext,
  aToWorld: Float64Array | null,
  bToWorld: Float64Array | null,
): void {
  context.aMoves = copyPose(aToWorld, context.aToWorld);
  context.bMoves = copyPose(bToWorld, context.bToWorld);
  context.all = false;
  context.edges = false;
  context.bothRatio = BOTH_RATIO.both;
  context.byVolume = false;
  context.bestFirst = true;
  context.algorithm = "together";
  clearContext(context);
}

/**
 * Sets the relative pose and starts the test of leaves: all stages except the kernels need this first. Throws `PoseError` for a pose that
 * is singular or exceeds the range of coordinates.
 */
export function placePair(context: PairContext, a: PairTree, b: PairTree): void {
  if (context.isPoseSet) return;
  const { framedA, framedB, edges, pose } = context;
  const boxesA = framedA ?? a;
  const boxesB = framedB ?? b;
  setRelativePose(
    framedA === null ? context.aToWorld : context.framedAToWorld,
    framedA !== null || context.aMoves,
    framedB === null ? context.bToWorld : context.framedBToWorld,
    framedB !== null || context.bMoves,
    reachOf(boxesA),
    reachOf(boxesB),
    edges,
    pose,
  );
  shiftOrigins(boxesA.origin, boxesB.origin, pose);
  beginLeafPairs(context, a, b, pose[WORLD_REACH]);
  context.isPoseSet = true;
}

/** Runs the descent set up by `beginPairQuery`; returns whether a pair was found that ends the query. */
export function descendPair(context: PairContext, a: PairTree, b: PairTree): boolean {
  if (a.kind === "aabb") {
    const meet = descendPairByKernel(context, a, b as AabbTree);
    if (meet !== null) return meet;
  }
  placePair(context, a, b);
  if (a.kind === "aabb") return descendAabb(context, a, b as AabbTree);
  if (a.kind === "r-tree") return supportOf(a.kind).descend(context, a, b as RTree);
  return supportOf(a.kind).descend(context, a, b as ObbTree);
}

/** Writes the query's counters. */
export function recordStats({ exits, triangleTests, exactBefore }: PairContext, stats: QueryStats): void {
  stats.boxTests = sumOf(exits);
  stats.triangleTests = triangleTests;
  stats.exactTests = exactTestCount() - exactBefore;
  stats.exitAxes.set(exits);
}

/** Adds the query's counters to `sum`. */
export function addCounters({ exits, triangleTests, exactBefore }: PairContext, sum: Counters): void {
  sum.boxTests += sumOf(exits);
  sum.triangleTests += triangleTests;
  sum.exactTests += exactTestCount() - exactBefore;
}

function sumOf(exits: Uint32Array): number {
  let sum = 0;
  for (let axis = 0; axis < EXIT_COUNT; axis++) sum += exits[axis];
  return sum;
}

/** Throws `OptionError` unless the values of `test` and `descend` are known. */
export function checkDescent(test: unknown, descend: unknown): void {
  if (test !== "sat-lite" && test !== "sat")
    throw new OptionError(`test: ${show(test)} is not "sat-lite" or "sat"`);
  if (descend !== "both" && descend !== "larger" && descend !== "larger-volume")
    throw new OptionError(`descend: ${show(descend)} is not "both", "larger" or "larger-volume"`);
}

function checkAlgorithm(tree: PairTree, named: RTreeAlgorithm): void {
  if (tree.kind !== "r-tree")
    throw new OptionError(`algorithm: ${show(named)} is for R-trees, got trees of the kind "${tree.kind}"`);
  const { algorithms } = supportOf(tree.kind);
  if (!algorithms.includes(named))
    throw new OptionError(`algorithm: ${show(named)} is not one of ${algorithms.join(", ")}`);
}

/** Throws `OptionError` unless the trees are two of one kind, `MeshError` if arrays of one were transferred. */
export function checkTrees(a: PairTree, b: PairTree): void {
  if (a?.kind === b?.kind && (a?.kind === "aabb" || a?.kind === "obb" || a?.kind === "r-tree")) {
    checkTreeArrays(a, "a");
    checkTreeArrays(b, "b");
    return;
  }
  throw new OptionError(
    `expected two trees of one kind, "aabb", "obb" or "r-tree", got ${describe(a)} and ${describe(b)}`,
  );
}

/** Describes a value passed as a tree, for an error. */
export function describe(tree: unknown): string {
  const kind = (tree as { kind?: unknown } | null | undefined)?.kind;
  return typeof kind === "string" ? `"${kind}"` : `${tree === null ? "null" : typeof tree} without a kind`;
}

/** The largest coordinate magnitude inside the root box. */
export function reachOf(tree: PairTree): number {
  return tree.kind === "obb" ? reachOfObb(tree) : reachOfAabb(tree);
}

function reachOfAabb({ nodes, origin }: AabbTree | RTree): number {
  let reach = 0;
  for (let axis = 0; axis < 3; axis++) {
    const box = Math.max(Math.abs(nodes[AABB_MIN + axis]), Math.abs(nodes[AABB_MAX + axis]));
    reach = Math.max(reach, Math.abs(origin[axis]) + box);
  }
  return reach;
}

function reachOfObb({ nodes }: ObbTree): number {
  let reach = 0;
  for (let axis = 0; axis < 3; axis++) {
    let coordinate = Math.abs(nodes[OBB_CENTRE + axis]);
    for (let k = 0; k < 3; k++) coordinate += Math.abs(nodes[OBB_HALF + k] * nodes[OBB_AXES + 3 * k + axis]);
    reach = Math.max(reach, coordinate);
  }
  return reach;
}
