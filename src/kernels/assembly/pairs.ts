// The kernels of pair queries: two AABB trees against each other; and fitting the copies of trees in their memory.
export { moreSurvivors, nextSurvivors } from "./find-survivors";
export { fitMarked, fitNodes, sumMarked } from "./fit-boxes";
export { checkSingles } from "./round-vertices";
