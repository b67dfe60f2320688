import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { RELATIVE_POSE_LENGTH } from "../../geometry/relative-pose-layout.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { EXIT_COUNT } from "../stats.ts";
import type { RTreeScratch } from "./collide-r-trees.ts";
import { createFoundPairs, type FoundPairs } from "./found-pairs.ts";
import type { LayerScratch } from "./layers.ts";
import { createPairQueue, type PairQueue } from "./pair-queue.ts";
import type { RTreeAlgorithm } from "./r-tree-algorithms.ts";
import { createWorldTriangles, type WorldTriangles } from "./world-triangles.ts";

/**
 * The complete state of one pair query. A query takes a context, passes it to every stage, and returns it at the end. A query started
 * inside another one, by a getter of its options, gets a separate context.
 */
export interface PairContext {
  readonly aToWorld: Float64Array;
  readonly bToWorld: Float64Array;
  aMoves: boolean;
  bMoves: boolean;
  /** The trees' boxes along their frames, if the query uses them; null: the boxes of the trees themselves. */
  framedA: AabbTree | null;
  framedB: AabbTree | null;
  /** The poses of framed boxes. */
  readonly framedAToWorld: Float64Array;
  readonly framedBToWorld: Float64Array;
  /** The relative pose (geometry/relative-pose-layout.ts) between the boxes of the two trees; kernels compute their own. */
  readonly pose: Float64Array;
  isPoseSet: boolean;

  /** Find every pair instead of the first. */
  all: boolean;
  /** Also test the nine cross products of edges. */
  edges: boolean;
  /** Split both nodes while neither is this many times as large as the other; 1 splits only the larger one. */
  bothRatio: number;
  /** Compare nodes by volume, as van den Bergen does, instead of by the sum of their extents. */
  byVolume: boolean;
  /** Take the most promising pair first instead of the last found; ignored with `all`. */
  bestFirst: boolean;
  /** How two R-trees are searched. */
  algorithm: RTreeAlgorithm;
  /** Bits for each triangle of a and of b: pairs without a common bit are skipped. Null: all pairs count. */
  reaches: TriangleReaches | null;
  /** Count only pairs of which a kernel is certain; such triangles cross. Without kernels the query finds nothing. */
  onlyCertain: boolean;

  /** Without `all`: the slots of triangles to test first, those that met last; −1 for none. */
  witnessA: number;
  witnessB: number;

  readonly queue: PairQueue;
  readonly worldA: WorldTriangles;
  readonly worldB: WorldTriangles;
  /** Whether the two sides belong to this query. */
  areLeavesBegun: boolean;
  /** With `all`: the pairs found. */
  readonly found: FoundPairs;
  /** Without `all`: the slots of the triangles that met. */
  hitA: number;
  hitB: number;

  /** The counters of `QueryStats`. */
  readonly exits: Uint32Array;
  triangleTests: number;
  /** The value of `exactTestCount` at the start of the query. */
  exactBefore: number;

  /** Memory that only some queries need; null until first used. */
  rTrees: RTreeScratch | null;
  layers: LayerScratch | null;
  /** The answers of `collideMany`, kept here until complete. */
  answers: Uint8Array;
}

interface TriangleReaches {
  readonly a: Uint8Array;
  readonly b: Uint8Array;
}

/** Unused contexts: one, and another for each level of nested queries. */
const spare: PairContext[] = [];

/** A context that no other query uses. */
export function takePairContext(): PairContext {
  return spare.pop() ?? createPairContext();
}

/** Must be called when the query has ended, even by an error. */
export function returnPairContext(context: PairContext): void {
  context.framedA = null; // a spare context keeps no tree alive
  context.framedB = null;
  spare.push(context);
}

export function createPairContext(): PairContext {
  return {
    aToWorld: new Float64Array(16),
    bToWorld: new Float64Array(16),
    aMoves: false,
    bMoves: false,
    framedA: null,
    framedB: null,
    framedAToWorld: new Float64Array(16),
    framedBToWorld: new Float64Array(16),
    pose: new Float64Array(RELATIVE_POSE_LENGTH),
    isPoseSet: false,
    all: false,
    edges: false,
    bothRatio: 2,
    byVolume: false,
    bestFirst: true,
    algorithm: "together",
    reaches: null,
    onlyCertain: false,
    witnessA: -1,
    witnessB: -1,
    queue: createPairQueue(),
    worldA: createWorldTriangles(),
    worldB: createWorldTriangles(),
    areLeavesBegun: false,
    found: createFoundPairs(),
    hitA: -1,
    hitB: -1,
    exits: new Uint32Array(EXIT_COUNT),
    triangleTests: 0,
    exactBefore: 0,
    rTrees: null,
    layers: null,
    answers: new Uint8Array(0),
  };
}

/** Resets the context for a new query. */
export function clearContext(context: PairContext): void {
  context.isPoseSet = false;
  context.framedA = null;
  context.framedB = null;
  context.areLeavesBegun = false;
  context.witnessA = -1;
  context.witnessB = -1;
  const { exits } = context;
  for (let axis = 0; axis < EXIT_COUNT; axis++) exits[axis] = 0;
  context.triangleTests = 0;
  context.exactBefore = exactTestCount();
  context.found.count = 0;
}
