import { createPairList, type PairList } from "../../broadphase/pair-list.ts";
import { createPairSorter, type PairSorter } from "../../broadphase/sort-pairs.ts";
import {
  beginFeatureTest,
  createFeatureTest,
  type FeatureTest,
} from "../../geometry/distance/near-features.ts";
import { RELATIVE_POSE_LENGTH } from "../../geometry/relative-pose-layout.ts";
import { createSelfDescent, type SelfDescent } from "../self/descend-self.ts";
import { createNearSide, type NearSide, releaseNearSide } from "./near-side.ts";

/**
 * All that one query for near pairs reads, changes and finds. A query takes a context, passes it to every stage, and returns it at its
 * end. A query that runs inside another one, from a getter of its options, has a context of its own.
 */
export interface NearContext {
  readonly a: NearSide;
  /** The side b; that of a in a query about one mesh. */
  b: NearSide;
  readonly otherSide: NearSide;
  /** The relative pose of two meshes, with margins for the thickness. */
  readonly pose: Float64Array;
  readonly test: FeatureTest;
  /** What was found, for each kind a number of a's feature and one of b's; not sorted. */
  readonly found: readonly PairList[];
  readonly sorter: PairSorter;
  /** Pairs of nodes that wait, as places in both arrays of nodes. */
  stack: Int32Array;
  readonly selfDescent: SelfDescent;
  boxTests: number;
  triangleTests: number;
  featureTests: number;
}

/** Contexts that no query uses now: one, and another for each level that queries were nested. */
const spare: NearContext[] = [];

export function takeNearContext(): NearContext {
  return spare.pop() ?? createNearContext();
}

/** To be called when the query has ended, even by an error. */
export function returnNearContext(context: NearContext): void {
  releaseNearSide(context.a);
  releaseNearSide(context.otherSide);
  spare.push(context);
}

function createNearContext(): NearContext {
  const otherSide = createNearSide();
  return {
    a: createNearSide(),
    b: otherSide,
    otherSide,
    pose: new Float64Array(RELATIVE_POSE_LENGTH),
    test: createFeatureTest(),
    found: [createPairList(), createPairList(), createPairList()],
    sorter: createPairSorter(),
    stack: new Int32Array(256),
    selfDescent: createSelfDescent(),
    boxTests: 0,
    triangleTests: 0,
    featureTests: 0,
  };
}

/** Makes the context one of a query that has done nothing yet. */
export function clearNearContext(context: NearContext, thickness: number): void {
  for (const list of context.found) list.count = 0;
  beginFeatureTest(context.test, thickness);
  context.boxTests = 0;
  context.triangleTests = 0;
  context.featureTests = 0;
}
