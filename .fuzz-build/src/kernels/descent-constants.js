// What the descent of two AABB trees goes by. TypeScript (queries/pairs/descend-aabb.ts) and AssemblyScript import this file, so
// it holds plain constants only, as memory-map.ts does.
/** A waiting pair's bucket: LEVEL_BONUS · level + DEPTH_WEIGHT · √(how deep the boxes lie in each other, 0 to 1). */
export const DEPTH_WEIGHT = 30;
export const LEVEL_BONUS = .4;
/** Which counter of exits counts the pairs of boxes that may overlap (queries/stats.ts). */
export const OVERLAP = 15;
