// The kernels of trees: building and fitting.
export { buildTree, measureVertices, numberCorners } from "./build-tree";
export { fitNodes } from "./fit-boxes";
export { checkSingles, nearestSingles, roundDoubles, singlesOfOrdered } from "./round-vertices";
