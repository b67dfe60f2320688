/**
 * How many queries, fits and steps kernels have answered so far in this thread, by kind; counted once per query. Only tests read it, to
 * know that a kernel answered: nothing in the library depends on it.
 */
export const kernelRuns = {
  /** `collide`, `findPairs` and queries built on them. */
  pairs: 0,
  /** Lists of pairs sorted for `findPairs`. */
  sort: 0,
  self: 0,
  /** `findNearPairs`, `findSelfNearPairs`. */
  near: 0,
  /** `timeOfImpact`, `findImpacts` and their self-collision forms, in straight motion. */
  impact: 0,
  distance: 0,
  point: 0,
  ray: 0,
  /** `sweepBox`. */
  sweep: 0,
  /** Pairs of meshes in `overlapDepth`. */
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
