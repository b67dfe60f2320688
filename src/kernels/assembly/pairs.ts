// The kernels of pair queries: two AABB trees against each other.
export { moreSurvivors, nextSurvivors } from "./find-survivors";
