// The kernels of meshes whose vertices move in straight lines.
export { descend } from "./impact-descent";
