// Powers of two that scale tiny numbers to a magnitude near 1.

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

/** The power of two, at least 1 and at most 2^1000, that brings x nearest to 1. */
export function magnification(x: number): number {
  return 2 ** Math.max(0, scaleBinary(x, 1000));
}

/** The exponent e ≤ `most` for which 1 ≤ |x|·2^e < 2, exactly; 0 for x = 0. Subnormal numbers count as 2^-1023. */
export function scaleBinary(x: number, most: number): number {
  if (x === 0) return 0;
  double[0] = x;
  return Math.min(most, 1023 - ((words[HIGH] >>> 20) & 0x7ff));
}
