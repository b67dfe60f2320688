import type { CheckedJob } from "../clash/check-job.ts";
import type { ClashTaskSlice } from "../clash/plan/clash-plan.ts";
import type { End } from "../workers/protocol.ts";

// What is posted between the caller's thread and threads that run tasks.

export interface TaskThreadData {
  /** The folder of the store. */
  readonly folder: string;
  /** One word, not 0 once tasks have to end. */
  readonly stop: Int32Array;
  /** Whether to collect garbage after each task: memory is limited. */
  readonly isThrifty: boolean;
}

export type ToTaskThread = { readonly kind: "run"; readonly slice: ClashTaskSlice } | End;

export type FromTaskThread =
  /** Outcomes since the last message. */
  | { readonly kind: "outcomes"; readonly pairs: Uint32Array; readonly outcomes: readonly CheckedJob[] }
  /** Ready for a task. */
  | { readonly kind: "idle" }
  /** The store has lost a mesh. */
  | { readonly kind: "missing"; readonly place: string; readonly mesh: string };
