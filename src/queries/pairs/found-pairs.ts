// The triangle pairs that a query for all pairs has found.

// A pair is one f64, a·2^26 + b, so the engine's numeric sort orders by (a, b). `createMesh` limits meshes to 2^26
// triangles, so the key is an integer below 2^52.
const RADIX = 2 ** 26;

/** A list of pairs whose memory is kept, and grown, from one query to the next. */
export interface FoundPairs {
  keys: Float64Array<ArrayBuffer>;
  count: number;
}

export function createFoundPairs(): FoundPairs {
  return { keys: new Float64Array(1024), count: 0 };
}

export function addPair(found: FoundPairs, a: number, b: number): void {
  if (found.count === found.keys.length) grow(found);
  found.keys[found.count++] = a * RADIX + b;
}

/** Writes the pairs to `out`, sorted by (a, b): two numbers each. */
export function writeSortedPairs({ keys, count }: FoundPairs, out: Uint32Array): void {
  const sorted = keys.subarray(0, count).sort();
  for (let i = 0; i < count; i++) {
    const key = sorted[i];
    const a = Math.floor(key / RADIX);
    out[2 * i] = a;
    out[2 * i + 1] = key - a * RADIX;
  }
}

function grow(found: FoundPairs): void {
  const larger = new Float64Array(2 * found.keys.length);
  larger.set(found.keys);
  found.keys = larger;
}
