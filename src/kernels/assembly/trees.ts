// The kernels that build trees.
export { buildTree, measureVertices, numberCorners } from "./build-tree";
