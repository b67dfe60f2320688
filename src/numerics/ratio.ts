// Ratios of integers as f64, for the results of exact stages: nothing is rounded before the end.

/** over / under, with under > 0: compared without rounding. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

export function ratioOf(over: bigint, under: bigint): Ratio {
  return under > 0n ? { over, under } : { over: -over, under: -under };
}

/** Below zero if a < b, zero if they are equal, above zero if a > b. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The f64 nearest to numerator / denominator · 2^exponent, ties to even; subnormal results may round twice. */
export function ratioToNumber(numerator: bigint, denominator: bigint, exponent = 0): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  // Enough bits that the quotient has more than 64; the remainder becomes one more bit, so that ties stay ties.
  const shift = 66 + bitLength(d) - bitLength(n);
  const scaled = shift >= 0 ? n << BigInt(shift) : n;
  const divisor = shift >= 0 ? d : d << BigInt(-shift);
  const quotient = scaled / divisor;
  const sticky = quotient * divisor === scaled ? 0n : 1n;
  const value = scale(Number((quotient << 1n) | sticky), exponent - shift - 1);
  return negative ? -value : value;
}

/** The square root of n / d · 2^(2 · exponent), neither negative, or a number next to it; never 0 for n > 0. */
export function rootOfRatio(n: bigint, d: bigint, exponent: number): number {
  if (n === 0n) return 0;
  let shift = 66 + bitLength(d) - bitLength(n);
  shift += shift & 1;
  const quotient = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  return scale(Math.sqrt(Number(quotient)), exponent - shift / 2) || Number.MIN_VALUE;
}

/** value · 2^exponent in two steps, each power of which is an f64 wherever the result is. */
function scale(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

function bitLength(x: bigint): number {
  const hex = x.toString(16);
  return 4 * (hex.length - 1) + (32 - Math.clz32(Number.parseInt(hex[0]!, 16)));
}
