// The kernels that build trees.
export { buildTree, fitTree, measureVertices, numberCorners } from "./build-tree";
