// Sorting triangle pairs by (a, b) in linear time, for queries whose results are as long as their meshes: each pair is
// put into the bucket of its a, and the few pairs of a bucket are sorted by insertion.

/** From this length on a bucket goes to the engine's own sort, so that a fan of a million pairs stays n log n. */
const LONG_BUCKET = 32;

let starts = new Uint32Array(0);

/** Writes the first `count` pairs of `pairs`, two numbers each, to `out`, sorted. All a are below `limit`. */
export function sortPairs(pairs: Uint32Array, count: number, limit: number, out: Uint32Array): void {
  if (starts.length < limit + 2) starts = new Uint32Array(limit + 2);
  else starts.fill(0, 0, limit + 2);
  // Counted two places on, summed, and moved back one by the filling.
  for (let k = 0; k < 2 * count; k += 2) starts[pairs[k]! + 2]!++;
  for (let a = 2; a < limit + 2; a++) starts[a]! += starts[a - 1]!;
  for (let k = 0; k < 2 * count; k += 2) {
    const a = pairs[k]!;
    const at = 2 * starts[a + 1]!++;
    out[at] = a;
    out[at + 1] = pairs[k + 1]!;
  }
  for (let a = 0; a < limit; a++)
    if (starts[a + 1]! - starts[a]! > 1) sortBucket(out, starts[a]!, starts[a + 1]!);
}

/** Sorts the pairs begin … end − 1, which have the same a, by b. */
function sortBucket(pairs: Uint32Array, begin: number, end: number): void {
  if (end - begin >= LONG_BUCKET) {
    const sorted = new Uint32Array(end - begin);
    for (let k = begin; k < end; k++) sorted[k - begin] = pairs[2 * k + 1]!;
    sorted.sort();
    for (let k = begin; k < end; k++) pairs[2 * k + 1] = sorted[k - begin]!;
    return;
  }
  for (let k = begin + 1; k < end; k++) {
    const b = pairs[2 * k + 1]!;
    let to = k;
    for (; to > begin && pairs[2 * to - 1]! > b; to--) pairs[2 * to + 1] = pairs[2 * to - 1]!;
    pairs[2 * to + 1] = b;
  }
}
