// The reasons for giving a task up that a planner acts on. They are texts, because BullMQ keeps only the message of an error.

/** The worker's store lacks a task that the planner put into its own. */
export const TASK_MISSING = "planner and worker use different stores";

/** The worker is of another version of abut. */
export const OTHER_ALGORITHM = "planner and worker are of different versions";

/** The address in the message of a `MissingMesh`; null for other reasons. */
export function missingMeshOf(reason: string): string | null {
  return /: mesh ([0-9a-f]+) is missing or damaged$/.exec(reason)?.[1] ?? null;
}
