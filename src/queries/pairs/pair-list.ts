// The pairs found by the query under way, in a list that is kept and grown between queries.

// A pair is one f64, a·2^26 + b: it sorts by (a, b) with the engine's own number sort. Meshes have at most
// 2^26 triangles (`createMesh` sees to it), so the key is a whole number below 2^52.
const RADIX = 2 ** 26;

let keys = new Float64Array(1024);
let count = 0;

export function clearPairs(): void {
  count = 0;
}

export function addPair(a: number, b: number): void {
  if (count === keys.length) grow();
  keys[count++] = a * RADIX + b;
}

export function pairCount(): number {
  return count;
}

/** Writes the pairs to `out`, sorted by (a, b): two numbers each. */
export function writeSortedPairs(out: Uint32Array): void {
  const sorted = keys.subarray(0, count).sort();
  for (let i = 0; i < count; i++) {
    const key = sorted[i];
    const a = Math.floor(key / RADIX);
    out[2 * i] = a;
    out[2 * i + 1] = key - a * RADIX;
  }
}

function grow(): void {
  const larger = new Float64Array(2 * keys.length);
  larger.set(keys);
  keys = larger;
}
