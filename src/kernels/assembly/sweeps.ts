// The kernel of moving boxes: the descent of one AABB tree.
export { descendSweptBox } from "./swept-box-descent";
