// The kernels of findManifold.
export { beginLines, findLines, numberRegions } from "./lines";
export { findDirections, measureRegion } from "./region-points";
export { findUnknown, linkRegions, noteSides } from "./region-vertices";
