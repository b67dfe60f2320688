// Coordinates as integers: the last resort of tests whose filter cannot decide. All numbers of one test are scaled by the
// same power of two, so signs and ratios are those of the f64 values, free of any rounding argument.

const bits = new DataView(new ArrayBuffer(8));

/** The first `count` values, finite f64, as integers times one common power of two. */
export function toIntegers(values: Float64Array, count: number): bigint[] {
  let lowest = 2047;
  for (let i = 0; i < count; i++) if (values[i] !== 0) lowest = Math.min(lowest, exponentOf(values[i]!));
  const out: bigint[] = [];
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    out.push(value === 0 ? 0n : significandOf(value) << BigInt(exponentOf(value) - lowest));
  }
  return out;
}

/** n / d to the nearest f64, or next to it; d is not zero. */
export function ratio(n: bigint, d: bigint): number {
  if (n === 0n) return 0;
  const negative = n < 0n !== d < 0n;
  const top = n < 0n ? -n : n;
  const bottom = d < 0n ? -d : d;
  // 64 bits of the quotient, so that its conversion is all the rounding there is.
  const shift = 64 - (bitLength(top) - bitLength(bottom));
  const quotient = shift > 0 ? (top << BigInt(shift)) / bottom : top / (bottom << BigInt(-shift));
  const value = Number(quotient) * 2 ** -(shift >> 1) * 2 ** -(shift - (shift >> 1));
  return negative ? -value : value;
}

export function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}

function bitLength(x: bigint): number {
  return 4 * x.toString(16).length;
}

/** The exponent field, 1 for subnormal numbers, which have its scale. */
function exponentOf(x: number): number {
  bits.setFloat64(0, x);
  return Math.max(1, (bits.getUint32(0) >>> 20) & 0x7ff);
}

function significandOf(x: number): bigint {
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  const whole = ((high >>> 20) & 0x7ff) === 0 ? fraction : fraction | (1n << 52n);
  return high >>> 31 === 1 ? -whole : whole;
}
