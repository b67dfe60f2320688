/**
 * How many queries, fits and steps kernels have answered so far in this thread, by kind. Tests read it to know that it was a kernel
 * that answered; it is counted once a query. Counts, not a decision: nothing in the library reads it.
 */
export const kernelRuns = {
  /** `collide`, `findPairs` and what is made of them. */
  pairs: 0,
  self: 0,
  /** `findNearPairs`, `findSelfNearPairs`. */
  near: 0,
  /** `timeOfImpact`, `findImpacts` and those of one mesh, in straight motion. */
  impact: 0,
  distance: 0,
  point: 0,
  ray: 0,
  /** `sweepBox`. */
  sweep: 0,
  /** Pairs of `overlapDepth`. */
  depth: 0,
  /** Segments of all pairs of `findManifold`. */
  lines: 0,
  /** Searches for translations that inner balls leave uncovered. */
  cover: 0,
  /** Polytopes of EPA. */
  convex: 0,
  build: 0,
  /** Boxes fitted by `refit` and `refitSwept`. */
  fit: 0,
  /** Steps of segment sort, and of the dynamic tree. */
  segmentSort: 0,
  dynamicTree: 0,
  /** `cullBoxes`. */
  cull: 0,
};

export type KernelKind = keyof typeof kernelRuns;
