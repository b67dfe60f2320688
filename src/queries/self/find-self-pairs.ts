import { createPairSorter, sortPairs } from "../../broadphase/sort-pairs.ts";
import { OptionError, show } from "../../errors.ts";
import { bakePositions, type Pose, readPose } from "../../geometry/affine.ts";
import { setSelfMargin } from "../../geometry/relative-pose.ts";
import { weldVertices } from "../../mesh/weld-vertices.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type AabbTree, checkAabbTree } from "../../trees/layout.ts";
import { twinOfNow } from "../../trees/twin.ts";
import { isArrayOf } from "../../typed-arrays.ts";
import { createTrianglePairs, type TrianglePairs } from "../pairs/find-pairs.ts";
import { reachOf } from "../pairs/pair-query.ts";
import { checkInto, checkStats, type QueryStats } from "../stats.ts";
import { isScaled, type ScaledTree, scaleTree } from "../tiny-worlds.ts";
import { descendSelf, selfBoxTests, type Visit } from "./descend-self.ts";
import { beginRings, isBeyondRings } from "./rings.ts";
import { BATCH, beginSelfTest, exactSelfTests, selfTestCount, testCandidates } from "./self-test.ts";
import { isSlotDegenerate } from "./self-triangles.ts";
import { descendSelfSimd } from "./simd/descend-self-simd.ts";
import { createSelfLayerCache, type SelfLayerCache, sortSelf } from "./sort-self.ts";

export interface SelfOptions {
  /**
   * Which neighbours are left out, however they meet. "none" (default): none; neighbours are a pair if they meet in
   * more than what they share. "shared-edge": triangles with two or three common corners. "shared-vertex": with any, as
   * cloth solvers and three-mesh-bvh do it. A number n: triangles within n rings, that is n steps over common corners;
   * 0 is "none", 1 is "shared-vertex".
   */
  exclude?: "none" | "shared-edge" | "shared-vertex" | number | undefined;
  /**
   * What makes two corners one. "index" (default): the same vertex number. "position": the same coordinates in world
   * space, for meshes that are not welded; finding them takes a hash of all vertices at each call.
   */
  topology?: "index" | "position" | undefined;
  /** Where the model stands: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
  /**
   * How candidates are found; the answer is the same. "descent" (default): down the tree. "layers": by sorting the boxes of
   * all triangles together (Xing, Liu, Xu 2010), for which the tree need not be refitted.
   */
  by?: "descent" | "layers" | undefined;
  /** Keeps the order of the last frame, for "layers". Without one, everything is sorted from scratch. */
  cache?: SelfLayerCache | undefined;
  /** Filled with the query's counters. */
  stats?: QueryStats | undefined;
}

const SELF_OPTIONS: OptionNames<SelfOptions> = {
  exclude: true,
  topology: true,
  toWorld: true,
  by: true,
  cache: true,
  stats: true,
};

export interface FindSelfPairsOptions extends SelfOptions {
  /** An earlier result to overwrite and return, so that its memory is used again. */
  into?: SelfPairs | undefined;
}

const FIND_SELF_PAIRS_OPTIONS: OptionNames<FindSelfPairsOptions> = { ...SELF_OPTIONS, into: true };

/** Where a model meets itself: pairs (i, j) of its triangles, i < j, sorted. */
export interface SelfPairs extends TrianglePairs {
  /** Triangles without area, in rising order. They are in no pair. */
  degenerateTriangles: Uint32Array;
}

const MOST_RINGS = 2 ** 31;
const NONE_EXCLUDED = 4; // common corners, more than triangles have

const toWorld = new Float64Array(16);
/** How far apart boxes may be that count as overlapping, and how far apart world vertices can be. */
const margins = new Float64Array(2);
const hits = new Int32Array(2 * BATCH);
let unsorted = new Uint32Array(2048);
/** The memory of `sortPairs`. */
const sorter = createPairSorter();

/** Which of the pairs that meet count; null for all. */
type Counts = ((slotI: number, slotJ: number) => boolean) | null;

interface SelfQuery {
  /** Three vertex numbers a slot; equal ones are a common corner. */
  readonly corners: Uint32Array;
  readonly fewestExcluded: number;
  readonly counts: Counts;
  /** null: by descent. */
  readonly layers: SelfLayerCache | null;
}

/**
 * Every pair of the mesh's triangles that meet; exact. Without a common corner: they share a point. With one: they share
 * more than that. With two: they lie on each other in one plane. With three: always. Triangles without area are in no
 * pair and are listed apart.
 */
export function findSelfPairs(tree: AabbTree, options: FindSelfPairsOptions = {}): SelfPairs {
  checkOptionNames(options, FIND_SELF_PAIRS_OPTIONS, "findSelfPairs");
  const { stats } = options;
  const into = options.into ?? createSelfPairs();
  checkInto(into, "createSelfPairs");
  checkStats(stats);
  const scaled = scaleSelf(tree, options);
  if (scaled !== null) return findSelfPairs(scaled.tree, { ...options, toWorld: scaled.toWorld });
  const query = beginSelfQuery(tree, options, "findSelfPairs");
  const { layers } = query;
  let count = 0;
  const doubtful = visitHits(tree, query, (hits, hitCount) => {
    count = addHits(tree.triangles, hits, hitCount, query.counts, count);
    return false;
  });
  if (into.storage.length < 2 * count) into.storage = new Uint32Array(2 * count);
  into.count = count;
  into.pairs = into.storage.subarray(0, 2 * count);
  sortPairs(unsorted, count, tree.triangles.length, into.pairs, sorter);
  recordStats(into.stats, layers);
  if (stats !== undefined) recordStats(stats, layers);
  into.degenerateTriangles = degenerateTriangles(tree, doubtful);
  return into;
}

/** Whether `findSelfPairs` would find any pair; stops at the first. */
export function collidesItself(tree: AabbTree, options: SelfOptions = {}): boolean {
  checkOptionNames(options, SELF_OPTIONS, "collidesItself");
  const { stats } = options;
  checkStats(stats);
  const scaled = scaleSelf(tree, options);
  if (scaled !== null) return collidesItself(scaled.tree, { ...options, toWorld: scaled.toWorld });
  const query = beginSelfQuery(tree, options, "collidesItself");
  const { counts } = query;
  let meets = false;
  visitHits(tree, query, (hits, count) => {
    for (let k = 0; k < count && !meets; k++) meets = counts === null || counts(hits[2 * k], hits[2 * k + 1]);
    return meets;
  });
  if (stats !== undefined) recordStats(stats, query.layers);
  return meets;
}

/** Layers do not ask for a refit: they look at the vertices as they are now. */
function scaleSelf(tree: AabbTree, options: SelfOptions): ScaledTree<AabbTree> | null {
  if (options.by === "layers" && isScaled(tree)) twinOfNow(tree);
  return scaleTree(tree, options);
}

/** An empty result, to be passed as `into`. */
export function createSelfPairs(): SelfPairs {
  return { ...createTrianglePairs(), degenerateTriangles: new Uint32Array(0) };
}

/** Checks the arguments and sets the query up. Nothing is changed when it throws. */
function beginSelfQuery(tree: AabbTree, options: SelfOptions, caller: string): SelfQuery {
  checkAabbTree(tree, caller);
  // Read before any module state is touched: an option may be a getter, even one that runs a query of its own.
  const { exclude = "none", topology = "index", toWorld: pose = null, by = "descent", cache } = options;
  const rings = readRings(exclude);
  if (topology !== "index" && topology !== "position")
    throw new OptionError(`topology: ${show(topology)} is not "index" or "position"`);
  const layers = readLayers(by, cache);
  const moves = readPose(pose, "toWorld", toWorld);
  setSelfMargin(toWorld, moves, reachOf(tree), margins);
  const corners = topology === "index" ? tree.corners : weldedCorners(tree, moves ? toWorld : null);
  const fewestExcluded = exclude === "shared-edge" ? 2 : rings > 0 ? 1 : NONE_EXCLUDED;
  beginSelfTest(tree.mesh, corners, fewestExcluded, toWorld, moves, margins[1]);
  if (rings < 2) return { corners, fewestExcluded, counts: null, layers };
  beginRings(corners, tree.mesh.vertexCount, rings);
  return { corners, fewestExcluded, counts: isBeyondRings, layers };
}

function readLayers(by: SelfOptions["by"], cache: SelfLayerCache | undefined): SelfLayerCache | null {
  if (by !== "descent" && by !== "layers")
    throw new OptionError(`by: ${show(by)} is not "descent" or "layers"`);
  if (cache !== undefined && !isArrayOf(cache?.batch, "Int32Array"))
    throw new OptionError(`cache: expected one from createSelfLayerCache, got ${show(cache)}`);
  return by === "descent" ? null : (cache ?? createSelfLayerCache());
}

/**
 * Hands all pairs that meet, but for those with too many common corners, to `take`, in batches of at most BATCH; ends when it
 * returns true. Returns the slots of triangles that may have no area, null where that is not known of any.
 */
function visitHits(tree: AabbTree, query: SelfQuery, take: Visit): Int32Array | null {
  const { corners, fewestExcluded, layers } = query;
  const margin = margins[0];
  const visit: Visit = (candidates, count) => {
    const hitCount = testCandidates(candidates, count, hits);
    return hitCount > 0 && take(hits, hitCount);
  };
  if (layers === null) {
    const served = descendSelfSimd(tree, corners, margin, fewestExcluded, visit, take);
    if (served !== null) return served.doubtful;
    descendSelf(tree, margin, visit);
  } else sortSelf(tree, margin, layers, visit);
  return null;
}

function readRings(exclude: SelfOptions["exclude"]): number {
  if (exclude === "none" || exclude === "shared-edge") return 0;
  if (exclude === "shared-vertex") return 1;
  if (Number.isInteger(exclude) && exclude! >= 0 && exclude! < MOST_RINGS) return exclude!;
  throw new OptionError(
    `exclude: ${show(exclude)} is not "none", "shared-edge", "shared-vertex" or a number of rings`,
  );
}

/** Three vertex numbers a slot, the first of its position for each. */
function weldedCorners({ mesh, corners }: AabbTree, pose: Float64Array | null): Uint32Array {
  const first = weldVertices(pose === null ? mesh.positions : bakePositions(mesh.positions, pose));
  const welded = new Uint32Array(corners.length);
  for (let c = 0; c < corners.length; c++) welded[c] = first[corners[c]];
  return welded;
}

/** Adds the hits that count to the `before` pairs found so far, and returns how many there are then. */
function addHits(
  triangles: Uint32Array,
  hits: Int32Array,
  hitCount: number,
  counts: Counts,
  before: number,
): number {
  if (unsorted.length < 2 * (before + hitCount)) {
    const larger = new Uint32Array(4 * (before + hitCount));
    larger.set(unsorted);
    unsorted = larger;
  }
  let count = before;
  for (let k = 0; k < hitCount; k++) {
    const i = hits[2 * k];
    const j = hits[2 * k + 1];
    if (counts !== null && !counts(i, j)) continue;
    const a = triangles[i];
    const b = triangles[j];
    unsorted[2 * count] = Math.min(a, b);
    unsorted[2 * count + 1] = Math.max(a, b);
    count++;
  }
  return count;
}

function recordStats(stats: QueryStats, layers: SelfLayerCache | null): void {
  stats.boxTests = layers === null ? selfBoxTests() : layers.stats.overlapChecks;
  stats.triangleTests = selfTestCount();
  stats.exactTests = exactSelfTests();
  stats.exitAxes.fill(0); // a box test computes all axes at once
}

/** Of the slots in question, or of all. */
function degenerateTriangles({ triangles }: AabbTree, doubtful: Int32Array | null): Uint32Array {
  const found: number[] = [];
  const count = doubtful === null ? triangles.length : doubtful.length;
  for (let k = 0; k < count; k++) {
    const slot = doubtful === null ? k : doubtful[k];
    if (isSlotDegenerate(slot)) found.push(triangles[slot]);
  }
  return Uint32Array.from(found).sort();
}
