import { OptionError, show } from "../errors.ts";
import {
  type BuildLimits,
  beginBuild,
  endBuild,
  exchangePositions,
  runBuild,
  type TreeBuild,
} from "../kernels/build-tree.ts";
import { areKernelsUnwanted } from "../kernels/kernel-choice.ts";
import { FREE_DEPTH } from "../kernels/split-constants.ts";
import { exponentOf, scaledMesh } from "../mesh/tiny-mesh.ts";
import { checkMesh, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { allocateTree } from "./buffer.ts";
import { createWorkspace } from "./create-workspace.ts";
import { fillSizes, fitBoxesPlainly } from "./fit-boxes.ts";
import { fitToVerticesPlainly } from "./fit-to-vertices.ts";
import { type FrameOption, frameFor, readFrameOption } from "./frame/frame-option.ts";
import { rememberFramedBoxes } from "./frame/framed-boxes.ts";
import { rotateVertices } from "./frame/rotate-vertices.ts";
import type { AabbTree } from "./layout.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "./layout.ts";
import { orderedVertices } from "./ordered-vertices.ts";
import { chooseOrigin, originOfBox } from "./origin.ts";
import { alignSharedEdges } from "./shared-edges.ts";
import { rememberSpread } from "./should-rebuild.ts";
import { splitBestAxis } from "./splits/best-axis.ts";
import { splitHalves, splitMedian } from "./splits/equal-counts.ts";
import { splitHalfBalanced } from "./splits/half-balanced.ts";
import { splitMidpoint } from "./splits/midpoint.ts";
import { splitSah } from "./splits/sah.ts";
import type { Split, Workspace } from "./splits/workspace.ts";
import { RECORD_STRIDE, RECORD_TRIANGLE } from "./splits/workspace.ts";
import { treeOfTiny } from "./twin.ts";

interface Rule {
  readonly split: Split;
  /** The rule used where the tree gets too deep: halves by count. */
  readonly beyond: Split;
}

export const RULES = {
  sah: { split: splitSah, beyond: splitHalves },
  midpoint: { split: splitMidpoint, beyond: splitMedian },
  median: { split: splitMedian, beyond: splitMedian },
  "half-balanced": { split: splitHalfBalanced, beyond: splitMedian },
  "best-axis": { split: splitBestAxis, beyond: splitMedian },
} as const satisfies Record<string, Rule>;

export type SplitRule = keyof typeof RULES;

export interface AabbTreeOptions {
  /**
   * How a node's triangles are separated. "sah" (default): least surface area × count. "midpoint": van den Bergen's
   * choice. "median" and "half-balanced": the two rules he rejected. "best-axis": the 2004 tutorial.
   */
  split?: SplitRule | undefined;
  /** The largest number of triangles in a leaf; default 2. With 1, n triangles give n leaves and n − 1 inner nodes. */
  leafSize?: number | undefined;
  /**
   * The largest number of nodes on a path from the root to a leaf: nodes at this depth become leaves whatever they hold. No
   * limit by default.
   */
  maxDepth?: number | undefined;
  /**
   * Whether sets that the rule cannot separate are halved by count, so that no leaf exceeds `leafSize`; default true.
   * Otherwise such a set becomes a leaf.
   */
  prune?: boolean | undefined;
  /**
   * Along which axes the boxes of pair and distance queries lie. "auto" (default): rotated ones if a sample of the triangles has boxes
   * along them that are smaller by an eighth, else the model's; the model's for any other `split` than "sah". "none": the model's.
   * "best": the best ones found. Or three orthonormal axes, nine numbers. Changes the counters, never the answer.
   */
  frame?: FrameOption | undefined;
}

export const AABB_TREE_OPTIONS: OptionNames<AabbTreeOptions> = {
  split: true,
  leafSize: true,
  maxDepth: true,
  prune: true,
  frame: true,
};

// One entry for each pending right sibling, at most one per level. There are at most 2^26 triangles, so at most FREE_DEPTH
// + 26 levels of free choice and then 27 of halving: 93.
const STACK_ENTRIES = 128;
const ENTRY = 4; // node, begin, end, depth and which buffer

/** Builds a tree of axis-aligned boxes over the mesh's triangles. Deterministic: equal mesh and options give an equal tree. */
export function buildAabbTree(mesh: TriangleMesh, options: AabbTreeOptions = {}): AabbTree {
  checkOptionNames(options, AABB_TREE_OPTIONS, "buildAabbTree");
  const { split = "sah", leafSize = 2, maxDepth = Infinity, prune = true, frame: asked = "auto" } = options;
  checkBuildOptions(split, leafSize, maxDepth, prune);
  const frameOption = readFrameOption(asked);
  checkMesh(mesh);
  const exponent = exponentOf(mesh);
  const scaled = exponent === 0 ? mesh : scaledMesh(mesh, exponent);
  const limits = { leafSize, maxDepth, prune };
  const frame = frameFor(scaled, frameOption, split === "sah");
  const tree =
    (frame === null ? null : buildInFrame(scaled, split, limits, frame)) ?? buildTree(scaled, split, limits);
  return exponent === 0 ? tree : treeOfTiny(tree, mesh, exponent);
}

/** Builds in the space of a frame, then fits boxes along the model's axes, too. Null for coordinates too large to turn. */
function buildInFrame(
  mesh: TriangleMesh,
  split: SplitRule,
  limits: BuildLimits,
  frame: Float64Array,
): AabbTree | null {
  const positions = new Float64Array(mesh.positions.length);
  if (!rotateVertices(mesh.positions, frame, positions)) return null;
  const turned = { ...mesh, positions };
  const byKernel =
    split === "sah" && !areKernelsUnwanted() ? buildInKernel(turned, limits, mesh, frame) : null;
  if (byKernel !== null) return byKernel;
  const boxes = buildPlainly(turned, split, limits);
  const tree = allocateTree("aabb", mesh, boxes.nodeCount, boxes.depth, frame);
  tree.links.set(boxes.links);
  tree.corners.set(boxes.corners);
  tree.triangles.set(boxes.triangles);
  fitToVerticesPlainly(tree);
  rememberSpread(tree);
  rememberFramedBoxes(tree, boxes);
  return tree;
}

function buildTree(mesh: TriangleMesh, split: SplitRule, limits: BuildLimits): AabbTree {
  const tree = split === "sah" && !areKernelsUnwanted() ? buildInKernel(mesh, limits) : null;
  return tree ?? buildPlainly(mesh, split, limits);
}

/**
 * Builds with the surface area rule in WebAssembly: identical bytes in a third of the time. Null without WebAssembly or
 * enough memory. If `mesh` is turned, the tree is that of the `upright` one with this frame, and `mesh` has its framed boxes.
 */
export function buildInKernel(
  mesh: TriangleMesh,
  limits: BuildLimits,
  upright: TriangleMesh | null = null,
  frame: Float64Array | null = null,
  mostBytes?: number,
): AabbTree | null {
  const build = beginBuild(mesh, limits, mostBytes);
  if (build === null) return null;
  try {
    const boxes = treeOf(mesh, build, null);
    if (upright === null) return boxes;
    exchangePositions(build, upright.positions);
    const tree = treeOf(upright, build, frame);
    tree.fitCount.fits++;
    rememberFramedBoxes(tree, boxes);
    return tree;
  } finally {
    // Also if the engine has no room for the tree: the workspace may hold up to 2 GiB.
    endBuild(build);
  }
}

/** The tree of a build, which is completed first, with boxes of the vertices that the build has. */
function treeOf(mesh: TriangleMesh, build: TreeBuild, frame: Float64Array | null): AabbTree {
  const origin = new Float64Array(3);
  if (isArrayOf(mesh.positions, "Float64Array")) originOfBox(build.lowest, build.highest, origin);
  const built = runBuild(build, origin);
  const tree = allocateTree("aabb", mesh, built.nodeCount, built.depth, frame);
  tree.origin.set(origin);
  tree.links.set(built.links);
  tree.corners.set(built.corners);
  tree.triangles.set(built.triangles);
  rememberSpread(tree, built.sizes);
  return tree;
}

/** Fits the boxes of a build's tree, which has its slots, to the vertices that the build has now. */
export function fitToBuild(tree: AabbTree, build: TreeBuild): void {
  const origin = new Float64Array(3);
  if (isArrayOf(tree.mesh.positions, "Float64Array")) originOfBox(build.lowest, build.highest, origin);
  const built = runBuild(build, origin);
  tree.origin.set(origin);
  tree.links.set(built.links);
  tree.fitCount.fits++;
  rememberSpread(tree, built.sizes);
}

/** Builds in TypeScript, by any rule. */
export function buildPlainly(mesh: TriangleMesh, split: SplitRule, limits: BuildLimits): AabbTree {
  const origin = new Float64Array(3);
  chooseOrigin(mesh.positions, origin);
  const vertices = orderedVertices(mesh.positions, origin);
  const work = createWorkspace(mesh, vertices, origin, split);
  const order = new Uint32Array(mesh.triangleCount);
  const { nodeCount, depth } = growTree(work, order, RULES[split], limits, Infinity).next().value as Grown;
  const tree = allocateTree("aabb", mesh, nodeCount, depth);
  tree.origin.set(origin);
  tree.nodes.set(work.nodes.subarray(0, AABB_STRIDE * nodeCount));
  tree.triangles.set(order);
  fillCorners(tree, work.corners);
  alignSharedEdges(tree);
  // The surface area rule works on approximate boxes; the others have already written the exact ones.
  if (split === "sah") fitBoxesPlainly(tree, vertices);
  else fillSizes(tree);
  rememberSpread(tree);
  return tree;
}

/** Throws `OptionError` unless these are options of a build. */
export function checkBuildOptions(
  split: unknown,
  leafSize: unknown,
  maxDepth: unknown,
  prune: unknown,
): void {
  if (typeof split !== "string" || !Object.hasOwn(RULES, split))
    throw new OptionError(`split: ${show(split)} is not one of ${Object.keys(RULES).join(", ")}`);
  if (!Number.isInteger(leafSize) || (leafSize as number) < 1)
    throw new OptionError(`leafSize: ${show(leafSize)} is not a whole number of at least 1`);
  if (maxDepth !== Infinity && (!Number.isInteger(maxDepth) || (maxDepth as number) < 1))
    throw new OptionError(`maxDepth: ${show(maxDepth)} is not a whole number of at least 1`);
  if (typeof prune !== "boolean") throw new OptionError(`prune: ${show(prune)} is not true or false`);
}

export interface Grown {
  readonly nodeCount: number;
  readonly depth: number;
}

export type Growth = Generator<undefined, Grown, number>;

/**
 * Writes nodes and the order of triangles. Yields when it has spent the budget, where a triangle on each level costs 1, and goes on with the
 * next one.
 */
export function* growTree(
  work: Workspace,
  order: Uint32Array,
  rule: Rule,
  { leafSize, maxDepth, prune }: BuildLimits,
  budget: number,
): Growth {
  const { links, even, odd } = work;
  const count = order.length;
  // Below this depth only the median splits. A rule that cuts off one triangle at a time (exponentially spaced ones) would otherwise take n²
  // time and n levels.
  const freeDepth = FREE_DEPTH + Math.ceil(Math.log2(count));
  const stack = new Int32Array(ENTRY * STACK_ENTRIES);
  let top = 0;
  let nodeCount = 1;
  let treeDepth = 1;

  let node = 0;
  let begin = 0;
  let end = count;
  let depth = 1;
  let isOdd = false;
  let left = budget;
  for (;;) {
    if (left <= 0) left = yield;
    left -= end - begin;
    const from = isOdd ? odd : even;
    let middle = begin;
    if (end - begin > leafSize && depth < maxDepth) {
      const to = isOdd ? even : odd;
      middle = (depth > freeDepth ? rule.beyond : rule.split)(work, from, to, node, begin, end, nodeCount);
      if (middle === begin && prune) middle = splitHalves(work, from, to, node, begin, end, nodeCount);
    }
    const at = AABB_STRIDE * node;
    if (middle !== begin) {
      links[at + AABB_LINK] = nodeCount;
      node = nodeCount;
      nodeCount += 2;
      depth++;
      isOdd = !isOdd;
      stack[top] = node + 1;
      stack[top + 1] = middle;
      stack[top + 2] = end;
      stack[top + 3] = isOdd ? ~depth : depth;
      top += ENTRY;
      end = middle;
      continue;
    }
    links[at + AABB_LINK] = ~begin;
    links[at + AABB_COUNT] = end - begin;
    const { ints } = from;
    for (let slot = begin; slot < end; slot++) order[slot] = ints[RECORD_STRIDE * slot + RECORD_TRIANGLE];
    if (depth > treeDepth) treeDepth = depth;
    if (top === 0) return { nodeCount, depth: treeDepth };
    top -= ENTRY;
    node = stack[top];
    begin = stack[top + 1];
    end = stack[top + 2];
    depth = stack[top + 3];
    isOdd = depth < 0;
    if (isOdd) depth = ~depth;
  }
}

export function fillCorners(tree: AabbTree, corners: Uint32Array): void {
  const { triangles } = tree;
  const out = tree.corners;
  for (let slot = 0; slot < triangles.length; slot++) {
    const c = 3 * triangles[slot];
    out[3 * slot] = corners[c];
    out[3 * slot + 1] = corners[c + 1];
    out[3 * slot + 2] = corners[c + 2];
  }
}
