// Numbers as quotients of integers, for the last stage of measurements: every finite f64 is one, nothing is rounded
// before the end.

/** Writes finite numbers as integers, all in one unit: returns e where number = integer · 2^e. */
export function toCommonIntegers(numbers: Float64Array, out: bigint[]): number {
  let unit = Infinity;
  for (const number of numbers) if (number !== 0) unit = Math.min(unit, lastPlaceOf(number));
  for (let k = 0; k < numbers.length; k++) {
    const number = numbers[k]!;
    out[k] = number === 0 ? 0n : mantissaOf(number) << BigInt(lastPlaceOf(number) - unit);
  }
  return unit === Infinity ? 0 : unit;
}

const bits = new DataView(new ArrayBuffer(8));

/** The exponent of the last place of a number's mantissa, of 53 bits or fewer. */
function lastPlaceOf(x: number): number {
  bits.setFloat64(0, x);
  return Math.max((bits.getUint16(0) >>> 4) & 0x7ff, 1) - 1075;
}

/** The mantissa with its sign: x = mantissa · 2^lastPlace. */
function mantissaOf(x: number): bigint {
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  const implied = (high & 0x7ff00000) === 0 ? 0 : 2 ** 52;
  const magnitude = implied + (high & 0xfffff) * 2 ** 32 + bits.getUint32(4);
  return BigInt(x < 0 ? -magnitude : magnitude);
}

/** The f64 nearest to n / d · 2^e, or next to it; d > 0. */
export function quotient(n: bigint, d: bigint, e = 0): number {
  if (n === 0n) return 0;
  const negative = n < 0n;
  const magnitude = negative ? -n : n;
  // at least 64 significant bits
  const shift = 66 + bitLength(d) - bitLength(magnitude);
  const q = shift >= 0 ? (magnitude << BigInt(shift)) / d : magnitude / (d << BigInt(-shift));
  const value = scale(Number(q), e - shift);
  return negative ? -value : value;
}

/** The square root of n / d · 2^(2e), as f64, never 0 for n > 0. */
export function rootOfQuotient(n: bigint, d: bigint, e: number): number {
  if (n === 0n) return 0;
  let shift = 66 + bitLength(d) - bitLength(n);
  shift += shift & 1;
  const q = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  return scale(Math.sqrt(Number(q)), e - shift / 2) || Number.MIN_VALUE;
}

/** x · 2^e, rounded once. */
function scale(x: number, e: number): number {
  if (e > 900) return x * 2 ** 900 * 2 ** Math.min(e - 900, 1000);
  // Powers down to 2^-1000 are normal numbers; the last factor may reach into the subnormal ones.
  if (e < -900) return x * 2 ** -900 * 2 ** Math.max(e + 900, -1000);
  return x * 2 ** e;
}

function bitLength(x: bigint): number {
  return 4 * x.toString(16).length;
}
