// The kernels of near pairs within one mesh: the descent of self-collision, then features.
export { cullEdges, cullFaces } from "./near-culls";
export { collectEdges, collectFaces, makeNearTriangles, sortCandidates, widenBoxes } from "./near-features";
export { makeNodeBoxes, makeSlotBoxes } from "./self-boxes";
export { collectCandidates, collectLeafPairs } from "./self-descent";
