import { createStats, type QueryStats } from "../stats.ts";

/** The triangles a query found. */
export interface TriangleList {
  count: number;
  /** Triangle numbers, ascending. A view of `storage`. */
  triangles: Uint32Array;
  stats: QueryStats;
  /** The memory behind `triangles`, at least as long; kept when the result is passed back as `into`. */
  storage: Uint32Array;
}

/** An empty result, to be passed as `into`. */
export function createTriangleList(): TriangleList {
  const storage = new Uint32Array(0);
  return { count: 0, triangles: storage, stats: createStats(), storage };
}

let found = new Uint32Array(256);
let count = 0;

export function clearTriangles(): void {
  count = 0;
}

export function addTriangle(triangle: number): void {
  if (count === found.length) {
    const longer = new Uint32Array(2 * count);
    longer.set(found);
    found = longer;
  }
  found[count++] = triangle;
}

/** Sorts what was added into `result`. */
export function takeTriangles(result: TriangleList): void {
  if (result.storage.length < count) result.storage = new Uint32Array(count);
  result.count = count;
  result.triangles = result.storage.subarray(0, count);
  result.triangles.set(found.subarray(0, count));
  result.triangles.sort();
}
