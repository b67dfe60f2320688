// Why a worker gave a task up, as far as the planner acts on it. Reasons travel as text: BullMQ keeps no more of an error.

/** The worker's store lacks a task that the planner put into its own. */
export const TASK_MISSING = "planner and worker use different stores";

/** The worker is of another version of abut. */
export const OTHER_ALGORITHM = "planner and worker are of different versions";
