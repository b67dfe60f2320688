import { type BroadPhase, createDynamicTree, createSweepAndPrune } from "../../src/index.ts";

/** Every broad phase; the tests of this folder run over all of them. */
export const METHODS: Record<string, (options: { dimensions: 2 | 3 }) => BroadPhase> = {
  "dynamic tree": createDynamicTree,
  "sweep and prune": createSweepAndPrune,
};
