// The kernels of self-collision: one AABB tree against itself.
export { makeNodeBoxes, makeSlotBoxes } from "./self-boxes";
export { testCrossings } from "./self-crossings";
export { collectCandidates, collectLeafPairs } from "./self-descent";
export { testNeighbours } from "./self-neighbours";
export { testPlanes } from "./self-planes";
export { makeTriangles } from "./self-triangles";
