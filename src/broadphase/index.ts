// Published as abut/broadphase: which of many boxes overlap, step by step or once, and which of them a camera sees.

export type { BoxPairs, BroadPhase, BroadPhaseOptions, BroadPhaseStats } from "./broad-phase.ts";
export { type CullBoxesOptions, type CulledBoxes, cullBoxes } from "./cull/cull-boxes.ts";
export { createDynamicTree } from "./dynamic-tree/dynamic-tree.ts";
export {
  type FindBoxPairsOptions,
  type FoundBoxPairs,
  findBoxPairs,
  findBoxPairsBetween,
} from "./one-shot/find-box-pairs.ts";
export { createSegmentSort } from "./segment-sort/segment-sort.ts";
