// The memory of a result with a row for each pair of features: a section an array, each with room for `capacity` rows:
//   numbers of the result, f64 │ vertices (4) triangles (2), u32 │ kinds (1), u8

const INTEGERS = 6;

/** The bytes of a row that has this many f64. */
export function rowBytes(numberCount: number): number {
  return 8 * numberCount + 4 * INTEGERS + 1;
}

/** What all pairs of features have. */
interface FeatureRows {
  count: number;
  kinds: Uint8Array;
  vertices: Uint32Array;
  triangles: Uint32Array;
}

/** Makes views of rows that begin at a byte of `buffer`. */
export interface RowMemory {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  /** How many rows there is room for, and how many are used. */
  readonly capacity: number;
  readonly count: number;
}

/** The section of f64 that begins after `first` numbers a row, `width` numbers a row. */
export function numberRows(
  { buffer, byteOffset, capacity, count }: RowMemory,
  first: number,
  width: number,
): Float64Array {
  return new Float64Array(buffer as ArrayBuffer, byteOffset + 8 * capacity * first, width * count);
}

/** Sets the arrays behind the f64, of which a row has `numberCount`. */
export function setFeatureRows(result: FeatureRows, memory: RowMemory, numberCount: number): void {
  const { byteOffset, capacity, count } = memory;
  const buffer = memory.buffer as ArrayBuffer;
  const integers = byteOffset + 8 * capacity * numberCount;
  result.count = count;
  result.vertices = new Uint32Array(buffer, integers, 4 * count);
  result.triangles = new Uint32Array(buffer, integers + 16 * capacity, 2 * count);
  result.kinds = new Uint8Array(buffer, integers + 4 * INTEGERS * capacity, count);
}
