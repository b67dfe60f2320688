// The kernel for moving boxes: the descent of one AABB tree.
export { descendSweptBox } from "./swept-box-descent";
