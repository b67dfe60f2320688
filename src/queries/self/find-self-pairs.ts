import { readSortKind } from "../../broadphase/layer-sort.ts";
import { sortPairs } from "../../broadphase/sort-pairs.ts";
import { OptionError, show } from "../../errors.ts";
import { bakePositions, type Pose, readPose } from "../../geometry/affine.ts";
import { setSelfMargin } from "../../geometry/relative-pose.ts";
import { weldVertices } from "../../mesh/weld-vertices.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type AabbTree, checkBoxTree, NO_TRIANGLE, type RTree } from "../../trees/layout.ts";
import { twinOfNow } from "../../trees/twin.ts";
import { createTrianglePairs, type TrianglePairs } from "../pairs/find-pairs.ts";
import { reachOf } from "../pairs/pair-query.ts";
import { checkInto, type QueryStats, readStats } from "../stats.ts";
import { isScaled, type ScaledTree, scaleTree } from "../tiny-worlds.ts";
import { descendSelf, type Visit } from "./descend-self.ts";
import { descendSelfRTree } from "./descend-self-r-tree.ts";
import { descendSelfSimd } from "./descend-self-simd.ts";
import { beginRings, isBeyondRings } from "./rings.ts";
import { returnSelfContext, type SelfContext, takeSelfContext } from "./self-context.ts";
import { beginSelfTest, exactSelfTests, testCandidates } from "./self-test.ts";
import { isSlotDegenerate } from "./self-triangles.ts";
import { type FilledSelfLayerCache, readSelfLayerCache, type SelfLayerCache, sortSelf } from "./sort-self.ts";
import { sortSelfLayers } from "./sort-self-layers.ts";

/** The kinds of trees that self-collision queries accept. */
export type SelfTree = AabbTree | RTree;

export interface SelfOptions {
  /**
   * Which neighbours are skipped, however they meet. "none" (default): neighbours are a pair if they meet in more than their common corners
   * and edges. "shared-edge" skips triangles with two or three common corners; "shared-vertex" skips triangles with any common corner, like
   * cloth solvers and three-mesh-bvh. A number n skips triangles within n rings, that is n steps over common corners; 0 is "none", 1 is
   * "shared-vertex".
   */
  exclude?: "none" | "shared-edge" | "shared-vertex" | number | undefined;
  /**
   * What makes two corners one. "index" (default): an equal vertex number. "position": equal coordinates in world space, for meshes that
   * are not welded; each call then hashes all vertices.
   */
  topology?: "index" | "position" | undefined;
  /** The model's pose: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
  /**
   * How candidates are found; the answer does not depend on it. "descent" (default): down the tree. "layers": by sorting the boxes of all
   * triangles together (Xing, Liu, Xu 2010), which needs no refitted tree; AABB trees only. "every-layer": by sorting every level of the
   * tree, from its root to its leaves, as in that paper; AABB trees only.
   */
  by?: "descent" | "layers" | "every-layer" | undefined;
  /**
   * For both kinds of layers, how boxes are sorted. "lists" (default): abut's segment sort, which cuts the axes first and sorts the boxes of
   * each cell. "axes": as Xing, Liu and Xu write, the ends of all boxes on each axis, cut after sorting.
   */
  sort?: "lists" | "axes" | undefined;
  /** For both kinds of layers: a plain object, such as {}, that keeps the sorted order for the next frame. Without a cache, every call sorts from scratch. */
  cache?: SelfLayerCache | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<QueryStats> | undefined;
}

const SELF_OPTIONS: OptionNames<SelfOptions> = {
  exclude: true,
  topology: true,
  toWorld: true,
  by: true,
  sort: true,
  cache: true,
  stats: true,
};

export interface FindSelfPairsOptions extends SelfOptions {
  /** An earlier result, to be overwritten and returned so that its memory is reused. Default: a new result. */
  into?: SelfPairs | null | undefined;
}

const FIND_SELF_PAIRS_OPTIONS: OptionNames<FindSelfPairsOptions> = { ...SELF_OPTIONS, into: true };

/** The pairs in which a model meets itself: triangles (i, j), i < j, sorted. */
export interface SelfPairs extends TrianglePairs {
  /** Triangles without area, in ascending order. They are in no pair. */
  degenerateTriangles: Uint32Array;
}

const MOST_RINGS = 2 ** 31;
const NONE_EXCLUDED = 4; // more common corners than two triangles can have

/**
 * Every pair of the tree's triangles that meet; exact. Triangles without a common corner are a pair if they share a point; with one common
 * corner, if they share more than that corner; with two, if they are coplanar and overlap; with three, always. Triangles without area are
 * in no pair; `degenerateTriangles` lists them. An R-tree may hold only some of the mesh's triangles.
 */
export function findSelfPairs(tree: SelfTree, options: FindSelfPairsOptions = {}): SelfPairs {
  checkOptionNames(options, FIND_SELF_PAIRS_OPTIONS, "findSelfPairs");

  const into = options.into ?? createSelfPairs();
  checkInto(into);
  const stats = readStats(options.stats);
  const scaled = scaleSelf(tree, options);
  if (scaled !== null) return findSelfPairs(scaled.tree, { ...options, toWorld: scaled.toWorld });
  const context = takeSelfContext();
  try {
    beginSelfQuery(context, tree, options, "findSelfPairs");
    visitHits(context, tree, (hits, count) => {
      addHits(context, tree.triangles, hits, count);
      return false;
    });
    const count = context.foundCount;
    if (into.storage.length < 2 * count) into.storage = new Uint32Array(2 * count);
    into.count = count;
    into.pairs = into.storage.subarray(0, 2 * count);
    sortPairs(context.found, count, tree.mesh.triangleCount, into.pairs, context.sorter);
    recordStats(context, into.stats);
    if (stats !== undefined) recordStats(context, stats);
    into.degenerateTriangles = degenerateTriangles(context, tree);
    return into;
  } finally {
    returnSelfContext(context);
  }
}

/** Whether `findSelfPairs` would find any pair; stops at the first. */
export function collidesItself(tree: SelfTree, options: SelfOptions = {}): boolean {
  checkOptionNames(options, SELF_OPTIONS, "collidesItself");

  const stats = readStats(options.stats);
  const scaled = scaleSelf(tree, options);
  if (scaled !== null) return collidesItself(scaled.tree, { ...options, toWorld: scaled.toWorld });
  const context = takeSelfContext();
  try {
    beginSelfQuery(context, tree, options, "collidesItself");
    let meets = false;
    visitHits(context, tree, (hits, count) => {
      for (let k = 0; k < count && !meets; k++) meets = isCounted(context, hits[2 * k], hits[2 * k + 1]);
      return meets;
    });
    if (stats !== undefined) recordStats(context, stats);
    return meets;
  } finally {
    returnSelfContext(context);
  }
}

/** A query by layers needs no refit, so the scaled twin takes the current vertices. */
function scaleSelf(tree: SelfTree, options: SelfOptions): ScaledTree<SelfTree> | null {
  if (options.by === "layers" && isScaled(tree)) twinOfNow(tree);
  return scaleTree(tree, options);
}

/** An empty result. */
function createSelfPairs(): SelfPairs {
  return { ...createTrianglePairs(), degenerateTriangles: new Uint32Array(0) };
}

/** Checks the arguments and sets up the query. */
function beginSelfQuery(context: SelfContext, tree: SelfTree, options: SelfOptions, caller: string): void {
  checkBoxTree(tree, caller);
  const { exclude = "none", topology = "index", toWorld: pose = null, by = "descent", sort, cache } = options;
  const rings = readRings(exclude);
  if (topology !== "index" && topology !== "position")
    throw new OptionError(`topology: ${show(topology)} is not "index" or "position"`);
  const { toWorld, margins } = context;
  context.layers = readLayers(by, cache);
  context.everyLayer = by === "every-layer";
  context.sort = readSortKind(sort);
  if (context.layers !== null && tree.kind !== "aabb")
    throw new OptionError(`by: "${by}" needs a tree of the kind "aabb", got "${tree.kind}"`);
  const moves = readPose(pose, "toWorld", toWorld);
  setSelfMargin(toWorld, moves, reachOf(tree), margins);
  const corners = topology === "index" ? tree.corners : weldedCorners(tree, moves ? toWorld : null);
  const fewestExcluded = exclude === "shared-edge" ? 2 : rings > 0 ? 1 : NONE_EXCLUDED;
  context.corners = corners;
  context.excludesRings = rings > 1;
  context.foundCount = 0;
  beginSelfTest(context.test, tree.mesh, corners, fewestExcluded, toWorld, moves, margins[1]);
  if (context.excludesRings) beginRings(context.rings, corners, tree.mesh.vertexCount, rings);
}

function readLayers(by: SelfOptions["by"], cache: SelfLayerCache | undefined): FilledSelfLayerCache | null {
  if (by !== "descent" && by !== "layers" && by !== "every-layer")
    throw new OptionError(`by: ${show(by)} is not "descent", "layers" or "every-layer"`);
  if (by !== "descent") return readSelfLayerCache(cache);
  if (cache !== undefined) readSelfLayerCache(cache);
  return null;
}

/**
 * Passes all pairs that meet, except those with too many common corners, to `take`, in batches of at most BATCH; stops when `take` returns
 * true.
 */
function visitHits(context: SelfContext, tree: SelfTree, take: Visit): void {
  const { corners, layers, margins, test, descent, hits } = context;
  const margin = margins[0];
  const visit: Visit = (candidates, count) => {
    const hitCount = testCandidates(test, candidates, count, hits);
    return hitCount > 0 && take(hits, hitCount);
  };
  context.maybeDegenerate = null;
  if (tree.kind === "r-tree") {
    descendSelfRTree(descent, tree, margin, visit);
    context.boxTests = descent.boxTests;
    return;
  }
  if (layers !== null && context.everyLayer) {
    context.boxTests = sortSelfLayers(tree, margin, context.sort, layers, visit);
    return;
  }
  if (layers !== null) {
    sortSelf(tree, margin, context.sort, layers, visit);
    context.boxTests = layers.stats.overlapChecks;
    return;
  }
  const served = descendSelfSimd(tree, corners, margin, test.fewestExcluded, visit, take);
  if (served === null) {
    descendSelf(descent, tree, margin, visit);
    context.boxTests = descent.boxTests;
  } else {
    context.boxTests = served.boxTests;
    context.maybeDegenerate = served.maybeDegenerate;
    test.triangleTests += served.triangleTests;
  }
}

/** Whether a pair that meets counts for the query. */
function isCounted({ excludesRings, rings }: SelfContext, slotI: number, slotJ: number): boolean {
  return !excludesRings || isBeyondRings(rings, slotI, slotJ);
}

function readRings(exclude: SelfOptions["exclude"]): number {
  if (exclude === "none" || exclude === "shared-edge") return 0;
  if (exclude === "shared-vertex") return 1;
  if (Number.isInteger(exclude) && exclude! >= 0 && exclude! < MOST_RINGS) return exclude!;
  throw new OptionError(
    `exclude: ${show(exclude)} is not "none", "shared-edge", "shared-vertex" or a number of rings`,
  );
}

/** Three vertex numbers per slot: for each corner the first vertex at its position. */
function weldedCorners({ mesh, corners }: SelfTree, pose: Float64Array | null): Uint32Array {
  const first = weldVertices(pose === null ? mesh.positions : bakePositions(mesh.positions, pose));
  const welded = new Uint32Array(corners.length);
  for (let c = 0; c < corners.length; c++) welded[c] = first[corners[c]];
  return welded;
}

/** Adds the hits that count to the pairs found. */
function addHits(context: SelfContext, triangles: Uint32Array, hits: Int32Array, hitCount: number): void {
  let count = context.foundCount;
  const room = 2 * (count + hitCount);
  if (context.found.length < room) {
    const larger = new Uint32Array(2 * room);
    larger.set(context.found);
    context.found = larger;
  }
  const { found, rings } = context;
  const excludesRings = context.excludesRings === true;
  for (let k = 0; k < hitCount; k++) {
    const i = hits[2 * k];
    const j = hits[2 * k + 1];
    if (excludesRings && !isBeyondRings(rings, i, j)) continue;
    const a = triangles[i];
    const b = triangles[j];
    found[2 * count] = Math.min(a, b);
    found[2 * count + 1] = Math.max(a, b);
    count++;
  }
  context.foundCount = count;
}

function recordStats({ boxTests, test }: SelfContext, stats: QueryStats): void {
  stats.boxTests = boxTests;
  stats.triangleTests = test.triangleTests;
  stats.exactTests = exactSelfTests(test);
  stats.exitAxes.fill(0); // a box test computes all axes at once
}

/** The triangles without area, in ascending order. */
function degenerateTriangles({ test, maybeDegenerate }: SelfContext, { triangles }: SelfTree): Uint32Array {
  const found: number[] = [];
  const count = maybeDegenerate === null ? triangles.length : maybeDegenerate.length;
  for (let k = 0; k < count; k++) {
    const slot = maybeDegenerate === null ? k : maybeDegenerate[k];
    if (triangles[slot] === NO_TRIANGLE) continue;
    if (isSlotDegenerate(test.triangles, slot)) found.push(triangles[slot]);
  }
  return Uint32Array.from(found).sort();
}
