/** The f64 nearest to numerator / denominator · 2^exponent, ties to even; subnormal results may round twice. */
export function ratioToNumber(numerator: bigint, denominator: bigint, exponent: number): number {
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

/** value · 2^exponent in two steps, each power of which is an f64. */
function scale(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

function bitLength(x: bigint): number {
  const hex = x.toString(16);
  return 4 * (hex.length - 1) + (32 - Math.clz32(Number.parseInt(hex[0]!, 16)));
}
