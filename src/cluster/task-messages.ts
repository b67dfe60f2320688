import type { TaskDone } from "./task-queue.ts";

// What a worker and the processes that run its tasks tell each other.

export type ToTaskProcess =
  | {
      readonly kind: "run";
      /** Address of the task in the store. */
      readonly task: string;
      /** Whether an earlier try ended early. */
      readonly isCareful: boolean;
    }
  /** Give the task back at the next pair. */
  | { readonly kind: "stop" };

export type FromTaskProcess =
  | { readonly kind: "ready" }
  /** null: stopped before the end. */
  | { readonly kind: "done"; readonly done: TaskDone | null }
  | { readonly kind: "failed"; readonly reason: string };
