import { OptionError, show } from "../errors.ts";
import type { BuildLimits } from "../kernels/build-tree.ts";
import { FREE_DEPTH } from "../kernels/split-constants.ts";
import { checkMesh, checkVertex, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { allocateTree } from "./buffer.ts";
import { buildAabbTree, checkBuildOptions } from "./build-aabb.ts";
import { cornersOf } from "./create-workspace.ts";
import { type FrameOption, frameFor, readFrameOption } from "./frame/frame-option.ts";
import { framedBoxes } from "./frame/framed-boxes.ts";
import { rotateVertices } from "./frame/rotate-vertices.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree, checkAabbTree } from "./layout.ts";
import { assignParts, type Cuts, chooseCuts } from "./rebuild-cuts.ts";
import { refit } from "./refit.ts";
import { rememberSpread } from "./should-rebuild.ts";
import { twinOf } from "./twin.ts";

// A build cut into pieces, so that no frame pays for all of it. A set of more than PART triangles is separated by planes that a sample
// chooses (rebuild-cuts.ts). A smaller set is built at once, as a mesh of its own. Its nodes follow those that are there, so the slots of
// a subtree are contiguous, children come after their parents, and siblings share a cache line, as in a tree built in one go.
//
// Vertices may move meanwhile: any separation is a valid tree. The last piece fits all boxes to the vertices as they are then.

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

/** A set that waits: the triangles order[begin] … order[end − 1], whose root will be `node`. */
interface Waiting {
  readonly node: number;
  readonly depth: number;
  readonly begin: number;
  readonly end: number;
  /** What separates it, and by which plane, or which part of it this is (~part); null before planes have been chosen. */
  readonly division: Division | null;
  readonly cut: number;
}

/** A set that is separated by planes. */
interface Division {
  readonly cuts: Cuts;
  readonly set: Waiting;
  /** How many triangles each part has; later where the next one of it goes, and in the end where it ends. */
  readonly ends: Uint32Array;
  /** How many triangles have been assigned to parts, and how many moved there. */
  assigned: number;
  moved: number;
}

/** A rebuild under way, for `advanceRebuild`. */
export interface TreeRebuild {
  readonly mesh: TriangleMesh;
  /** The new tree when it is finished, null before. */
  tree: AabbTree | null;
  /** The new tree before its boxes are fitted. */
  assembled: AabbTree | null;
  /** The axes that sets are separated along, null for the model's; and the mesh as seen along them when the rebuild began. */
  readonly frame: Float64Array | null;
  readonly seenMesh: TriangleMesh;
  readonly limits: BuildLimits;
  /** Three vertex numbers a triangle. */
  readonly corners: Uint32Array;
  /** The triangle per slot; within a set that waits, in any order. */
  readonly order: Uint32Array;
  /** While a set is separated: its next order, and the part of each triangle. */
  readonly nextOrder: Uint32Array;
  readonly parts: Uint16Array;
  readonly slotCorners: Uint32Array;
  /** Link and count of each node. */
  readonly links: Int32Array;
  nodeCount: number;
  depth: number;
  readonly waiting: Waiting[];
  division: Division | null;
  /** Numbers of vertices in the set that is built, where the set's list of vertices agrees. */
  readonly localOfVertex: Uint32Array;
}

/** The most triangles that are built at once: some 2 ms. */
const PART = 8192;
/** What a triangle costs that is assigned, moved or finished, if one that is built costs 1. */
const ASSIGN_COST = 1 / 8;
const MOVE_COST = 1 / 64;
const FINISH_COST = 1 / 16;
/** What choosing planes costs. */
const CHOOSE_COST = 4096;
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
  checkMesh(mesh);
  const { frame, seenMesh } = seeAlongFrame(mesh, frameFor(mesh, frameOption, true));
  const count = mesh.triangleCount;
  const order = new Uint32Array(count);
  for (let triangle = 0; triangle < count; triangle++) order[triangle] = triangle;
  return {
    mesh,
    tree: null,
    assembled: null,
    frame,
    seenMesh,
    limits: { leafSize, maxDepth, prune },
    corners: cornersOf(mesh),
    order,
    nextOrder: new Uint32Array(count),
    parts: new Uint16Array(count),
    slotCorners: new Uint32Array(3 * count),
    links: new Int32Array(2 * (2 * count - 1)),
    nodeCount: 1,
    depth: 1,
    waiting: [{ node: 0, depth: 1, begin: 0, end: count, division: null, cut: 0 }],
    division: null,
    localOfVertex: new Uint32Array(mesh.vertexCount),
  };
}

/** The mesh as it is seen along the axes of a frame. Without a frame, or for coordinates too large to turn, it is the mesh itself. */
function seeAlongFrame(
  mesh: TriangleMesh,
  frame: Float64Array | null,
): { frame: Float64Array | null; seenMesh: TriangleMesh } {
  if (frame === null) return { frame, seenMesh: mesh };
  const positions = new Float64Array(mesh.positions.length);
  if (!rotateVertices(mesh.positions, frame, positions)) return { frame: null, seenMesh: mesh };
  return { frame, seenMesh: { ...mesh, positions } };
}

/**
 * Goes on with a rebuild, for about as long as a build of `budget` triangles takes (default 8,192, some 3 ms). Returns the tree when it
 * is finished, its boxes fitted to the vertices as they are now, and null before. Equal calls on equal vertices make equal trees.
 * Throws `MeshError` at a coordinate that is not finite or too large; the rebuild can go on when it is mended.
 */
export function advanceRebuild(rebuild: TreeRebuild, budget: number = DEFAULT_BUDGET): AabbTree | null {
  if (!(rebuild?.waiting && rebuild.limits))
    throw new OptionError("advanceRebuild: expected a rebuild, as startRebuild makes it");
  if (!(typeof budget === "number" && budget > 0))
    throw new OptionError(`budget: ${show(budget)} is not a number of triangles above 0`);
  let left = budget;
  while (rebuild.tree === null && left > 0) {
    const cost = costOfNext(rebuild);
    // What does not fit into what is left begins the next call.
    if (cost > left && left < budget) break;
    left -= rebuild.division === null ? takeNext(rebuild, cost) : divide(rebuild, rebuild.division, left);
  }
  return rebuild.tree;
}

/** What the next step costs that cannot be cut in two. */
function costOfNext({ division, waiting, mesh, limits, frame }: TreeRebuild): number {
  if (division !== null) return 0;
  if (waiting.length === 0) return (frame === null ? 1 : 2) * FINISH_COST * mesh.triangleCount;
  const set = waiting[waiting.length - 1];
  if (hasPlane(set, limits)) return 0;
  return isToBeCut(set, limits) ? CHOOSE_COST : set.end - set.begin;
}

function isToBeCut({ begin, end, depth }: Waiting, { maxDepth }: BuildLimits): boolean {
  return end - begin > PART && depth < maxDepth;
}

/** Whether a plane has been chosen for the set, and its node may have children. */
function hasPlane(set: Waiting, { maxDepth }: BuildLimits): set is Waiting & { division: Division } {
  return set.division !== null && set.cut >= 0 && set.depth < maxDepth;
}

/** Does the next step; returns its cost. */
function takeNext(rebuild: TreeRebuild, cost: number): number {
  const { waiting, limits, seenMesh: mesh, corners, order } = rebuild;
  if (waiting.length === 0) {
    if (rebuild.assembled === null) rebuild.assembled = assemble(rebuild);
    else rebuild.tree = fit(rebuild.assembled);
    return cost;
  }
  const set = waiting[waiting.length - 1];
  const { begin, end } = set;
  if (hasPlane(set, limits)) {
    waiting.pop();
    followPlane(rebuild, set);
  } else if (isToBeCut(set, limits)) {
    const isFree = set.depth <= FREE_DEPTH + Math.log2(mesh.triangleCount);
    const cuts = isFree ? chooseCuts(mesh, corners, order, begin, end, PART) : null;
    if (cuts !== null)
      rebuild.division = { cuts, set, ends: new Uint32Array(cuts.partCount), assigned: 0, moved: 0 };
    else if (limits.prune) {
      waiting.pop();
      addChildren(rebuild, set, begin + ((end - begin) >> 1), null, 0, 0);
    } else buildSet(rebuild, set);
  } else buildSet(rebuild, set);
  return cost;
}

/** Goes on with the separation of a set, at a cost of about `left`; returns what it cost. */
function divide(rebuild: TreeRebuild, division: Division, left: number): number {
  const { seenMesh: mesh, corners, order, nextOrder, parts, waiting } = rebuild;
  const { cuts, set, ends } = division;
  const count = set.end - set.begin;
  if (division.assigned < count) {
    const amount = Math.min(count - division.assigned, Math.ceil(left / ASSIGN_COST));
    const from = set.begin + division.assigned;
    assignParts(cuts, mesh, corners, order, from, from + amount, parts, ends);
    division.assigned += amount;
    if (division.assigned === count) beginParts(ends, set.begin);
    return ASSIGN_COST * amount;
  }
  const amount = Math.min(count - division.moved, Math.ceil(left / MOVE_COST));
  const from = set.begin + division.moved;
  for (let i = from; i < from + amount; i++) nextOrder[ends[parts[i]]++] = order[i];
  division.moved += amount;
  if (division.moved === count) {
    order.set(nextOrder.subarray(set.begin, set.end), set.begin);
    waiting.pop();
    waiting.push({ ...set, division, cut: 0 });
    rebuild.division = null;
  }
  return MOVE_COST * amount;
}

/** Of the numbers of triangles in the parts makes the places where the parts begin. */
function beginParts(ends: Uint32Array, begin: number): void {
  let place = begin;
  for (let part = 0; part < ends.length; part++) {
    const count = ends[part];
    ends[part] = place;
    place += count;
  }
}

/** Makes the two sides of a plane the children of the set's node. A side without triangles leaves the node to the other one. */
function followPlane(rebuild: TreeRebuild, set: Waiting & { division: Division }): void {
  const { division } = set;
  const { lefts, rights } = division.cuts;
  const left = lefts[set.cut];
  const right = rights[set.cut];
  const middle = division.ends[lastPart(division.cuts, left)];
  if (middle === set.begin) rebuild.waiting.push(side(set, division, right));
  else if (middle === set.end) rebuild.waiting.push(side(set, division, left));
  else addChildren(rebuild, set, middle, division, left, right);
}

/** The rightmost part behind a plane, or the part itself. */
function lastPart({ rights }: Cuts, cut: number): number {
  let at = cut;
  while (at >= 0) at = rights[at];
  return ~at;
}

/** The set as what is behind a plane, or as a part, which nothing separates yet. */
function side(set: Waiting, division: Division | null, cut: number): Waiting {
  return { ...set, division: cut < 0 ? null : division, cut };
}

function addChildren(
  rebuild: TreeRebuild,
  set: Waiting,
  middle: number,
  division: Division | null,
  left: number,
  right: number,
): void {
  const node = rebuild.nodeCount;
  const depth = set.depth + 1;
  rebuild.links[2 * set.node] = node;
  rebuild.nodeCount += 2;
  // The left one is next.
  rebuild.waiting.push(side({ ...set, node: node + 1, depth, begin: middle }, division, right));
  rebuild.waiting.push(side({ ...set, node, depth, end: middle }, division, left));
}

/** Builds a set at once and puts its nodes behind those that are there. */
function buildSet(rebuild: TreeRebuild, set: Waiting): void {
  const { order, slotCorners, links, limits } = rebuild;
  const { begin, end, node, depth } = set;
  const { mesh, vertices } = meshOfSet(rebuild, set);
  const built = buildAabbTree(mesh, { ...limits, maxDepth: limits.maxDepth - depth + 1, frame: "none" });
  const triangles = order.slice(begin, end);
  for (let slot = 0; slot < triangles.length; slot++) order[begin + slot] = triangles[built.triangles[slot]];
  for (let c = 0; c < built.corners.length; c++) slotCorners[3 * begin + c] = vertices[built.corners[c]];
  const shift = rebuild.nodeCount - 1;
  for (let from = 0; from < built.nodeCount; from++) {
    const to = from === 0 ? node : from + shift;
    const link = built.links[AABB_STRIDE * from + AABB_LINK];
    links[2 * to] = link >= 0 ? link + shift : link - begin;
    links[2 * to + 1] = link >= 0 ? 0 : built.links[AABB_STRIDE * from + AABB_COUNT];
  }
  rebuild.nodeCount += built.nodeCount - 1;
  rebuild.depth = Math.max(rebuild.depth, depth + built.depth - 1);
  rebuild.waiting.pop();
}

/** The triangles of a set as a mesh, and the vertices of it in the whole one. Throws `MeshError` at a bad coordinate. */
function meshOfSet(
  { mesh: checked, seenMesh: mesh, corners, order, localOfVertex }: TreeRebuild,
  { begin, end }: Waiting,
): { mesh: TriangleMesh; vertices: Uint32Array } {
  const triangleCount = end - begin;
  const indices = new Uint32Array(3 * triangleCount);
  const vertices = new Uint32Array(Math.min(indices.length, mesh.vertexCount));
  let vertexCount = 0;
  for (let c = 0; c < indices.length; c++) {
    const v = corners[3 * order[begin + ((c / 3) | 0)] + (c % 3)];
    let local = localOfVertex[v];
    if (!(local < vertexCount && vertices[local] === v)) {
      checkVertex(checked.positions, v);
      local = localOfVertex[v] = vertexCount++;
      vertices[local] = v;
    }
    indices[c] = local;
  }
  const isSingle = isArrayOf(mesh.positions, "Float32Array");
  const positions = isSingle ? new Float32Array(3 * vertexCount) : new Float64Array(3 * vertexCount);
  for (let i = 0; i < positions.length; i++)
    positions[i] = mesh.positions[3 * vertices[(i / 3) | 0] + (i % 3)];
  return { mesh: { positions, indices, vertexCount, triangleCount }, vertices };
}

function assemble({ mesh, links, nodeCount, depth, slotCorners, order, frame }: TreeRebuild): AabbTree {
  const tree = allocateTree("aabb", mesh, nodeCount, depth, frame);
  for (let node = 0; node < nodeCount; node++) {
    tree.links[AABB_STRIDE * node + AABB_LINK] = links[2 * node];
    tree.links[AABB_STRIDE * node + AABB_COUNT] = links[2 * node + 1];
  }
  tree.corners.set(slotCorners);
  tree.triangles.set(order);
  return tree;
}

function fit(tree: AabbTree): AabbTree {
  refit(tree);
  rememberSpread(tree);
  framedBoxes(twinOf(tree)); // or the next query would have to fit them
  return tree;
}
