/** Points in order along a chain of segments; a closed chain does not repeat its first point. */
export interface Chain {
  readonly points: Uint32Array;
  readonly closed: boolean;
}

/**
 * Chains segments, two point numbers each, into curves that visit no point twice. Each segment is in one curve. A curve ends only where an
 * odd number of segments meet; if every point has an even number, all curves are closed.
 */
export function chainSegments(ends: Uint32Array, pointCount: number): Chain[] {
  const { starts, segments } = segmentsAt(ends, pointCount);
  const cursor = starts.slice(0, pointCount);
  const left = Uint32Array.from(cursor, (start, p) => starts[p + 1] - start);
  const used = new Uint8Array(ends.length / 2);
  const chains: Chain[] = [];
  // The path so far, and each point's place on it (−1: not on it). A point met again closes a loop, which is removed.
  const path: number[] = [];
  const places = new Int32Array(pointCount).fill(-1);

  function follow(start: number): void {
    path.push(start);
    places[start] = 0;
    for (;;) {
      const point = path[path.length - 1];
      const next = takeSegment(point);
      if (next < 0) break;
      const place = places[next];
      if (place < 0) {
        places[next] = path.push(next) - 1;
        continue;
      }
      chains.push({ points: Uint32Array.from(path.slice(place)), closed: true });
      while (path.length > place + 1) places[path.pop()!] = -1;
    }
    if (path.length > 1) chains.push({ points: Uint32Array.from(path), closed: false });
    while (path.length > 0) places[path.pop()!] = -1;
  }

  /** The other end of an unused segment at a point, −1 if all its segments are used. */
  function takeSegment(point: number): number {
    for (; cursor[point] < starts[point + 1]; cursor[point]++) {
      const segment = segments[cursor[point]];
      if (used[segment] === 1) continue;
      used[segment] = 1;
      const other = ends[2 * segment] + ends[2 * segment + 1] - point;
      left[point]--;
      left[other]--;
      return other;
    }
    return -1;
  }

  // From a point with an odd number of segments left, the path leads to another such point; after that all remaining curves are closed.
  for (let p = 0; p < pointCount; p++) if (left[p] % 2 === 1) follow(p);
  for (let p = 0; p < pointCount; p++) while (left[p] > 0) follow(p);
  return chains;
}

function segmentsAt(ends: Uint32Array, pointCount: number): { starts: Uint32Array; segments: Uint32Array } {
  const starts = new Uint32Array(pointCount + 1);
  for (const p of ends) starts[p + 1]++;
  for (let p = 0; p < pointCount; p++) starts[p + 1] += starts[p];
  const cursor = starts.slice();
  const segments = new Uint32Array(ends.length);
  for (let k = 0; k < ends.length; k++) segments[cursor[ends[k]]++] = k >> 1;
  return { starts, segments };
}
