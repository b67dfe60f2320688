// The kernel of rays: the descent of one AABB tree.
export { descendRay } from "./ray-descent";
