import type { PartRecord } from "./part-record.ts";

// What a pair takes, estimated from triangle counts and boxes, in microseconds on one core. `npm run bench -- scale` prints how well
// the estimates agree with what pairs take.

/** What every pair takes. */
const BASE = 15;
/** For each triangle in the space that both boxes share. */
const PER_SHARED_TRIANGLE = 3;
/** For each triangle elsewhere: its tree is built and copied. */
const PER_TRIANGLE = 0.1;

/** The estimated time of a check of a and b, which may be one part against itself. */
export function estimateCost(a: PartRecord, b: PartRecord): number {
  const shared = a.triangles * sharedFraction(a, b) + b.triangles * sharedFraction(b, a);
  return BASE + PER_SHARED_TRIANGLE * shared + PER_TRIANGLE * (a.triangles + b.triangles);
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
