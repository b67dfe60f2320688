// Parameters of the descent of two AABB trees. TypeScript (queries/pairs/descend-aabb.ts) and AssemblyScript both import this file, so it
// holds only plain constants, like memory-map.ts.

/** A pending pair's bucket: LEVEL_BONUS · level + DEPTH_WEIGHT · √(how deeply the boxes overlap, 0 to 1). Kernels approximate the root. */
export const DEPTH_WEIGHT = 30;
export const LEVEL_BONUS = 0.4;
/** The exit counter of box pairs that may overlap (queries/stats.ts). */
export const OVERLAP = 15;
