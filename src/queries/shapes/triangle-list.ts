import { createStats, type QueryStats, writeCounts } from "../stats.ts";

/** The triangles that a query found. */
export interface TriangleList {
  count: number;
  /** Triangle numbers, ascending. A view of `storage`. */
  triangles: Uint32Array;
  stats: QueryStats;
  /** The memory behind `triangles`, at least as long; reused if the result is passed as `into`. */
  storage: Uint32Array;
}

function createTriangleList(): TriangleList {
  const storage = new Uint32Array(0);
  return { count: 0, triangles: storage, stats: createStats(), storage };
}

/** Triangle numbers that a query has found so far, in any order; kept and grown between queries. */
export interface FoundTriangles {
  numbers: Uint32Array;
  count: number;
}

export function createFoundTriangles(): FoundTriangles {
  return { numbers: new Uint32Array(256), count: 0 };
}

export function addTriangle(found: FoundTriangles, triangle: number): void {
  const { numbers, count } = found;
  if (count === numbers.length) {
    found.numbers = new Uint32Array(2 * count);
    found.numbers.set(numbers);
  }
  found.numbers[count] = triangle;
  found.count = count + 1;
}

/** Writes the triangles found, sorted, and the counters to `into` or a new result; the counters also to `stats`. */
export function takeTriangles(
  { numbers, count }: FoundTriangles,
  into: TriangleList | null | undefined,
  stats: QueryStats | undefined,
  boxTests: number,
  triangleTests: number,
  exactTests: number,
): TriangleList {
  const result = into ?? createTriangleList();
  if (result.storage.length < count) result.storage = new Uint32Array(count);
  result.count = count;
  result.triangles = result.storage.subarray(0, count);
  result.triangles.set(numbers.subarray(0, count));
  result.triangles.sort();
  writeCounts(result.stats, boxTests, triangleTests, exactTests);
  if (stats !== undefined) writeCounts(stats, boxTests, triangleTests, exactTests);
  return result;
}
