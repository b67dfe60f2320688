// The kernels of overlap depth: a surface in the world, all in f64, step by step as in TypeScript, so that every bit is equal.
export { placeSurface } from "./depth-surface";
export { nearestToPoint } from "./depth-nearest";
export { beginCrossing, crossAhead } from "./depth-crossings";
export { beginMeeting, meetProbe } from "./depth-meeting";
