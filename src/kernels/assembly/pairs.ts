// The kernels of pair queries: two AABB trees against each other; and fitting the copies of trees in their memory.
export { nextSurvivors } from "./first-contact";
export { fitNodes } from "./fit-boxes";
export { allLeafPairs, nextLeafPair } from "./pair-descent";
export { testTriangles } from "./pair-triangles";
export { checkSingles } from "./round-vertices";
