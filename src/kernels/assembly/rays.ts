// The ray kernel: the descent of one AABB tree.
export { descendRay } from "./ray-descent";
