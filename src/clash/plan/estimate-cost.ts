import type { PartRecord } from "./part-record.ts";

// What pairs take, estimated from triangle counts and boxes, in microseconds on one core. `npm run bench -- scale --parts cost` prints
// how well the estimates agree with what pairs take (docs/decisions/28-store.md).

/** What every pair takes. */
const PER_PAIR = 40;
/** Surfaces cross along curves: the triangles at a curve grow with the square root of those in the space that both boxes share. */
const PER_ROOT_OF_SHARED = 100;
/** To load a mesh and build its tree, for each triangle. */
const PER_TRIANGLE = 0.3;

/** The estimated time of a check of a and b, which may be one part against itself. */
export function estimateCost(a: PartRecord, b: PartRecord): number {
  // The part with fewer triangles there decides: only those of the other part that are near them are looked at.
  const shared = Math.min(a.triangles * sharedFraction(a, b), b.triangles * sharedFraction(b, a));
  return PER_PAIR + PER_ROOT_OF_SHARED * Math.sqrt(shared);
}

/** The estimated time until a mesh can be checked. */
export function estimateLoad({ triangles }: Pick<PartRecord, "triangles">): number {
  return PER_TRIANGLE * triangles;
}

/** The fraction of a's box that b's covers. An axis along which a has no extent does not count. */
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
