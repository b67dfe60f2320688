// The memory of a result with one row per pair of features. Each array is a section with room for `capacity` rows:
//   f64 numbers of the result │ vertices (4) triangles (2), u32 │ kinds (1), u8

const INTEGERS = 6;

/** The bytes of a row with this many f64 numbers. */
export function rowBytes(numberCount: number): number {
  return 8 * numberCount + 4 * INTEGERS + 1;
}

/** The arrays common to all results about pairs of features. */
interface FeatureRows {
  count: number;
  kinds: Uint8Array;
  vertices: Uint32Array;
  triangles: Uint32Array;
}

/** Where the rows lie: from a byte of `buffer` on. */
export interface RowMemory {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  /** The number of rows that fit, and the number in use. */
  readonly capacity: number;
  readonly count: number;
}

/** The section of f64 numbers that starts after `first` numbers per row and has `width` numbers per row. */
export function numberRows(
  { buffer, byteOffset, capacity, count }: RowMemory,
  first: number,
  width: number,
): Float64Array {
  return new Float64Array(buffer as ArrayBuffer, byteOffset + 8 * capacity * first, width * count);
}

/** Sets the arrays after the f64 sections, which have `numberCount` numbers per row. */
export function setFeatureRows(result: FeatureRows, memory: RowMemory, numberCount: number): void {
  const { byteOffset, capacity, count } = memory;
  const buffer = memory.buffer as ArrayBuffer;
  const integers = byteOffset + 8 * capacity * numberCount;
  result.count = count;
  result.vertices = new Uint32Array(buffer, integers, 4 * count);
  result.triangles = new Uint32Array(buffer, integers + 16 * capacity, 2 * count);
  result.kinds = new Uint8Array(buffer, integers + 4 * INTEGERS * capacity, count);
}
