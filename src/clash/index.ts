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
export { ALGORITHM } from "./plan/algorithm.ts";
export type { ClashPlan, ClashTask, ClashTaskResult, ClashTaskSlice } from "./plan/clash-plan.ts";
export { addressOfOutcome, type Digest } from "./plan/content-address.ts";
export { cutTasks, sliceTask, type TaskLimits } from "./plan/cut-tasks.ts";
export { mergeClashes } from "./plan/merge-clashes.ts";
export type { PartRecord } from "./plan/part-record.ts";
export { type PlanOptions, planClashes, planRecords } from "./plan/plan-clashes.ts";
export { type LoadMesh, type RunTaskOptions, runClashTask } from "./plan/run-clash-task.ts";
