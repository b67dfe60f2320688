/** Clashes that could be one group: some or all clashes of one part. */
export interface Cluster {
  part: number;
  clashes: number[];
}

/**
 * Assigns each clash to one cluster and returns the cluster's number per clash. The cluster with the most unassigned clashes takes them,
 * again and again: the greedy cover, which needs few clusters. Ties go to the earlier cluster. Each clash is in one or two clusters.
 */
export function coverClashes(clusters: readonly Cluster[], clashCount: number): Uint32Array {
  const clusterOf = new Uint32Array(clashCount).fill(NONE);
  const clustersOf = clustersOfClashes(clusters, clashCount);
  const open = Uint32Array.from(clusters, ({ clashes }) => clashes.length);
  // heaps[n] holds clusters that had n unassigned clashes when they were pushed.
  const heaps: number[][] = [];
  const most = open.reduce((least, n) => Math.max(least, n), 0);
  for (let n = 0; n <= most; n++) heaps.push([]);
  for (let c = 0; c < clusters.length; c++) heaps[open[c]].push(c); // ascending, hence a heap
  for (let n = most; n > 0; n--) {
    const heap = heaps[n];
    while (heap.length > 0) {
      const cluster = popLeast(heap);
      if (open[cluster] !== n) continue; // it has lost clashes since and is in another heap
      for (const clash of clusters[cluster].clashes) {
        if (clusterOf[clash] !== NONE) continue;
        clusterOf[clash] = cluster;
        for (let side = 0; side < 2; side++) {
          const other = clustersOf[2 * clash + side];
          if (other === NONE) continue;
          open[other]--;
          if (other !== cluster) push(heaps[open[other]], other);
        }
      }
    }
  }
  return clusterOf;
}

const NONE = 0xffffffff;

function clustersOfClashes(clusters: readonly Cluster[], clashCount: number): Uint32Array {
  const found = new Uint32Array(2 * clashCount).fill(NONE);
  clusters.forEach(({ clashes }, c) => {
    for (const clash of clashes) found[found[2 * clash] === NONE ? 2 * clash : 2 * clash + 1] = c;
  });
  return found;
}

function push(heap: number[], value: number): void {
  let at = heap.length;
  heap.push(value);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent] <= value) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = value;
}

function popLeast(heap: number[]): number {
  const least = heap[0];
  const last = heap.pop()!;
  if (heap.length === 0) return least;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= last) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return least;
}
