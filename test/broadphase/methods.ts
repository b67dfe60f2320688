import { createDynamicTreeWith } from "../../src/broadphase/dynamic-tree/dynamic-tree.ts";
import { type BroadPhase, createDynamicTree, createSegmentSort } from "../../src/broadphase/index.ts";
import { createSegmentKernels } from "../../src/broadphase/segment-sort/segment-kernels.ts";
import { openSegmentSort } from "../../src/broadphase/segment-sort/segment-sort.ts";
import { createSweepAndPrune } from "../../src/papers.ts";

/** Every broad phase; the tests of this folder run over all of them. */
export const METHODS: Record<string, (options: { dimensions: 2 | 3 }) => BroadPhase> = {
  "dynamic tree": createDynamicTree,
  "dynamic tree, all by its kernel": (options) => createDynamicTreeWith(options, 0),
  "segment sort": createSegmentSort,
  "segment sort, all by its kernels": (options) => openSegmentSort(options, createSegmentKernels, 0),
  "segment sort without kernels": (options) => openSegmentSort(options, null),
  "sweep and prune": createSweepAndPrune,
};
