import type { PartRecord } from "./part-record.ts";

// The estimated time of pairs, from triangle counts and boxes, in microseconds on one core. `npm run bench -- scale --parts cost` compares
// the estimates with measured times (docs/decisions/28-store.md).

/** The fixed cost of every pair. */
const PER_PAIR = 40;
/**
 * Surfaces cross along curves: the number of triangles at a curve grows with the square root of those in the intersection of both boxes.
 */
const PER_ROOT_OF_SHARED = 100;
/** The cost per triangle of loading a mesh and building its tree. */
const PER_TRIANGLE = 0.3;

/** The estimated time of a check of a and b, which may be one part against itself. */
export function estimateCost(a: PartRecord, b: PartRecord): number {
  // The part with fewer triangles there decides: only those triangles of the other part that are near them are examined.
  const shared = Math.min(a.triangles * sharedFraction(a, b), b.triangles * sharedFraction(b, a));
  return PER_PAIR + PER_ROOT_OF_SHARED * Math.sqrt(shared);
}

/** The estimated time to load a mesh and build its tree. */
export function estimateLoad({ triangles }: Pick<PartRecord, "triangles">): number {
  return PER_TRIANGLE * triangles;
}

/** The fraction of a's box that b's box covers. An axis along which a has no extent does not count. */
function sharedFraction({ box: a }: PartRecord, { box: b }: PartRecord): number {
  let fraction = 1;
  for (let axis = 0; axis < 3; axis++) {
    const extent = a[axis + 3] - a[axis];
    if (extent <= 0) continue;
    const shared = Math.min(a[axis + 3], b[axis + 3]) - Math.max(a[axis], b[axis]);
    fraction *= Math.max(0, shared) / extent;
  }
  return fraction;
}
