// The kernels that fit boxes to vertices: of trees, and of their copies in the memory of queries.
export { fitMarked, fitNodes, sumMarked } from "./fit-boxes";
export { fitListed, fitListedSingles, listNodes, measureLists, startLists } from "./fit-lists";
export { checkSingles, measureDoubles, roundVertices, singlesOfOrdered } from "./round-vertices";
