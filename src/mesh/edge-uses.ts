// From this length on the engine's sort beats insertion sort, and a fan of a million triangles around one vertex stays n
// log n.
const LONG_BUCKET = 32;

/**
 * Calls `visit` once per edge, ordered by (low, high) vertex number, with how many triangles run along it from low to high
 * and how many from high to low. `corners` holds three vertex numbers per triangle. Triangles with two equal corners are
 * skipped: they are a segment or a point and border nothing.
 */
export function visitEdges(
  corners: Uint32Array,
  vertexCount: number,
  visit: (low: number, high: number, upward: number, downward: number) => void,
): void {
  const { starts, ends } = bucketEdges(corners, vertexCount);
  for (let low = 0; low < vertexCount; low++) {
    const bucket = ends.subarray(starts[low], starts[low + 1]);
    sortBucket(bucket);
    for (let i = 0; i < bucket.length; ) {
      const high = bucket[i] >>> 1;
      const uses = [0, 0];
      for (; i < bucket.length && bucket[i] >>> 1 === high; i++) uses[bucket[i] & 1]++;
      visit(low, high, uses[0], uses[1]);
    }
  }
}

// bucket of vertex v: ends[starts[v]] … ends[starts[v + 1] - 1], one entry per use of an edge (v, high)
// entry: high · 2 + (1 when the triangle runs from high to low)        u32: 2^31 vertices fill 48 GB
function bucketEdges(corners: Uint32Array, vertexCount: number): { starts: Uint32Array; ends: Uint32Array } {
  const starts = new Uint32Array(vertexCount + 1);
  eachEdge(corners, (from, to) => {
    starts[Math.min(from, to) + 1]++;
  });
  for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
  const cursor = starts.slice();
  const ends = new Uint32Array(starts[vertexCount]);
  eachEdge(corners, (from, to) => {
    const low = Math.min(from, to);
    ends[cursor[low]++] = Math.max(from, to) * 2 + (from > to ? 1 : 0);
  });
  return { starts, ends };
}

function eachEdge(corners: Uint32Array, visit: (from: number, to: number) => void): void {
  for (let i = 0; i < corners.length; i += 3) {
    const a = corners[i];
    const b = corners[i + 1];
    const c = corners[i + 2];
    if (a === b || b === c || c === a) continue;
    visit(a, b);
    visit(b, c);
    visit(c, a);
  }
}

function sortBucket(bucket: Uint32Array): void {
  if (bucket.length >= LONG_BUCKET) {
    bucket.sort();
    return;
  }
  for (let i = 1; i < bucket.length; i++) {
    const entry = bucket[i];
    let j = i - 1;
    for (; j >= 0 && bucket[j] > entry; j--) bucket[j + 1] = bucket[j];
    bucket[j + 1] = entry;
  }
}
