import type { SegmentSortKind } from "../../broadphase/layer-sort.ts";
import { createPairSorter, type PairSorter } from "../../broadphase/sort-pairs.ts";
import { BATCH } from "../../kernels/self-memory-map.ts";
import { createSelfDescent, type SelfDescent } from "./descend-self.ts";
import { createRings, type Rings } from "./rings.ts";
import { createSelfTest, type SelfTest } from "./self-test.ts";
import { releaseMesh } from "./self-triangles.ts";
import type { FilledSelfLayerCache } from "./sort-self.ts";

/**
 * The complete state of one self-collision query. A query takes a context, passes it to every stage, and returns it at the end. A query
 * started inside another one, by a getter of its options, gets a separate context.
 */
export interface SelfContext {
  readonly toWorld: Float64Array;
  /** The largest gap between boxes that count as overlapping, then a bound on the distance of two world vertices. */
  readonly margins: Float64Array;
  /** Three vertex numbers per slot; equal ones are a common corner. */
  corners: Uint32Array;
  /** Whether triangles within two or more rings are omitted. */
  excludesRings: boolean;
  /** Null for a query by descent. */
  layers: FilledSelfLayerCache | null;
  /** With `layers`: sort every level of the tree instead of its triangles alone. */
  everyLayer: boolean;
  /** With `layers`: how boxes are sorted. */
  sort: SegmentSortKind;

  readonly rings: Rings;
  readonly descent: SelfDescent;
  readonly test: SelfTest;
  /** The pairs of one batch that meet, two slots each. */
  readonly hits: Int32Array;

  /** The pairs found: two triangle numbers each, the lesser first, not sorted. */
  found: Uint32Array;
  foundCount: number;
  /** The workspace of `sortPairs`. */
  readonly sorter: PairSorter;
  boxTests: number;
  /** The slots of triangles that may have no area; null if unknown. */
  maybeDegenerate: Int32Array | null;
}

const NO_CORNERS = new Uint32Array(0);

/** Unused contexts: one, and another for each level of nested queries. */
const spare: SelfContext[] = [];

/** A context that no other query uses. */
export function takeSelfContext(): SelfContext {
  return spare.pop() ?? createSelfContext();
}

/** Must be called when the query has ended, even by an error. */
export function returnSelfContext(context: SelfContext): void {
  context.corners = context.rings.corners = NO_CORNERS;
  context.layers = null;
  context.maybeDegenerate = null;
  releaseMesh(context.test.triangles);
  spare.push(context);
}

function createSelfContext(): SelfContext {
  return {
    toWorld: new Float64Array(16),
    margins: new Float64Array(2),
    corners: NO_CORNERS,
    excludesRings: false,
    layers: null,
    everyLayer: false,
    sort: "lists",
    rings: createRings(),
    descent: createSelfDescent(),
    test: createSelfTest(),
    hits: new Int32Array(2 * BATCH),
    found: new Uint32Array(2048),
    foundCount: 0,
    sorter: createPairSorter(),
    boxTests: 0,
    maybeDegenerate: null,
  };
}
