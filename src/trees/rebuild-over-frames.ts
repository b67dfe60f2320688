import { OptionError, show } from "../errors.ts";
import {
  type BuildLimits,
  type BuiltTree,
  beginBuild,
  endOwnedBuild,
  exchangePositions,
  growBuild,
  ownBuild,
  readBuild,
  type TreeBuild,
} from "../kernels/build-tree.ts";
import { areKernelsUnwanted } from "../kernels/kernel-choice.ts";
import { exponentOf, scaledMesh } from "../mesh/tiny-mesh.ts";
import { checkCoordinates, checkMesh, type Indices, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { allocateTree } from "./buffer.ts";
import {
  buildAabbTree,
  checkBuildOptions,
  fillCorners,
  fitToBuild,
  type Grown,
  type Growth,
  growTree,
  RULES,
} from "./build-aabb.ts";
import { noteRefit } from "./copy-policy.ts";
import { createWorkspace, giveScratchAway } from "./create-workspace.ts";
import { fitToVerticesPlainly } from "./fit-to-vertices.ts";
import { type FrameOption, frameFor, readFrameOption } from "./frame/frame-option.ts";
import { rememberFramedBoxes } from "./frame/framed-boxes.ts";
import { rotateVertices } from "./frame/rotate-vertices.ts";
import { AABB_STRIDE, type AabbTree, checkAabbTree } from "./layout.ts";
import { orderedVertices } from "./ordered-vertices.ts";
import { chooseOrigin } from "./origin.ts";
import { alignSharedEdges } from "./shared-edges.ts";
import { rememberSpread } from "./should-rebuild.ts";
import type { Workspace } from "./splits/workspace.ts";
import { treeOfTiny } from "./twin.ts";

// A build cut into portions, so that no frame pays for all of it: the build of `buildAabbTree`, in a kernel that stops when it has spent a
// budget. In a process's first rebuild nothing else runs for long: JavaScript takes some 10 ms to be compiled, a kernel is ready at once.
//
// The kernel has its own copy of the vertices, so they may move meanwhile: any separation is a valid tree. The last portion fits all boxes
// to the vertices as they are then.

export interface RebuildOptions {
  /** As in `buildAabbTree`. */
  leafSize?: number | undefined;
  maxDepth?: number | undefined;
  prune?: boolean | undefined;
  /** As in `buildAabbTree`; default "auto" for a mesh, and for a tree with a frame, which is chosen anew; else "none". */
  frame?: FrameOption | undefined;
}

const REBUILD_OPTIONS: OptionNames<RebuildOptions> = {
  leafSize: true,
  maxDepth: true,
  prune: true,
  frame: true,
};

/** What is to be done next, in this order. */
type Stage = "check" | "choose frame" | "copy mesh" | "plant" | "grow" | "assemble" | "link" | "fit";

/** A build in TypeScript. */
interface PlainBuild {
  readonly work: Workspace;
  readonly order: Uint32Array;
  readonly growth: Growth;
  /** What came of it; null before. */
  grown: Grown | null;
}

/** A rebuild under way, for `advanceRebuild`. */
export interface TreeRebuild {
  readonly mesh: TriangleMesh;
  /** The new tree when it is finished, null before. */
  tree: AabbTree | null;
  readonly limits: BuildLimits;
  readonly frameOption: ReturnType<typeof readFrameOption>;
  stage: Stage;
  /** How many triangles have been checked. */
  checked: number;
  /** The axes that triangles are separated along, null for the model's. */
  frame: Float64Array | null;
  /** The build, in a kernel or in TypeScript, and the mesh that it has a copy of; null before. */
  build: TreeBuild | PlainBuild | null;
  seenMesh: TriangleMesh | null;
  /** The new tree before its boxes are fitted to the last vertices, and its boxes along the frame; null before, and without a frame. */
  assembled: AabbTree | null;
  framed: AabbTree | null;
}

/** Meshes of up to so many triangles are built at once: some 2 ms. */
const AT_ONCE = 8192;
/** How often a triangle is moved while it finds its leaf, about: growing counts such steps. */
const LEVELS = 16;
const MOST_STEPS = 2 ** 31 - 1;
/** What choosing a frame costs, if a triangle that is built costs 1. */
const CHOOSE_COST = 4096;
/** What the other stages cost a triangle; with a frame, twice that. */
const COSTS = { "copy mesh": 1 / 8, plant: 1 / 8, assemble: 1 / 16, link: 1 / 16, fit: 1 / 8 } as const;
const CHECK_COST = 1 / 8;
/** Triangles that are checked by one call of a function, which V8 compiles while a check goes on. */
const CHECK_RUN = 1024;
const DEFAULT_BUDGET = 8192;

/**
 * Begins to build a tree for a mesh, or anew for the mesh of a tree, by the surface area rule; `advanceRebuild` does it, some of it in
 * each call. The old tree can be refitted and queried meanwhile. Vertices may move; indices may not change.
 */
export function startRebuild(source: TriangleMesh | AabbTree, options: RebuildOptions = {}): TreeRebuild {
  checkOptionNames(options, REBUILD_OPTIONS, "startRebuild");
  const isTree = typeof source === "object" && source !== null && "kind" in source;
  if (isTree) checkAabbTree(source, "startRebuild");
  const mesh = isTree ? source.mesh : source;
  const { leafSize = 2, maxDepth = Infinity, prune = true } = options;
  checkBuildOptions("sah", leafSize, maxDepth, prune);
  const { frame: asked = isTree && !source.frame ? "none" : "auto" } = options;
  const frameOption = readFrameOption(asked);
  // Cold, a pass over all indices takes 5 ms; those of a tree are checked in portions.
  if (isTree) checkLengths(mesh);
  else checkMesh(mesh);
  return {
    mesh,
    tree: null,
    limits: { leafSize, maxDepth, prune },
    frameOption,
    stage: isTree && mesh.triangleCount > AT_ONCE ? "check" : "choose frame",
    checked: 0,
    frame: null,
    build: null,
    seenMesh: null,
    assembled: null,
    framed: null,
  };
}

/**
 * Goes on with a rebuild, for about as long as a build of `budget` triangles takes (default 8,192, some 2 ms). Returns the tree when it
 * is finished, its boxes fitted to the vertices as they are now, and null before. Equal calls on equal vertices make equal trees.
 * Throws `MeshError` at a coordinate that is not finite or too large; the rebuild can go on when it is mended.
 */
export function advanceRebuild(rebuild: TreeRebuild, budget: number = DEFAULT_BUDGET): AabbTree | null {
  if (!(rebuild?.mesh && rebuild.limits))
    throw new OptionError("advanceRebuild: expected a rebuild, as startRebuild makes it");
  if (!(typeof budget === "number" && budget > 0))
    throw new OptionError(`budget: ${show(budget)} is not a number of triangles above 0`);
  let left = budget;
  if (rebuild.tree === null) checkLengths(rebuild.mesh);
  while (rebuild.tree === null && left > 0) {
    const cost = costOfNext(rebuild);
    // What does not fit into what is left begins the next call.
    if (cost > left && left < budget) break;
    if (rebuild.stage === "check") left -= check(rebuild, left);
    else if (rebuild.stage === "grow") left -= grow(rebuild, left);
    else left -= takeNext(rebuild, cost);
  }
  return rebuild.tree;
}

/** Throws `MeshError` if an array has lost its contents, to another thread for example. */
function checkLengths(mesh: TriangleMesh): void {
  const { positions, indices, vertexCount, triangleCount } = mesh;
  const isWhole = indices === null || indices.length === 3 * triangleCount;
  if (!(isWhole && positions.length === 3 * vertexCount)) checkMesh(mesh);
}

/** What the next step costs that cannot be cut in two. */
function costOfNext({ mesh: { triangleCount }, frameOption, stage, frame }: TreeRebuild): number {
  if (stage === "check" || stage === "grow") return 0;
  if (stage === "choose frame") {
    if (triangleCount <= AT_ONCE) return triangleCount;
    return frameOption === "none" ? 0 : CHOOSE_COST;
  }
  return (frame === null ? 1 : 2) * COSTS[stage] * triangleCount;
}

/** Checks the indices of a tree's mesh, at a cost of about `left`; returns what it cost. Throws `MeshError` where one is out of range. */
function check(rebuild: TreeRebuild, left: number): number {
  const { mesh, checked } = rebuild;
  const end = Math.min(mesh.triangleCount, checked + Math.ceil(left / CHECK_COST));
  for (let from = checked; mesh.indices !== null && from < end; from += CHECK_RUN)
    if (largestIndex(mesh.indices, 3 * from, 3 * Math.min(from + CHECK_RUN, end)) >= mesh.vertexCount)
      checkMesh(mesh);
  rebuild.checked = end;
  if (end === mesh.triangleCount) rebuild.stage = "choose frame";
  return CHECK_COST * (end - checked);
}

function largestIndex(indices: Indices, from: number, to: number): number {
  let largest = 0;
  for (let i = from; i < to; i++) if (indices[i] > largest) largest = indices[i];
  return largest;
}

/** Does the next step; returns its cost. */
function takeNext(rebuild: TreeRebuild, cost: number): number {
  const { mesh, limits, frameOption } = rebuild;
  switch (rebuild.stage) {
    case "choose frame":
      if (mesh.triangleCount <= AT_ONCE)
        rebuild.tree = buildAabbTree(mesh, { ...limits, frame: frameOption });
      else rebuild.frame = frameFor(scaledIfTiny(mesh), frameOption, true);
      rebuild.stage = "copy mesh";
      break;
    case "copy mesh":
      copyMesh(rebuild);
      rebuild.stage = "plant";
      break;
    case "plant":
      rebuild.build ??= plantPlainly(rebuild.seenMesh!, limits);
      growBy(rebuild.build, 0);
      rebuild.stage = "grow";
      break;
    case "assemble":
      assemble(rebuild);
      rebuild.stage = "link";
      break;
    case "link":
      link(rebuild);
      rebuild.stage = "fit";
      break;
    default:
      rebuild.tree = finish(rebuild);
  }
  return cost;
}

/** Copies the vertices, as seen along the frame, which is given up for coordinates too large to turn. Throws `MeshError` at a bad one. */
function copyMesh(rebuild: TreeRebuild): void {
  const upright = scaledIfTiny(rebuild.mesh);
  let mesh = upright;
  if (rebuild.frame !== null) {
    mesh = { ...upright, positions: new Float64Array(upright.positions.length) };
    if (!turn(upright, rebuild.frame, mesh)) {
      rebuild.frame = null;
      mesh = upright;
    }
  }
  const build = areKernelsUnwanted() ? null : beginBuild(mesh, rebuild.limits);
  if (build !== null) ownBuild(build);
  else {
    checkCoordinates(mesh.positions);
    if (mesh === upright) mesh = { ...upright, positions: upright.positions.slice() };
  }
  rebuild.build = build;
  rebuild.seenMesh = mesh;
}

function scaledIfTiny(mesh: TriangleMesh): TriangleMesh {
  const exponent = exponentOf(mesh);
  return exponent === 0 ? mesh : scaledMesh(mesh, exponent);
}

/** Sees a mesh along the axes of a frame, into another one of f64 vertices; false for coordinates too large to turn. */
function turn(mesh: TriangleMesh, frame: Float64Array, out: TriangleMesh): boolean {
  return rotateVertices(mesh.positions, frame, out.positions as Float64Array);
}

/** Begins a build in TypeScript. */
function plantPlainly(mesh: TriangleMesh, limits: BuildLimits): PlainBuild {
  const origin = new Float64Array(3);
  chooseOrigin(mesh.positions, origin);
  const vertices = orderedVertices(mesh.positions, origin);
  const work = createWorkspace(mesh, vertices, origin, "sah");
  giveScratchAway();
  const order = new Uint32Array(mesh.triangleCount);
  return { work, order, growth: growTree(work, order, RULES.sah, limits, 0), grown: null };
}

/** Goes on with the build for all that is left of a budget; returns what it cost. */
function grow(rebuild: TreeRebuild, left: number): number {
  const steps = Math.min(Math.ceil(LEVELS * left), MOST_STEPS);
  if (growBy(rebuild.build!, steps)) rebuild.stage = "assemble";
  return steps / LEVELS;
}

/** Whether the build is complete. */
function growBy(build: TreeBuild | PlainBuild, steps: number): boolean {
  if (isKernel(build)) return growBuild(build, steps) > 0;
  const { done, value } = build.growth.next(steps);
  if (done) build.grown = value;
  return done === true;
}

function isKernel(build: TreeBuild | PlainBuild): build is TreeBuild {
  return "workspace" in build;
}

/** Allocates the tree, and the boxes along its frame, and fills in the slots. */
function assemble(rebuild: TreeRebuild): void {
  const { mesh, frame, build, seenMesh } = rebuild;
  const made = isKernel(build!) ? readBuild(build) : treeOfPlainBuild(build!, mesh, frame);
  rebuild.assembled = "kind" in made ? made : treeWithSlots(made, mesh, frame);
  if (frame !== null) rebuild.framed = treeWithSlots(made, seenMesh!, null);
}

function treeOfPlainBuild(
  { work, order, grown }: PlainBuild,
  mesh: TriangleMesh,
  frame: Float64Array | null,
): AabbTree {
  const { nodeCount, depth } = grown!;
  const tree = allocateTree("aabb", mesh, nodeCount, depth, frame);
  tree.nodes.set(work.nodes.subarray(0, AABB_STRIDE * nodeCount));
  tree.triangles.set(order);
  fillCorners(tree, work.corners);
  alignSharedEdges(tree);
  return tree;
}

function treeWithSlots(
  { nodeCount, depth, corners, triangles }: BuiltTree | AabbTree,
  mesh: TriangleMesh,
  frame: Float64Array | null,
): AabbTree {
  const tree = allocateTree("aabb", mesh, nodeCount, depth, frame);
  tree.corners.set(corners);
  tree.triangles.set(triangles);
  return tree;
}

/** Writes the nodes, as the fit will do again: new memory takes as long to write for the first time as the fit, which must be in one call. */
function link({ build, assembled, framed }: TreeRebuild): void {
  if (isKernel(build!)) assembled!.links.set(readBuild(build).links);
  framed?.links.set(assembled!.links);
}

/** Fits the tree to the vertices as they are. Throws `MeshError` at a bad coordinate. */
function finish({ mesh, frame, build, assembled, framed }: TreeRebuild): AabbTree {
  const exponent = exponentOf(mesh);
  const upright = exponent === 0 ? mesh : scaledMesh(mesh, exponent);
  const tree = exponent === 0 ? assembled! : { ...assembled!, mesh: upright };
  fit(tree, build!);
  if (framed !== null && turn(upright, frame!, framed.mesh)) {
    fit(framed, build!);
    rememberFramedBoxes(tree, framed);
  }
  if (isKernel(build!)) endOwnedBuild(build);
  return exponent === 0 ? tree : treeOfTiny(tree, mesh, exponent);
}

function fit(tree: AabbTree, build: TreeBuild | PlainBuild): void {
  const { positions } = tree.mesh;
  if (isKernel(build)) {
    if (exchangePositions(build, positions) === 0) checkCoordinates(positions);
    fitToBuild(tree, build);
  } else {
    checkCoordinates(positions);
    fitToVerticesPlainly(tree);
    rememberSpread(tree);
  }
  noteRefit(tree); // so that its first query makes a copy for kernels
}
