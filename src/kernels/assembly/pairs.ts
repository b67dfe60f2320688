// The kernels of pair queries: two AABB trees against each other.
export { nextSurvivors } from "./first-contact";
export { allLeafPairs, nextLeafPair } from "./pair-descent";
export { testTriangles } from "./pair-triangles";
