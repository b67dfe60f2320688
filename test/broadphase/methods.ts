import { openSegmentSort } from "../../src/broadphase/segment-sort/segment-sort.ts";
import {
  type BroadPhase,
  createDynamicTree,
  createSegmentSort,
  createSweepAndPrune,
} from "../../src/index.ts";

/** Every broad phase; the tests of this folder run over all of them. */
export const METHODS: Record<string, (options: { dimensions: 2 | 3 }) => BroadPhase> = {
  "dynamic tree": createDynamicTree,
  "segment sort": createSegmentSort,
  "segment sort without kernels": (options) => openSegmentSort(options, null),
  "sweep and prune": createSweepAndPrune,
};
