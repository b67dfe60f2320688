// Published as abut/clash: every clash of an assembly. On threads: abut/workers; as a report: abut/reports.

export type { Bounds } from "../geometry/bounds.ts";
export type { Vector } from "../geometry/vector.ts";
export {
  CLASH_KINDS,
  type Clash,
  type ClashCounts,
  type ClashCurve,
  type ClashDepth,
  type ClashDistance,
  type ClashKind,
  type ClashOptions,
  type ClashPart,
  type ClashResult,
  type WholePart,
} from "./clash.ts";
export { type ClashGroup, GROUP_MODES, type GroupMode, type GroupOptions } from "./clash-group.ts";
export { findClashes } from "./find-clashes.ts";
export { groupClashes } from "./group-clashes.ts";
export { keyParts, type PartOfFile, type PartsOfFile } from "./key-parts.ts";
