// The kernels of broad phases: checking boxes, culling, a step of segment sort, a step of the dynamic tree.
export { checkBoxes2D, checkBoxes3D } from "./check-boxes";
export { judgeBoxes } from "./judge-boxes";
export { listRecoded, writeImages2D, writeImages3D } from "./place-boxes";
export { mendList } from "./mend-list";
export { fetchList, sweepList } from "./sweep-list";
export { fetchPlaces, listLeavers } from "./list-leavers";
export { refitLeaves } from "./refit-leaves";
export { descendLevel } from "./descend-level";
export { checkCandidates, mergeCandidates } from "./check-candidates";
export { finishTree } from "./finish-tree";
export { advanceHalving, beginHalving } from "./halve-parts";
export { listAstray, numberPlaces, renameCandidates } from "./order-places";
