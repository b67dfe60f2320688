/** The environment variable that tells a task's process its store. */
export const STORE_VARIABLE = "ABUT_TASK_STORE";
/** The environment variable from which the command takes the address of Redis. */
export const REDIS_VARIABLE = "ABUT_REDIS_URL";
