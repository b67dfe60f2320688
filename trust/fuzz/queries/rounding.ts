const word = new Float64Array(1);
const bits = new BigInt64Array(word.buffer);

/** How many f64 numbers lie between two numbers of one sign; for tiny numbers the spacing of the smallest counts. */
export function ulpsBetween(x: number, y: number): number {
  if (x === y) return 0;
  if (!Number.isFinite(x) || !Number.isFinite(y)) return Infinity;
  return Math.abs(Number(ordered(x) - ordered(y)));
}

function ordered(value: number): bigint {
  word[0] = value;
  return bits[0] < 0n ? -(bits[0] & 0x7fffffffffffffffn) : bits[0];
}
