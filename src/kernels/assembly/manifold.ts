// The kernels of findManifold.
export { placeInner, spreadFromEnds, takePairs } from "./inner-pieces";
export { beginLines, findLines, numberRegions } from "./lines";
export { findDirections, measureRegion } from "./region-points";
export { findUnknown, linkRegions, noteSides } from "./region-vertices";
