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
 * The complete state of one query for near pairs. A query takes a context, passes it to every stage, and returns it at the end. A query
 * started inside another one, by a getter of its options, gets a separate context.
 */
export interface NearContext {
  readonly a: NearSide;
  /** Side b; within one mesh, the object of side a. */
  b: NearSide;
  readonly otherSide: NearSide;
  /** The relative pose of two meshes, with margins for the thickness. */
  readonly pose: Float64Array;
  readonly test: FeatureTest;
  /** The pairs found, for each kind: a number of a's feature and one of b's; not sorted. */
  readonly found: readonly PairList[];
  readonly sorter: PairSorter;
  /** The stack of the descent: pairs of nodes, as offsets into both node arrays. */
  stack: Int32Array;
  readonly selfDescent: SelfDescent;
  boxTests: number;
  triangleTests: number;
  featureTests: number;
}

/** Unused contexts: one, and another for each level of nested queries. */
const spare: NearContext[] = [];

export function takeNearContext(): NearContext {
  return spare.pop() ?? createNearContext();
}

/** Must be called when the query has ended, even by an error. */
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

/** Resets the context for a new query. */
export function clearNearContext(context: NearContext, thickness: number): void {
  for (const list of context.found) list.count = 0;
  beginFeatureTest(context.test, thickness);
  context.boxTests = 0;
  context.triangleTests = 0;
  context.featureTests = 0;
}
