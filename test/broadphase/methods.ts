import { createDynamicTreeWith } from "../../src/broadphase/dynamic-tree/dynamic-tree.ts";
import { type BroadPhase, createDynamicTree, createSegmentSort } from "../../src/broadphase/index.ts";
import { createSegmentSortWith } from "../../src/broadphase/segment-sort/segment-sort.ts";
import { linkBroadphaseKernels } from "../../src/kernels/broadphase-kernels.ts";
import { createSegmentSortByAxes, createSweepAndPrune } from "../../src/papers.ts";

/** Every broad phase; the tests of this folder run over all of them. */
export const METHODS: Record<string, (options: { dimensions: 2 | 3 }) => BroadPhase> = {
  "dynamic tree": createDynamicTree,
  "dynamic tree, all by its kernel": (options) => createDynamicTreeWith(options, 0),
  "segment sort": createSegmentSort,
  "segment sort, all by its kernels": (options) => createSegmentSortWith(options, linkBroadphaseKernels, 0),
  "segment sort without kernels": (options) => createSegmentSortWith(options, null),
  "segment sort by axes": createSegmentSortByAxes,
  "sweep and prune": createSweepAndPrune,
  "sweep and prune with flags": (options) => createSweepAndPrune({ ...options, flags: true }),
};
