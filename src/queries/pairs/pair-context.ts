import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { RELATIVE_POSE_LENGTH } from "../../geometry/relative-pose-layout.ts";
import { EXIT_COUNT } from "../stats.ts";
import type { RTreeAlgorithm, RTreeScratch } from "./collide-r-trees.ts";
import { createFoundPairs, type FoundPairs } from "./found-pairs.ts";
import type { LayerScratch } from "./layers.ts";
import { createPairQueue, type PairQueue } from "./pair-queue.ts";
import { createWorldTriangles, type WorldTriangles } from "./world-triangles.ts";

/**
 * All that one pair query reads, changes and finds. A query takes a context, passes it to every stage, and returns it at its end.
 * A query that runs inside another one, from a getter of its options, has a context of its own.
 */
export interface PairContext {
  readonly aToWorld: Float64Array;
  readonly bToWorld: Float64Array;
  aMoves: boolean;
  bMoves: boolean;
  /** The relative pose (geometry/relative-pose-layout.ts), between the boxes of the two trees; kernels make their own. */
  readonly pose: Float64Array;
  isPoseSet: boolean;

  /** Find every pair rather than the first. */
  all: boolean;
  /** Test the nine cross products of edges too. */
  edges: boolean;
  /** Split both nodes while neither is this many times larger than the other; 1 splits the larger one only. */
  bothRatio: number;
  /** Take the most promising pair first rather than the last found; ignored with `all`. */
  bestFirst: boolean;
  /** For R-trees. */
  algorithm: RTreeAlgorithm;

  readonly queue: PairQueue;
  readonly worldA: WorldTriangles;
  readonly worldB: WorldTriangles;
  /** Whether the two are those of this query. */
  areLeavesBegun: boolean;
  /** With `all`: what was found. */
  readonly found: FoundPairs;
  /** Otherwise: the slots of the triangles that met. */
  hitA: number;
  hitB: number;

  /** The counters of `QueryStats`. */
  readonly exits: Uint32Array;
  triangleTests: number;
  /** What `exactTestCount` was when the query began. */
  exactBefore: number;

  /** Memory that only some queries need; null until the first of them. */
  rTrees: RTreeScratch | null;
  layers: LayerScratch | null;
}

/** Contexts that no query uses now: one, and another for each level that queries were nested. */
const spare: PairContext[] = [];

/** A context that no other query uses. */
export function takePairContext(): PairContext {
  return spare.pop() ?? createPairContext();
}

/** To be called when the query has ended, even by an error. */
export function returnPairContext(context: PairContext): void {
  spare.push(context);
}

export function createPairContext(): PairContext {
  return {
    aToWorld: new Float64Array(16),
    bToWorld: new Float64Array(16),
    aMoves: false,
    bMoves: false,
    pose: new Float64Array(RELATIVE_POSE_LENGTH),
    isPoseSet: false,
    all: false,
    edges: false,
    bothRatio: 2,
    bestFirst: true,
    algorithm: "together",
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
  };
}

/** Makes the context one of a query that has done nothing yet. */
export function clearContext(context: PairContext): void {
  context.isPoseSet = false;
  context.areLeavesBegun = false;
  const { exits } = context;
  for (let axis = 0; axis < EXIT_COUNT; axis++) exits[axis] = 0;
  context.triangleTests = 0;
  context.exactBefore = exactTestCount();
  context.found.count = 0;
}
