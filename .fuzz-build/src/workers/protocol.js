/** What threads take their work from: the next mesh and the next job that nobody has; and whether to stop. */
export const NEXT_MESH = 0;
export const NEXT_JOB = 1;
export const STOP = 2;
export const CONTROL_WORDS = 3;
export const NO_MESH = 4294967295;
export const POSE_NUMBERS = 16;
export const NO_POSE = 0;
